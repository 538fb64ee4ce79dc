"""`tangledbank play` and `resume`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tangledbank.cli.common import names_in, read, read_options
from tangledbank.cli.screens import JsonScreen, PlainScreen, RichScreen, Screen
from tangledbank.cli.session import Session, bot_at
from tangledbank.errors import Refused, about
from tangledbank.folders import data_folder, new_file
from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.log import complete_lines
from tangledbank.search.bot import BOTS, read_spec
from tangledbank.study.chances import SearchingBot, helper, make_ready
from tangledbank.table import Table, open_log
from tangledbank.text import instead, say
from tangledbank.workers.programs import Limits, Player, Program, Programs, read_programs

PERSON = "me"


class PlaySettings(NamedTuple):
    """How a table is shown, and which programs may sit at it, by their names."""

    plain: bool
    as_json: bool
    programs: Programs
    limits: Limits

    def screen(self) -> Screen:
        """Where it is shown."""
        if self.as_json:
            return JsonScreen()
        return PlainScreen() if self.plain or not sys.stdout.isatty() else RichScreen()


def read_settings(
    plain: bool, as_json: bool, programs: Sequence[str], seconds: float, megabytes: int
) -> PlaySettings:
    """The same as it was typed."""
    return PlaySettings(plain, as_json, read_programs(programs), Limits(seconds, megabytes))


def start(
    game: str | None, seats: str, options: list[str], seed: int | None, file: Path | None,
    settings: PlaySettings,
) -> None:  # fmt: skip
    """Begin a new game and play it."""
    if game is None:
        game = GAMES[0] if settings.as_json or not is_terminal() else ask_game()
    found = load(game)
    players = read_seats(seats, settings.programs)
    found.check_seats(len(players))
    if seed is None:
        seed = secrets.randbits(32)
    table = Table(game, players, options=read_options(options), seed=seed)
    if file is not None and file.exists():
        raise Refused(say("there is such a file already; choose another name"), place=str(file))
    bots = seat_bots(table, settings)
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    run(table, bots, file or new_file(games_folder(), stem), settings)


def go_on(file: Path | None, settings: PlaySettings) -> None:
    """Go on with a saved game."""
    file = file or last_file()
    text = read(file)
    whole = complete_lines(text)
    with about(file):
        table = open_log(whole)
        check_players(table.players, settings.programs)
    bots = seat_bots(table, settings)
    if len(text) > len(whole):
        print(say("The last entry had not been written whole; it is left out."), file=sys.stderr)
    if table.log() != text:  # what follows from the last entry may not have been written either
        table.save(file)
    run(table, bots, file, settings)


def seat_bots(table: Table, settings: PlaySettings) -> dict[int, Player]:
    """The players of the seats where nobody sits; a program that does not start is refused."""
    bots: dict[int, Player] = {}
    for seat, name in enumerate(table.players):
        if command := settings.programs.get(name):
            seats = len(table.players)
            bots[seat] = program = Program(
                name, command, table.game, table.rulings, seats, seat, settings.limits
            )
            program.start_or_refuse()
        elif not is_person(name):
            bots[seat] = bot_at(table, seat, name)
    if any(isinstance(bot, SearchingBot) for bot in bots.values()):
        make_ready(table.game.name)
    return bots


def run(table: Table, bots: dict[int, Player], file: Path, settings: PlaySettings) -> None:
    """Play at a table that is kept in a file, to its end or until interrupted."""
    screen = settings.screen()
    session = Session(table, bots, screen, file)
    session.keep()
    try:
        session.play()
    except (KeyboardInterrupt, EOFError):
        table.save(file)  # anew: an interrupt may have come while it was being written
        programs = {bot.name: bot.command for bot in bots.values() if isinstance(bot, Program)}
        screen.leave(file, programs)
    finally:
        dismiss(table, bots)
        helper().close()


def dismiss(table: Table, bots: dict[int, Player]) -> None:
    """Let the programs go, with the result if there is one."""
    for bot in bots.values():
        if isinstance(bot, Program) and table.over:
            bot.finish(table.scores, table.winners)
        elif isinstance(bot, Program):
            bot.close()


def is_terminal() -> bool:
    """Whether someone sits there."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_game(names: Sequence[str] = GAMES) -> str:
    """Let someone choose among the games; if there is only one there is nothing to choose."""
    if len(names) == 1:
        return names[0]
    screen = PlainScreen()
    games = [load(name) for name in names]
    screen.tell([f"{n}. {say(game.title)} ({game.name})" for n, game in enumerate(games, start=1)])
    while True:
        typed = screen.read(say("Which game? (1 to {last}): ", last=len(games))).strip().lower()
        for number, game in enumerate(games, start=1):
            if typed in (str(number), game.name):
                return game.name
        screen.tell([say("choose a number from 1 to {last}", last=len(games))])


def is_person(name: str) -> bool:
    """Whether a seat is played at this keyboard: me, or me:Name."""
    return name == PERSON or name.startswith(f"{PERSON}:")


def read_seats(text: str, programs: Programs) -> list[str]:
    """Seats from a list such as me,greedy,me:Ann."""
    players = names_in(text)
    with about("--seats"):
        check_players(players, programs)
    return players


def check_players(players: list[str], programs: Programs) -> None:
    """Refuse a seat that is neither a person nor a bot."""
    for number, name in enumerate(players, start=1):
        if name != f"{PERSON}:" and (is_person(name) or name in BOTS or name in programs):
            continue
        with about(say("seat {number}", number=number)):
            if name.partition(":")[0] in BOTS:
                read_spec(name)
            else:
                sentence = say("“{name}” is neither me (or me:Name) nor a bot", name=name)
                raise Refused(sentence + instead(name, [*BOTS, *programs]))


def games_folder() -> Path:
    """Where games are kept."""
    return data_folder() / "games"


def last_file() -> Path:
    """The game that was played last."""
    files = sorted(games_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not files:
        raise Refused(say("no game has been saved yet; begin one with: tangledbank play"))
    return files[-1]
