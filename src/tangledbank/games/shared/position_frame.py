"""What every position in words has, whatever the game: seats, options, chance, a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tangledbank.errors import Refused
from tangledbank.games.shared.rows import ReasonRow
from tangledbank.kernel.chance import LOADED, MAX_LOADED, WORDS
from tangledbank.kernel.events import new_books
from tangledbank.text import say

Options = Mapping[str, tuple[str, ...]]

# --- seats and options -------------------------------------------------------------------------


def check_count(seats: int, least: int, most: int) -> None:
    """Refuse a number of seats the game is not made for."""
    if not least <= seats <= most:
        raise Refused(
            say(
                "a game has {least} to {most} seats, not {seats}",
                least=least,
                most=most,
                seats=seats,
            ),
            place="seats",
        )


def check_seats(game: Any, **fields: int | None) -> None:
    """Refuse a field that names a seat there is not."""
    for name, seat in fields.items():
        if seat is not None and seat >= game.seats:
            raise Refused(
                say("seats are counted from 0 to {last}", last=game.seats - 1), place=name
            )


def read_options(
    chosen: Mapping[str, str], options: Options, tables: Sequence[str] = ()
) -> list[int]:
    """The code of each option; of `tables`, any unknown value is one written out, past the last."""
    for name, value in chosen.items():
        if name in tables or value in options.get(name, ()):
            continue
        there = ", ".join(f"{known}: {'|'.join(values)}" for known, values in options.items())
        raise Refused(
            say("there is no option {name}: {value}", name=name, value=value)
            + say("; there are: {options}", options=there),
            place="options",
        )
    codes = []
    for name, values in options.items():
        value = chosen.get(name, values[0])
        codes.append(values.index(value) if value in values else len(values))
    return codes


def write_options(codes: Sequence[int], options: Options, **written: str) -> dict[str, str]:
    """The options that are not at their default; `written` has the tables that are written out."""
    return {
        name: values[code] if code < len(values) else written[name]
        for code, (name, values) in zip(codes, options.items(), strict=True)
        if code
    }


# --- chance ------------------------------------------------------------------------------------


def set_chance(game: Any, chance: Sequence[int], dice: Sequence[int] = ()) -> None:
    """The generator, if the position gives it, and the next dice."""
    if chance:
        if len(chance) != WORDS:
            raise Refused(say("the generator has {n} numbers", n=WORDS), place="chance")
        game.rng[:WORDS] = chance
    load_dice(game, dice)


def load_dice(game: Any, dice: Sequence[int]) -> None:
    """Let the next dice be these."""
    game.rng[LOADED] = len(dice)
    game.rng[LOADED + 1 : LOADED + 1 + len(dice)] = dice


def force_dice(states: Any, dice: Sequence[int]) -> None:
    """Load the next dice; for scenarios."""
    if len(dice) > MAX_LOADED or any(die not in range(1, 7) for die in dice):
        raise Refused(
            say("dice are up to {most} numbers from 1 to 6", most=MAX_LOADED), place="dice"
        )
    load_dice(states[0], dice)


def write_chance(game: Any) -> list[int]:
    """The generator; nothing in an observation, which has none."""
    return [int(word) for word in game.rng[:WORDS]] if game.rng[:WORDS].any() else []


def write_dice(game: Any) -> list[int]:
    """The dice that are loaded."""
    return [int(die) for die in game.rng[LOADED + 1 : LOADED + 1 + int(game.rng[LOADED])]]


# --- words ------------------------------------------------------------------------------------


def word(table: Sequence[str], code: int) -> Any:
    """The word for a number. The field it is written to lists the same words as its type."""
    return table[code]


# --- the open decision -------------------------------------------------------------------------


def check_possible(
    kernel: Any, reasons: type[ReasonRow], before: Any, seat: int, action: int, place: str
) -> None:
    """The seat could do this in the position before."""
    why = int(kernel.why_not(before, seat, action))
    if why:
        raise Refused(say(reasons.of(why).sentence), place=place)


def check_asked(kernel: Any, states: Any, before: Any, tell: Callable[[Any], str]) -> None:
    """Going on from `before`, just before the decision, the rules come to this very position.

    Else it is refused: `tell` says to which position they come instead.
    """
    kernel.settle(before, new_books())
    if before.tobytes() != states.tobytes():
        raise Refused(tell(before[0]), place="stage")
