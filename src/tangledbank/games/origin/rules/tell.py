"""What can happen, as rows, and a writer for each: `tell.grazed(game, events, seat, animal)`."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.shared.dispatch import writers
from tangledbank.games.shared.rows import DREW_A_CARD, EventRow, Row, Said, names
from tangledbank.text import mark


class Source(Row):
    """Where a gained token came from."""

    BANK = 0
    COMMUNICATION = 1
    COOPERATION = 2
    VICTIM = 3
    TAIL = 4
    SCAVENGER = 5
    PIRACY = 6


SOURCES = names(Source)


class Event(EventRow):
    """What can happen: its fields, and the sentences that tell it."""

    TURN_BEGINS = (
        "first turn last:bool",
        Said(mark("Turn {turn} begins with {player}."), mark("Turn {turn} begins with you.")),
        Said(mark("Turn {turn}, the last one, begins with {player}."),
             mark("Turn {turn}, the last one, begins with you."), form="last"),
    )  # fmt: skip
    ANIMAL_PLAYED = (
        "seat animal:thing card:slot",
        Said(mark("{player} plays an animal: {animal}."), mark("You play an animal: {animal}.")),
    )
    ABILITY_PLAYED = (
        "seat animal:thing other:thing ability:ability card:kind",
        Said(mark("{player} gives {animal} {ability}."), mark("You give {animal} {ability}.")),
        Said(mark("{player} joins {animal} and {other} by {ability}."),
             mark("You join {animal} and {other} by {ability}."), form="pair"),
        Said(mark("{player} makes {other} the symbiont that protects {animal}."),
             mark("You make {other} the symbiont that protects {animal}."), form="symbiosis"),
    )  # fmt: skip
    PASSED = ("seat", Said(mark("{player} passes."), mark("You pass.")))
    DIE_ROLLED = ("seat die", Said(mark("{player} rolls {die}."), mark("You roll {die}.")))
    FOOD_BANK = ("seat tokens", Said(mark("The food bank holds {tokens}.")))
    TOKEN_GAINED = (
        "seat animal:thing colour:colour from:source",
        Said(mark("{animal} gets a {colour} token {from}.")),
    )
    FAT_TURNED = ("seat animal:thing tokens", Said(mark("{animal} uses {tokens} of its fat.")))
    GRAZED = ("seat animal:thing", Said(mark("{animal} tramples a red token.")))
    HIBERNATED = ("seat animal:thing", Said(mark("{animal} goes into hibernation.")))
    ROBBED = (
        "seat animal:thing other:thing colour:colour",
        Said(mark("{animal} takes a {colour} token from {other}.")),
    )
    ATTACKED = ("seat animal:thing other:thing", Said(mark("{animal} attacks {other}!")))
    RAN = (
        "seat animal:thing die escaped:bool",
        Said(mark("{animal} runs: {die}. It is caught up with.")),
        Said(mark("{animal} runs: {die}. It escapes."), form="escaped"),
    )
    MIMICKED = (
        "seat animal:thing other:thing", Said(mark("{animal} turns the attack on {other}.")),
    )  # fmt: skip
    DROPPED = (
        "seat animal:thing ability:ability card:kind",
        Said(mark("{animal} loses {ability} and lives.")),
    )
    ACCEPTED = (
        "seat animal:thing",
        Said(mark("{player} gives {animal} up."), mark("You give {animal} up.")),
    )
    EATEN = (
        "seat animal:thing other:thing moved_up:some",
        Said(mark("{other} eats {animal}.")),
        Said(mark("{other} eats {animal}; the animals to its right move up."), form="moved_up"),
    )
    POISONED = ("seat animal:thing", Said(mark("{animal} is poisoned.")))
    FEEDING_TURN_ENDED = (
        "seat acted:bool",
        Said(mark("{player} passes."), mark("You pass.")),
        Said(mark("{player} is done."), mark("You are done."), form="acted"),
    )
    STARVED = (
        "seat animal:thing moved_up:some",
        Said(mark("{animal} starves.")),
        Said(mark("{animal} starves; the animals to its right move up."), form="moved_up"),
    )
    DIED_OF_POISON = (
        "seat animal:thing moved_up:some",
        Said(mark("{animal} dies of poison.")),
        Said(mark("{animal} dies of poison; the animals to its right move up."), form="moved_up"),
    )
    DISCARDED = ("card:kind", Said(mark("Discarded: {card}.")))
    DREW = DREW_A_CARD
    RESHUFFLED = ("cards", Said(mark("The discard pile is shuffled into a new deck of {cards}.")))
    LAST_TURN_NEXT = ("", Said(mark("The deck has run out: the next turn is the last.")))
    GAME_OVER = ("", Said(mark("The game is over.")))
    TOKEN_LOST = ("seat animal:thing", Said(mark("{animal} returns a token it needs no more.")))
    WOKE = ("seat animal:thing", Said(mark("{animal} wakes up.")))


globals().update(writers(Event))


def __getattr__(name: str) -> Callable[..., None]:
    raise AttributeError(f"there is no event {name!r}")
