"""A whole position of Evolution in words: its fields, and how they are written.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import numpy as np
from msgspec import Meta

from tangledbank.accept import Words, accept
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules import cards as deck
from tangledbank.games.evolution.rules import state as record
from tangledbank.games.evolution.rules.cards import NOTHING, TRAITS
from tangledbank.games.evolution.rules.secrets import HIDDEN_BAG
from tangledbank.games.evolution.rules.state import STAGES, Choice, Ending, Phase, Stage, State
from tangledbank.games.evolution.rules.tell import CAUSES
from tangledbank.games.evolution.text.words import CARD_NAMES, SPECIES, number_of, trait_name
from tangledbank.games.shared import position as by
from tangledbank.games.shared.hidden_cards import EVERYONE, UNSEEN
from tangledbank.games.shared.position import Declared, Way, refuse_if
from tangledbank.games.shared.position_cards import cards_in
from tangledbank.kernel.records import Smalls, items_of
from tangledbank.text import instead, mark, say
from tangledbank.text_files import read_toml

# --- the fields, each with its natural default; what they mean is told in docs/words-evolution.md -

if TYPE_CHECKING:
    Trait = str
    Food = str
    Cause = str
    StageName = str
else:
    Trait, Food, Cause = Literal[TRAITS], Literal[record.FOODS], Literal[CAUSES]
    StageName = Literal[STAGES[: Stage.OVER + 1]]
Count = Annotated[int, Meta(ge=0, le=deck.CARDS)]
Chips = Annotated[int, Meta(ge=0, le=10_000)]
Size = Annotated[int, Meta(ge=1, le=record.MOST)]
Few = Annotated[int, Meta(ge=0, le=record.MOST)]
Number = Annotated[int, Meta(ge=deck.LEAST_NUMBER, le=deck.MOST_NUMBER)]
SeatNumber = Annotated[int, Meta(ge=0, lt=record.MAX_SEATS)]
Index = Annotated[int, Meta(ge=0, lt=record.BOARDS)]
Place = Annotated[list[Index], Meta(min_length=2, max_length=2)]
Traits = Annotated[list[Trait | Literal["hidden"]], Meta(max_length=record.MOST_TRAITS)]
Hand = Count | list[str]  # card names such as horns+3, or horns for any of them; or how many
StartEffect = Literal["long_neck", "fertile", "fat_tissue"]  # in the order of their bits

ATTACKING = (Stage.HUNT, Stage.IGNORE)
EATING = (Stage.STORE, Stage.EXTRA)
IN_WINDOW = (Stage.WINDOW, Stage.THINK)
IN_TURN = (Stage.FEED, *ATTACKING, *IN_WINDOW, *EATING)


def is_quick(game: State) -> bool:
    """Whether the position is of quick-play."""
    return bool(game.options[record.Option.MODE] == 1)


def together(game: State) -> bool:
    """Whether several seats decide at the same time."""
    return bool(game.stage == Stage.SUPPLY or in_quick_play(game))


def in_quick_play(game: State) -> bool:
    """Whether it is phase 3 of quick-play."""
    return bool(game.stage == Stage.PLAY and is_quick(game))


def one_decides(game: State) -> bool:
    """Whether a single seat decides."""
    return not together(game) and game.stage != Stage.OVER


def is_feeding(game: State) -> bool:
    """Whether it is phase 4."""
    return bool(game.phase == Phase.FEEDING)


def is_carrion(game: State) -> bool:
    """Whether Scavengers still have to eat after an attack."""
    return bool(game.stage in EATING and game.then == Stage.CARRION)


def eats_later(game: State) -> bool:
    """Whether Scavengers eat before an attacker that waits (EV-RUL-51)."""
    return bool(is_carrion(game) and game.hunter >= 0)


def has_hunter(game: State) -> bool:
    """Whether an attacker is chosen, or has still to eat."""
    return game.stage in ATTACKING or eats_later(game)


def is_attack(game: State) -> bool:
    """Whether an attack is under way."""
    return game.stage in ATTACKING or is_carrion(game)


class SpeciesWords(Declared):
    """One species and the trait cards on it."""

    always = ("population", "body", "chips")
    population: Annotated[Size, by.number("population")] = 1
    body: Annotated[Size, by.number("body")] = 1
    chips: Annotated[Few, by.number("chips")] = 0  # food on its board
    fat: Annotated[Few, by.number("fat")] = 0  # food on its Fat Tissue card
    traits: Annotated[Traits, on_it(_traits)] = []  # “hidden” is a card face down, not one's own
    numbers: Annotated[list[Number | None], on_it(_numbers)] = []  # of these cards; default: any
    face_down: Annotated[list[Count], on_it(_face_down)] = []  # which of them, counted from 0
    waiting: Annotated[list[StartEffect], by.some("grain", get_args(StartEffect), is_feeding)] = []


Row = Annotated[list[SpeciesWords], Meta(max_length=record.BOARDS)]


class StartWords(Declared):
    """Quick-play: what lay before a seat when phase 3 began, which is what others see."""

    species: Annotated[Row, Way(_species_before)] = []
    bag: Annotated[Chips | None, by.number("was_bag")] = None
    new_left: Annotated[Count, Way(_new_left)] = 0  # species added at the left end since

    def in_words(self, *without: str) -> Words:
        """As others do, but what one looks for first is looked for in the species of now."""
        return super().in_words(*without, *SpeciesWords.always)


class ChoiceWords(Declared):
    """A card that is chosen to be played, and the full species it goes on."""

    card: str
    species: Index | None = None


class SeatWords(Declared):
    """What lies before one seat."""

    always = ("hand", "species")
    hand: Annotated[Hand, cards_in("hand", CARD_NAMES)] = 0
    species: Annotated[Row, by.in_row(SpeciesWords)] = []
    bag: Annotated[Chips | None, by.number("bag")] = None  # left out where it is hidden
    food: Annotated[str | bool, Way(_food)] = False  # its card on the hole: a name, or true for any
    laid: Annotated[Hand, cards_in("laid", CARD_NAMES)] = []  # quick-play: discarded, not yet shown
    choice: Annotated[ChoiceWords | None, Way(_choice)] = None
    start: Annotated[StartWords | None, by.part(StartWords, in_quick_play)] = None


class AttackWords(Declared):
    """An attack that is begun, or of which the Scavengers still have to eat."""

    species: Annotated[Place | None, by.thing("hunter", SPECIES, has_hunter)] = None
    ignored: Annotated[list[Trait], by.some("ignored", TRAITS)] = []
    spend: Annotated[list[str], Way(_spend, by.at_stage(*ATTACKING))] = []  # to pay for ignoring
    ignore: Annotated[Trait | None, by.named("named", TRAITS, by.at_stage(*ATTACKING))] = None
    seat: Annotated[SeatNumber | None, by.seat("hunting_seat", is_carrion)] = None
    # so many seats' Scavengers have eaten, from that seat on, and so many species of the next seat
    seats_fed: Annotated[SeatNumber, by.number("carrion_seats", is_carrion)] = 0
    next: Annotated[int, Meta(ge=0, le=record.BOARDS), by.number("carrion_next", is_carrion)] = 0
    # what that species eats after them, and how much of it it stores at least
    meat: Annotated[Few, by.number("meat", eats_later)] = 0
    at_least: Annotated[Few, by.number("least_meat", eats_later)] = 0


class ThoughtWords(Declared):
    """A plant eater chosen to use Intelligence."""

    species: Annotated[Place, Way(lambda game: by.place_of(game, game.thinker // 2, SPECIES))]
    forage: Annotated[bool, Way(lambda game: bool(game.thinker % 2 == 0))] = True


class EatingWords(Declared):
    """A species in the middle of eating."""

    species: Annotated[Place, by.thing("eater", SPECIES)]
    food: Annotated[Food, by.named("food_kind", record.FOODS)]
    cause: Annotated[Cause, by.named("cause", CAUSES)]
    amount: Annotated[int, Meta(ge=0, le=2 * record.MOST), by.number("portion")]
    after: Annotated[
        Literal["next_grain", "open_window", "next_window", "carrion"], by.named("then", STAGES)
    ]
    took: Annotated[Chips, by.number("took", by.at_stage(Stage.EXTRA))] = 0
    forage: Annotated[bool | None, by.flag("with_extra")] = None  # default: is asked
    at_least: Annotated[Few, by.number("least_store")] = 0


class Document(Declared):
    """A whole position. All seats and species are counted from 0."""

    always = ("phase", "round", "first", "hole")
    seats: Annotated[list[SeatWords], by.each(SeatWords)]
    options: Annotated[dict[str, str], by.options_of(record.OPTIONS, numbers=write_numbers)] = {}
    # “deal”, “reveal” and “end_round” are moments at which things happen by themselves
    phase: Annotated[
        Literal["deal", "supply", "play", "reveal", "feeding", "end_round", "over"],
        by.shown(by.named("phase", record.PHASES)),
    ] = "play"
    round: Annotated[int, Meta(ge=1, le=1000), by.number("turn")] = 1
    first: Annotated[SeatNumber, by.seat("first")] = 0
    seat: Annotated[SeatNumber | None, by.seat("mover", lambda game: not together(game))] = None
    hole: Annotated[Chips, by.number("hole")] = 0  # food on the watering hole
    leftover: Annotated[Chips | None, by.number("leftover", _has_leftover)] = None
    last_round: Annotated[bool, Way(lambda game: bool(game.ending == Ending.THIS_ROUND))] = False
    next_round_last: Annotated[bool, Way(lambda game: bool(game.ending > Ending.THIS_ROUND))] = (
        False
    )
    deck: Annotated[Hand | None, cards_in("deck", CARD_NAMES)] = None  # from the top on
    discard: Annotated[Hand | None, cards_in("discard", CARD_NAMES)] = None  # default: none
    removed: Annotated[Hand | None, cards_in("removed", CARD_NAMES, _has_removed)] = (
        None  # default: 40 for two seats
    )
    passes: Annotated[Count, by.number("idle", by.at_stage(*IN_TURN))] = 0
    chance: by.Chance = []  # the generator; default: from seed
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Annotated[StageName | None, by.named("stage", STAGES)] = None
    pending: Annotated[list[SeatNumber], by.seats("waiting", together)] = []
    decides: Annotated[SeatNumber | None, by.seat("decider", one_decides)] = None
    window_used: Annotated[bool, by.flag("window_used", by.at_stage(*IN_WINDOW))] = False
    attack: Annotated[AttackWords | None, by.part(AttackWords, is_attack)] = None
    thought: Annotated[ThoughtWords | None, by.part(ThoughtWords, by.at_stage(Stage.THINK))] = None
    eating: Annotated[EatingWords | None, by.part(EatingWords, by.at_stage(*EATING))] = None
    # derived; written for the reader, not read
    scores: list[int] = []
    winners: list[int] = []


# --- writing ------------------------------------------------------------------------------------


def write(game: State, standing: list[int], winners: list[int]) -> Document:
    """The position as a document; faces the observation does not show are left out."""
    scores = [] if HIDDEN_BAG in game.bag else standing
    return Document.of(game, scores=scores, winners=winners)


def _has_leftover(game: State) -> bool:
    return is_feeding(game) and game.leftover > 0


def _has_removed(game: State) -> bool:
    return bool(game.removed[0])


def on_it(write: Callable[[State, Smalls], object]) -> Way:
    """Something about the cards on a species."""
    return Way(lambda game, species: write(game, worn(game, species)))


def worn(game: State, species: int) -> Smalls:
    """The cards on a species."""
    return game.card[species, : int(game.worn[species])]


def _traits(game: State, worn: Smalls) -> list[str]:
    return ["hidden" if kind == UNSEEN else trait_name(kind) for kind in game.kind[worn].tolist()]


def _numbers(game: State, worn: Smalls) -> list[int | None]:
    return [None if kind == UNSEEN else number_of(kind) for kind in game.kind[worn].tolist()]


def _face_down(game: State, worn: Smalls) -> list[int]:
    found: list[int] = np.flatnonzero(game.known[worn] != EVERYONE).tolist()
    return found


def _species_before(game: State, seat: int) -> list[SpeciesWords]:
    found: list[SpeciesWords] = []
    for one in items_of(game.was_row[seat]):
        worn = game.was_card[one, : int(game.was_worn[one])]
        words = SpeciesWords(
            population=int(game.was_population[one]),
            body=int(game.was_body[one]),
            fat=int(game.was_fat[one]),
            traits=_traits(game, worn),
            numbers=_numbers(game, worn),
            face_down=_face_down(game, worn),
        )
        found.append(words)
    return found


def _new_left(game: State, seat: int) -> int:
    row = items_of(game.was_row[seat])
    return items_of(game.row[seat]).index(row[0]) if row else 0


def _food(game: State, seat: int) -> str | bool:
    card = int(game.food_card[seat])
    return card != NOTHING and (by.said(CARD_NAMES, game.kind[card]) or True)


def _choice(game: State, seat: int) -> ChoiceWords | None:
    if game.stage != Stage.PLAY or game.part[seat] == Choice.CARD:
        return None
    species = int(game.draft_species[seat])
    return ChoiceWords(
        card=CARD_NAMES[game.kind[game.draft_card[seat]]],
        species=items_of(game.row[seat]).index(species) if species != NOTHING else None,
    )


def _spend(game: State) -> list[str]:
    return [CARD_NAMES[kind] for kind in items_of(game.spent)]


# --- tables of food numbers: a known one by name, or one's own as TOML text (EV-RUL-01) -----------

PLACE = "options.numbers"


def read_numbers(value: str, chosen: Mapping[str, str]) -> list[int]:
    """The food numbers of all cards of the chosen deck, in the order of the traits."""
    printed, known = deck.DECKS.get(chosen.get("deck", deck.BASE), {}), record.OPTIONS["numbers"]
    if value in known:
        return [number for numbers in printed.values() for number in numbers]
    if "=" not in value:
        raise Refused(
            say("there is no table of food numbers “{name}”", name=value) + instead(value, known),
            place=PLACE,
        )
    table: dict[str, list[int]] = accept(read_toml(value, PLACE), dict[str, list[int]], PLACE)
    for trait in table:
        if trait not in TRAITS:
            raise Refused(
                say("there is no trait “{name}”", name=trait) + instead(trait, TRAITS), place=PLACE
            )
    for trait, numbers in printed.items():
        lacks = numbers and trait not in table
        refuse_if(bool(lacks), PLACE, mark("the table lacks {trait}"), trait=trait)
        _check_numbers(table.get(trait, []), len(numbers), f"{PLACE}.{trait}")
    return [number for trait in printed for number in table.get(trait, [])]


def _check_numbers(numbers: list[int], copies: int, place: str) -> None:
    count, sentence = len(numbers), mark("there are {copies} cards, not {count}")
    refuse_if(count != copies, place, sentence, copies=copies, count=count)
    sentence = mark("a food number is from {least} to {most}, not {number}")
    for number in numbers:
        wrong = not deck.LEAST_NUMBER <= number <= deck.MOST_NUMBER
        bounds = {"least": deck.LEAST_NUMBER, "most": deck.MOST_NUMBER}
        refuse_if(wrong, place, sentence, number=number, **bounds)


def write_numbers(game: State) -> str:
    """The table a position was made with, as TOML text: the faces of all its cards."""
    return _written_out(*np.sort(game.pool[: int(game.cards)]).tolist())


@lru_cache(64)  # the same in all of a game
def _written_out(*faces: int) -> str:
    numbers: dict[str, list[int]] = {trait: [] for trait in TRAITS}
    for face in faces:
        numbers[trait_name(face)].append(number_of(face))
    return "\n".join(f"{trait} = {own}" for trait, own in numbers.items() if own)
