"""What the words of a position cannot say together, whatever the cards are."""

from __future__ import annotations

from tangledbank.errors import Refused
from tangledbank.games.origin.text.position_fields import AnimalWords, Document, SeatWords
from tangledbank.text import say

USED_UP = ("carnivore", "grazing", "mimicry", "hibernation", "piracy")  # the others work always
BEFORE_FEEDING = ("development", "food_bank")


def check_limits(document: Document) -> None:
    """No rule leads to a position that says this."""
    if document.last_turn and document.last_turn_next:
        raise Refused(say("this is the last turn already"), place="last_turn_next")
    if document.main_action_done and document.acted is False:
        raise Refused(say("a main action is an action: write true"), place="acted")
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        if words.passed and document.phase not in BEFORE_FEEDING:
            raise Refused(say("seats pass only in the development phase"), place=f"{place}.passed")
        if document.phase in BEFORE_FEEDING:
            _check_untouched(words, place)
        for i, animal in enumerate(words.animals):
            _check_sleep(document, animal, f"{place}.animals[{i}]")
            _check_used(document, animal, f"{place}.animals[{i}]")
            if animal.poisoned and document.phase == "over":
                raise Refused(
                    say("a poisoned animal has died by the end of the game"),
                    place=f"{place}.animals[{i}].poisoned",
                )


def _check_untouched(words: SeatWords, place: str) -> None:
    """Before feeding begins nothing is eaten or used; only yellow tokens stay from turn to turn."""
    marks = [
        f"{place}.animals[{i}].{name}"
        for i, animal in enumerate(words.animals)
        for name in ("red", "blue", "hibernating", "poisoned", "used")
        if getattr(animal, name)
    ]
    marks += [f"{place}.pairs[{i}].used" for i, pair in enumerate(words.pairs) if pair.used]
    if marks:
        raise Refused(
            say("this comes only in the feeding phase; before it, nothing is eaten or used"),
            place=marks[0],
        )


def _check_sleep(document: Document, animal: AnimalWords, place: str) -> None:
    """There is no sleep twice in a row (OS-HIB-02) and none in the last turn (OS-HIB-03)."""
    field = "hibernating" if animal.hibernating else "used"
    if not animal.hibernating and "hibernation" not in animal.used:
        return
    if animal.hibernated_last_turn:
        raise Refused(
            say("it hibernated last turn and cannot do so in this one"), place=f"{place}.{field}"
        )
    if document.last_turn:
        raise Refused(say("there is no hibernation in the last turn"), place=f"{place}.{field}")


def _check_used(document: Document, animal: AnimalWords, place: str) -> None:
    """What is used is an ability it has, or has lost in this turn to save its life."""
    own = [one if isinstance(one, str) else one.ability for one in animal.abilities]
    for i, name in enumerate(animal.used):
        where = f"{place}.used[{i}]"
        if name not in USED_UP:
            raise Refused(
                say("this ability is never used up")
                + say("; there are: {abilities}", abilities=", ".join(USED_UP)),
                place=where,
            )
        if name in animal.used[:i]:
            raise Refused(say("it is named twice"), place=where)
        if name not in own and not _has_discards(document):
            raise Refused(
                say("it lacks this ability, and the discard pile has no card that it lost"),
                place=where,
            )


def _has_discards(document: Document) -> bool:
    """Whether any card lies in the discard pile; a view does not tell which."""
    return bool(document.discard) or isinstance(document.deck, int)
