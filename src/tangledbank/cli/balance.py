"""`tangledbank study balance`: is the deck fair? Each measure with its bound."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from tangledbank.cli.progress import bar, with_bots
from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.study.balance import Section, blind_reach, check, measures, play_all
from tangledbank.text import say


def balance_command(
    game: str, games: int, seats: Sequence[int], bots: Sequence[str], seed: int, workers: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Play so many games for each number of seats and kind of bot; print what holds."""
    played = load(game)
    check(played, games, seats, bots)
    with_bots(played)
    reach = blind_reach(seed)
    sections = []
    with bar(say("Playing"), games * len(seats) * len(bots)) as progress:
        for bot in bots:
            for number in seats:
                notes = play_all(
                    number, bot, games, seed, workers or None,
                    lambda done: progress.advance(progress.task_ids[0], done),
                )  # fmt: skip
                found = measures(number, bot, notes, reach)
                sections.append(Section(number, bot, games, found))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(sections), indent=2).decode())
        return
    console = Console()
    for section in sections:
        console.print(_table(section))
    console.print(_summary(sections))


def read_numbers(text: str) -> list[int]:
    """Numbers of seats as they were typed: 2,3,4."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise Refused(say("type numbers divided by commas, such as 2,3,4"), place="seats") from None


def _table(section: Section) -> Table:
    table = Table(
        title=say(
            "{seats} seats, {bot}, {games} games",
            seats=section.seats,
            bot=section.bot,
            games=section.games,
        )
    )
    for heading in (say("Measure"), say("Figure"), say("Bound"), say("Holds")):
        table.add_column(heading)
    for one in section.measures:
        holds = "–" if one.holds is None else say("yes") if one.holds else say("NO")
        table.add_row(one.question, one.figure, one.limit, holds)
    return table


def _summary(sections: Sequence[Section]) -> str:
    judged = [one for section in sections for one in section.measures if one.holds is not None]
    held = sum(bool(one.holds) for one in judged)
    return say("{held} of {judged} bounds hold.", held=held, judged=len(judged))
