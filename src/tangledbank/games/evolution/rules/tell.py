"""What can happen, as rows, and a writer for each: `tell.drew(game, events, seat, card)`."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.shared.dispatch import writers
from tangledbank.games.shared.rows import DREW_A_CARD, EventRow, Row, Said, names
from tangledbank.text import mark


class Side(Row):
    """The ends of a row."""

    LEFT = 0
    RIGHT = 1


class Cause(Row):
    """Why a species eats. The last column of `ate` and `stored` is cause * 3 + food."""

    FEEDING = 0
    FORAGING = 1
    COOPERATION = 2
    LONG_NECK = 3
    INTELLIGENCE = 4
    ATTACK = 5
    SCAVENGER = 6


class BagReason(Row):
    """Why chips go into a bag during the round."""

    REPLACED = 0
    SURPLUS = 1


SIDES, CAUSES, BAG_REASONS = names(Side), names(Cause), names(BagReason)


class Event(EventRow):
    """What can happen: its fields, and the sentences that tell it."""

    ROUND_BEGINS = (
        "first round last:bool",
        Said(mark("Round {round} begins with {player}."), mark("Round {round} begins with you.")),
        Said(mark("Round {round}, the last one, begins with {player}."),
             mark("Round {round}, the last one, begins with you."), form="last"),
    )  # fmt: skip
    DREW = DREW_A_CARD
    RESHUFFLED = ("cards", Said(mark("The discard pile is shuffled into a new deck of {cards}.")))
    END_ANNOUNCED = (
        "last:ending",
        Said(mark("The deck has run out: this round is the last."), form="this_round"),
        Said(mark("The deck has run out: the next round is the last."), form="next_round"),
    )
    FOOD_LAID = ("cards", Said(mark("Food cards lie face down on the watering hole: {cards}.")))
    TRAIT_LAID = (
        "seat species:thing card:slot",
        Said(mark("{player} lays a trait face down on {species}."),
             mark("You lay a trait face down on {species}.")),
        Said(mark("{player} lays {trait} face down on {species}."),
             mark("You lay {trait} face down on {species}."), form="card"),
    )  # fmt: skip
    TRAIT_REPLACED = (
        "seat species:thing card:kind", Said(mark("{species} loses {trait}, which is replaced.")),
    )  # fmt: skip
    NEW_SPECIES = (
        "seat species:thing card:kind side:side",
        Said(mark("{player} discards {card} for a new species on the right: {species}."),
             mark("You discard {card} for a new species on the right: {species}."), form="right"),
        Said(mark("{player} discards {card} for a new species on the left: {species}; "
                  "the others move on."),
             mark("You discard {card} for a new species on the left: {species}; your others move "
                  "on."), form="left"),
        Said(mark("{player} has a new species on the right: {species}."),
             mark("You have a new species on the right: {species}."), form="right shown"),
        Said(mark("{player} has a new species on the left: {species}; the others move on."),
             mark("You have a new species on the left: {species}; your others move on."),
             form="left shown"),
    )  # fmt: skip
    GREW = (
        "seat species:thing population body",
        Said(mark("{species} grows: population {population}, body size {body}.")),
    )
    DISCARDED = (
        "seat card:kind", Said(mark("{player} discards {card}."), mark("You discard {card}.")),
    )  # fmt: skip
    FINISHED = (
        "seat", Said(mark("{player} plays no more cards."), mark("You play no more cards.")),
    )  # fmt: skip
    TRAIT_SHOWN = ("seat species:thing card:kind", Said(mark("{species} shows {trait}.")))
    FOOD_SHOWN = ("card:kind", Said(mark("A food card is turned up: {number}.")))
    HOLE_FILLED = (
        "chips sum",
        Said(mark("Together {sum}: the watering hole holds {chips}.")),
        Said(mark("Together {sum}: the watering hole is empty."), form="empty"),
    )
    FAT_MOVED = ("seat species:thing chips", Said(mark("{species} uses {chips} of its fat.")))
    FERTILE = (
        "seat species:thing population",
        Said(mark("{species} is Fertile: its population grows to {population}.")),
    )
    NECK_SKIPPED = ("seat species:thing", Said(mark("The Long Neck of {species} takes nothing.")))
    ATE = (
        "seat species:thing chips cause+food:meal",
        Said(mark("{species} eats {chips} from the watering hole."), form="feeding"),
        Said(mark("{species} eats {chips} more by Foraging."), form="foraging"),
        Said(mark("{species} gets {chips} by Cooperation."), form="cooperation"),
        Said(mark("{species} gets {chips} meat by Cooperation."), form="cooperation meat"),
        Said(mark("{species} eats {chips} from the bank by Long Neck."), form="long_neck"),
        Said(mark("{species} eats {chips} from the bank by Intelligence."), form="intelligence"),
        Said(mark("{species} eats {chips} meat."), form="attack"),
        Said(mark("{species} eats {chips} meat as a Scavenger."), form="scavenger"),
    )
    STORED = (
        "seat species:thing chips cause+food:meal",
        Said(mark("{species} stores {chips} from the watering hole on its Fat Tissue."),
             form="feeding"),
        Said(mark("{species} stores {chips} more by Foraging on its Fat Tissue."), form="foraging"),
        Said(mark("{species} stores {chips} by Cooperation on its Fat Tissue."),
             form="cooperation"),
        Said(mark("{species} stores {chips} meat by Cooperation on its Fat Tissue."),
             form="cooperation meat"),
        Said(mark("{species} stores {chips} by Long Neck on its Fat Tissue."), form="long_neck"),
        Said(mark("{species} stores {chips} by Intelligence on its Fat Tissue."),
             form="intelligence"),
        Said(mark("{species} stores {chips} meat on its Fat Tissue."), form="attack"),
        Said(mark("{species} stores {chips} meat as a Scavenger on its Fat Tissue."),
             form="scavenger"),
    )  # fmt: skip
    ATTACKED = (
        "seat species:thing prey:thing ignored:trait*",
        Said(mark("{species} attacks {prey}!")),
        Said(mark("{species} attacks {prey} and ignores {ignored}!"), form="ignored"),
    )
    GORED = (
        "seat species:thing prey:thing population",
        Said(mark("The Horns of {prey} wound {species}: population {population}.")),
        Said(mark("The Horns of {prey} kill the last of {species}."), form="last"),
    )
    BITTEN = (
        "seat species:thing population",
        Said(mark("{species} is bitten: population {population}.")),
        Said(mark("The last of {species} is eaten."), form="last"),
    )
    EXTINCT = (
        "seat species:thing other:thing cards chips",
        Said(mark("{species} is extinct.")),
        Said(mark("{species} is extinct; its food goes into the bag: {chips}."),
             mark("{species} is extinct; its food goes into your bag: {chips}."), form="chips"),
        Said(mark("{species} is extinct; {other} becomes {species}, and so on to the right."),
             form="other"),
        Said(mark("{species} is extinct; its food goes into the bag: {chips}. "
                  "{other} becomes {species}, and so on to the right."),
             mark("{species} is extinct; its food goes into your bag: {chips}. "
                  "{other} becomes {species}, and so on to the right."), form="other chips"),
    )  # fmt: skip
    BAGGED = (
        "seat species:thing chips why:bag",
        Said(mark("The fat of {species} goes into the bag: {chips}."),
             mark("The fat of {species} goes into your bag: {chips}."), form="replaced"),
        Said(mark("Fat of replaced cards goes into the bag: {chips}."),
             mark("Fat of replaced cards goes into your bag: {chips}."), form="replaced shown"),
        Said(mark("{species} has food to spare, which goes into the bag: {chips}."),
             mark("{species} has food to spare, which goes into your bag: {chips}."),
             form="surplus"),
    )  # fmt: skip
    PASSED = ("seat", Said(mark("{player} passes."), mark("You pass.")))
    STARVED = (
        "seat species:thing population before",
        Said(mark("{species} goes hungry: population {before} falls to {population}.")),
        Said(mark("{species} starves."), form="last"),
    )
    FREE_SPECIES = (
        "seat species:thing",
        Said(mark("{player} has no species left and gets a new one: {species}."),
             mark("You have no species left and get a new one: {species}.")),
    )  # fmt: skip
    COLLECTED = (
        "seat chips",
        Said(mark("{player} puts the food eaten into the bag: {chips}."),
             mark("You put the food eaten into your bag: {chips}.")),
    )  # fmt: skip
    ROUND_OVER = (
        "chips",
        Said(mark("Food that stays on the watering hole: {chips}.")),
        Said(mark("The watering hole is empty."), form="empty"),
    )
    GAME_OVER = ("", Said(mark("The game is over.")))


globals().update(writers(Event))


def __getattr__(name: str) -> Callable[..., None]:
    raise AttributeError(f"there is no event {name!r}")
