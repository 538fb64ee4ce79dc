"""A whole position of Darwin's Choice in words: its fields, and how they are written.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from tangledbank.accept import Words
from tangledbank.games.darwin.rules import state as record
from tangledbank.games.darwin.rules import values
from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.decks import ABILITIES, CONTINENTS, DIETS, EVENTS, MAX_CARDS
from tangledbank.games.darwin.rules.state import DRAFT, GROUNDS, NOTHING, STAGES, Plan, Stage, State
from tangledbank.games.darwin.rules.variants import ERAS, manner_at, manner_of
from tangledbank.games.darwin.text.deck import write_deck
from tangledbank.games.darwin.text.words import (
    SPECIES,
    ability_title,
    deck_of,
    ground_title,
    open_grounds,
    species_name,
)
from tangledbank.games.shared import position as by
from tangledbank.games.shared.hidden_cards import AUDIENCE, EVERYONE, UNSEEN
from tangledbank.games.shared.position import Condition, Declared, Way, shown
from tangledbank.games.shared.position_cards import kinds_in
from tangledbank.games.shared.verbs import Fields, Scene
from tangledbank.kernel.records import Ints, States, items_of
from tangledbank.text import say

HIDDEN = "hidden"  # a card whose face is not seen
ANY = "any"  # asked of the teammate: a card of their choice
FOOD = ("plants", "meat", "plants_left", "meat_left", "fed")  # the children's rules know none

# --- how a field is said ------------------------------------------------------------------------


class Seen(Fields):
    """A game and what people read off it, computed once."""

    def __init__(self, game: State):
        """A copy of a game, since the rules compute in it."""
        self.states = np.frombuffer(bytearray(game.tobytes()), game.dtype)
        super().__init__(self.states)
        self.printed = deck_of(game)
        self.grounds = open_grounds(game)
        self.has_food = manner_at(game).has_food
        self.values = np.zeros((record.MAX_SPECIES, values.MEASURES), np.int64)
        values.measure(self.states, self.values)

    def named(self, kinds: Iterable[int]) -> list[str]:
        """The names of some cards."""
        return [HIDDEN if kind == UNSEEN else self.printed.names[kind] for kind in kinds]

    def name_of(self, kinds: Sequence[int]) -> str:
        """The name of a species of these cards."""
        return species_name(self.printed, kinds)

    def kinds_of(self, species: int) -> list[int]:
        """The cards of a species."""
        return kinds_in(self.states[0], self.body[species])


def card(name: str) -> Way:
    """A card by its name; or nothing."""
    return Way(
        lambda seen, *at: by.said(seen.printed.names, getattr(seen, name)[at]),
        by.always,
        name,
        lambda value, game, place: deck_of(game).kind(value, place),
    )


def pile(name: str, *size: int) -> Way:
    """A pile or hand by the names of its cards; if all are hidden, how many they are.

    A deck is told from the top on, where its last card is.
    """

    def write(seen: Seen, *at: int) -> int | list[str]:
        kinds = kinds_in(seen.states[0], getattr(seen, name)[at or size])
        if kinds and all(kind == UNSEEN for kind in kinds):
            return len(kinds)
        return seen.named(reversed(kinds) if name == "deck" else kinds)

    return Way(write)


def listed(name: str, names: Sequence[str], *, from_top: bool = False) -> Way:
    """A list of the record by the names of what it holds."""
    step = -1 if from_top else 1
    return Way(lambda seen: [names[one] for one in items_of(getattr(seen, name))[::step]])


def measured(value: int, kind: type[int], when: Condition = by.always) -> Way:
    """One of the values of a species where it lives."""
    return Way(lambda seen, species: kind(seen.values[species, value]), when)


# --- the fields, each with its natural default; what they mean is told in docs/words-darwin.md ----

if TYPE_CHECKING:
    PlanName = str
    StageName = str
else:
    PlanName, StageName = Literal[record.PLANS], Literal[STAGES[: Stage.OVER + 1]]
Count = Annotated[int, Meta(ge=0, le=MAX_CARDS)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[int, Meta(ge=0, le=255)]
Two = Annotated[int, Meta(ge=0, le=2)]
SeatNumber = Annotated[int, Meta(ge=0, lt=record.MAX_SEATS)]
Index = Annotated[int, Meta(ge=0, lt=record.TOKENS)]  # of a species among those of its owner
Places = Annotated[
    list[Annotated[int, Meta(ge=0, lt=record.PLACES)]], Meta(max_length=record.PLACES)
]
Biomes = Annotated[list[str], Meta(max_length=record.PLACES)]  # or continents, on the table
Pair = Annotated[list[Few], Meta(min_length=2, max_length=2)]
Pile = Count | list[str]  # names of cards, or how many
Body = Annotated[list[str], Meta(min_length=2, max_length=record.MOST_PARTS)]
Mutated = Annotated[list[str], Meta(max_length=record.MOST_MUTATIONS)]
SeenBy = dict[str, list[SeatNumber] | Literal["all"]]


class SpeciesWords(Declared):
    """One species: its cards, where it lives, what lies on it."""

    always = (
        "points", "adaptation", "strength", "hearts", "done", "fed", "fits", "leads", "abilities"
    )  # fmt: skip
    cards: Annotated[Body, Way(lambda seen, one: seen.named(seen.kinds_of(one)))]
    biome: Annotated[str, Way(lambda seen, one: seen.grounds[seen.at[one]])]
    points: Annotated[Points, by.number("points")] = 0
    done: Annotated[bool, by.flag("done")] = False  # its token shows the done side
    food: Annotated[Pair | None, Way(_food)] = None  # plants and meat; default: what it gets
    loses: Annotated[str | None, card("loss")] = None  # Degeneration: the card that is chosen
    gift: Annotated[Points, by.number("gift")] = 0  # Invaders: points its owner has given to it
    chosen: Annotated[bool, by.flag("doomed")] = False  # among tied prey
    # derived; written for the reader, not read
    name: Annotated[str, Way(lambda seen, one: seen.name_of(seen.kinds_of(one)))] = ""
    abilities: Annotated[dict[str, int], Way(_abilities)] = {}
    adaptation: Annotated[int, measured(values.ADAPTATION, int)] = 0
    strength: Annotated[int, measured(values.STRENGTH, int)] = 0
    hearts: Annotated[int, shown(by.number("need"))] = 0
    diet: Annotated[str, shown(by.named("diet", DIETS))] = ""
    fed: Annotated[bool, measured(values.FED, bool, lambda seen: seen.has_food)] = False
    fits: Annotated[bool, Way(_fits)] = False
    leads: Annotated[bool, measured(values.LEADS, bool)] = False  # the continent token lies there


class DraftWords(Declared):
    """What the seat whose turn it is has begun; nobody else sees it."""

    give: Annotated[str | None, card("draft_give")] = None
    take: Annotated[str | None, card("draft_take")] = None  # for this card of the trade zone
    plan: Annotated[PlanName, by.named("plan", record.PLANS)] = "idle"
    species: Index | None = None
    cards: Annotated[list[str], Meta(max_length=record.MOST_PARTS)] = []  # laid or added, in order
    removed: Mutated = []
    replacing: Annotated[str | None, shown(card("draft_old"))] = None
    mutations: Annotated[Two, shown(by.number("mutations"))] = 0
    biome: str | None = None


class SeatWords(Declared):
    """What lies before one seat."""

    always = ("hand", "species", "points")
    hand: Annotated[Pile, pile("hand")] = 0  # “hidden” is a card whose face is not seen
    seen: Annotated[SeenBy, Way(_seen_by)] = {}  # who else has seen a card of this hand
    species: Annotated[
        list[SpeciesWords], Meta(max_length=record.TOKENS), by.in_row(SpeciesWords)
    ] = []
    points: Annotated[Points, by.number("front")] = 0  # before the player
    draws: Annotated[Count, by.number("to_draw")] = 0  # cards still to be drawn
    passed: Annotated[bool, by.bit("passed")] = False
    acted: Annotated[bool, by.bit("acted")] = False  # has made the first action of the era
    redrawn: Annotated[bool, by.bit("redrawn")] = False  # in this era; or has a changed hand
    new_hands: Annotated[int, Meta(ge=0, le=record.MOST_FRESH), by.number("fresh")] = 0
    shown: Annotated[int, Meta(ge=0, le=record.MOST_SHOWN), by.number("shows")] = 0
    loses: Annotated[Index | None, Way(_lost)] = None  # Invaders: the species that is lost …
    freed: Annotated[Points, by.number("freed")] = 0  # … and its points that are not given out yet


class BiomeWords(Declared):
    """A place of the table, for the reader."""

    always = (*FOOD[:4], "points", "leaders")
    biome: str
    continent: str = ""
    side: str = ""
    points: int = 0
    plants: int = 0
    meat: int = 0
    plants_left: int = 0
    meat_left: int = 0
    leaders: list[list[int]] = []  # beside whom the continent token lies, as [seat, index]


class HomeWords(Declared):
    """What the drafted species would find in one biome."""

    biome: str
    adaptation: int
    possible: bool
    reason: str = ""  # the name of a reason, if it is not possible
    needs: list[str] = []  # abilities it lacks or must not have
    food: list[int] = []  # plants and meat it would get; the children's rules know none
    prey: int = 0  # what it would get by devouring others
    pushes_out: list[list[int]] = []  # fed now, but not any more, as [seat, index]


class PreviewWords(Declared):
    """What the drafted species would be."""

    name: str
    abilities: dict[str, int]
    hearts: int
    strength: int
    diet: str = ""
    price: int = 0  # points the mutation costs
    biomes: list[HomeWords] = []


class AskWords(Declared):
    """2 against 2: what is asked for, or still to be paid."""

    card: Annotated[str | None, Way(_asked)] = None  # “any” leaves it to the teammate
    species: Annotated[list[int] | None, Way(_coveted)] = None  # [seat, index]
    owed: Annotated[Two, by.number("owed")] = 0
    price: Annotated[Two, by.number("price")] = 0
    received: Annotated[str | None, card("received")] = None
    refused: Annotated[list[str], Way(_refused)] = []  # cards, in this turn
    unwilling: Annotated[list[list[int]], Way(_unwilling)] = []  # species, as [seat, index]
    took_over: Annotated[bool, by.flag("took_over")] = False


class Document(Declared):
    """A whole position. All seats and species are counted from 0."""

    always = ("phase", "era", "first", "event")
    seats: Annotated[list[SeatWords], by.each(SeatWords)]
    options: Annotated[dict[str, str], by.options_of(record.OPTIONS, deck=_deck)] = {}
    # “evaluation”, “transition”, “change” and “refill” are moments at which things happen by
    # themselves: steps 1 and 2; the event; the Biome change; food, trade zone and hands
    phase: Annotated[
        Literal["setup", "action", "evaluation", "transition", "change", "refill", "over"],
        shown(by.named("phase", record.PHASES)),
    ] = "action"
    era: Annotated[int, Meta(ge=0, le=int(ERAS.max())), by.number("turn")] = 1
    first: Annotated[SeatNumber, by.seat("first")] = 0
    seat: Annotated[SeatNumber | None, by.seat("mover")] = None  # default: the first player's turn
    biomes: Annotated[Biomes, Way(lambda seen: seen.grounds)] = []  # default: dealt
    continents: Annotated[Biomes, Way(_continents)] = []
    volcano: Annotated[
        Literal["none", "young", "rainforest"], shown(by.named("volcano", record.AGES))
    ] = "none"
    event: Annotated[str | None, shown(by.named("event", EVENTS))] = None
    zone: Annotated[Pile | None, pile("zone")] = None  # default: as many as the players have
    small: Annotated[Pile | None, pile("deck", 0)] = None  # the decks, names from the top on
    large: Annotated[Pile | None, pile("deck", 1)] = None
    small_discard: Annotated[Pile | None, pile("discard", 0)] = None
    large_discard: Annotated[Pile | None, pile("discard", 1)] = None
    # from the top on; default: all that are left, shuffled
    biome_deck: Annotated[list[str] | None, listed("biome_deck", GROUNDS, from_top=True)] = None
    biome_discard: Annotated[list[str], listed("biome_discard", GROUNDS)] = []
    biomes_out: Annotated[list[str] | None, listed("biomes_out", GROUNDS)] = None
    event_deck: Annotated[list[str] | None, listed("events_left", EVENTS, from_top=True)] = None
    events_gone: Annotated[list[str], listed("events_gone", EVENTS)] = []
    tokens: Annotated[list[str] | None, listed("tokens_left", GROUNDS, from_top=True)] = None
    chance: by.Chance = []  # the generator; default: from seed
    next_places: Annotated[Places, Way(_next_places)] = []  # where the next biomes change
    draft: Annotated[DraftWords | None, Way(_draft)] = None
    ask: Annotated[AskWords | None, Way(_ask)] = None
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Annotated[StageName | None, by.named("stage", STAGES)] = None
    then: Annotated[
        Literal["begin_era", "evaluate"] | None,
        shown(by.named("then", STAGES, by.at_stage(Stage.DRAW))),
    ] = None
    pending: Annotated[list[SeatNumber], Way(_pending)] = []
    involved: Annotated[list[SeatNumber], by.seats("involved")] = []  # who decides in secret
    judged: Annotated[int, Meta(ge=0, le=record.PLACES), by.number("judged")] = 0
    # derived; written for the reader, not read
    table: Annotated[list[BiomeWords], Way(_table)] = []
    preview: Annotated[PreviewWords | None, Way(_preview)] = None
    scores: list[int] = []
    winners: list[int] = []

    def in_words(self, *without: str) -> Words:
        """As others do, but where there is no food nothing is said of it."""
        has_food = manner_of(self.options).has_food
        return super().in_words(*without, *(() if has_food else FOOD))


# --- writing ------------------------------------------------------------------------------------


def write(game: State, standing: list[int], winners: list[int]) -> Document:
    """The position as a document; faces the observation does not show are left out."""
    return Document.of(Seen(game), scores=standing, winners=winners)


def _places(seen: Seen, species: Iterable[int]) -> list[list[int]]:
    """Where some species lie; by seat, since their numbers are others when this is read again."""
    return sorted([*SPECIES.place_of(seen, one)] for one in species)


def _deck(seen: Seen) -> str:
    return write_deck(int(seen.deck_number))


def _food(seen: Seen, species: int) -> list[int]:
    return [int(seen.plants[species]), int(seen.meat[species])]


def _fits(seen: Seen, species: int) -> bool:
    return bool(seen.values[species, values.UNFIT] == Reason.OK)


def _next_places(seen: Seen) -> list[int]:
    return [die - 1 for die in by.loaded(seen)]


def _pending(seen: Seen) -> list[int]:
    return [] if seen.stage in (Stage.TURN, Stage.OVER) else by.bits_in(int(seen.waiting))


def _abilities(seen: Seen, species: int) -> dict[str, int]:
    power = seen.power[species].tolist()
    return {name: power[i] for i, name in enumerate(ABILITIES) if power[i]}


def _seen_by(seen: Seen, seat: int) -> dict[str, list[int] | str]:
    """Who but its holder has seen a card of a hand."""
    found: dict[str, list[int] | str] = {}
    for slot in items_of(seen.hand[seat]):
        known, kind = int(seen.known[slot]), int(seen.kind[slot])
        others = [one for one in by.bits_in(known) if one not in (seat, AUDIENCE)]
        if kind != UNSEEN and others:
            found[seen.printed.names[kind]] = "all" if known == EVERYONE else others
    return found


def _lost(seen: Seen, seat: int) -> int | None:
    lost = int(seen.lost[seat])
    return None if lost == NOTHING else items_of(seen.row[seat]).index(lost)


def _continents(seen: Seen) -> list[str]:
    lying = seen.continent[: len(seen.grounds)]
    return [CONTINENTS[one] for one in lying if one != NOTHING]


def _table(seen: Seen) -> list[BiomeWords]:
    return [_biome(seen, place) for place in range(len(seen.grounds))]


def _biome(seen: Seen, place: int) -> BiomeWords:
    left = np.zeros(5, np.int64)
    values.supply(seen.states, place, left)
    if not seen.has_food:
        left[:4] = 0
    plants, meat, plants_left, meat_left, is_left = left.tolist()
    leads = (seen.living[: record.MAX_SPECIES] > 0) & (seen.at[: record.MAX_SPECIES] == place)
    return BiomeWords(
        biome=seen.grounds[place],
        continent=by.said(CONTINENTS, seen.continent[place]) or "",
        side="left" if is_left else "right",
        points=int(seen.ground_points[seen.ground[place]]),
        plants=plants,
        meat=meat,
        plants_left=plants_left,
        meat_left=meat_left,
        leaders=_places(seen, np.flatnonzero(leads & (seen.values[:, values.LEADS] > 0)).tolist()),
    )


def _draft(seen: Seen) -> DraftWords | None:
    plan, species = int(seen.plan), int(seen.draft_species)
    if plan == Plan.IDLE and seen.trading == record.Trade.NONE:
        return None
    body = items_of(seen.body[DRAFT])
    mutating = plan in (Plan.MUTATING, Plan.REPLACING)
    old = seen.kinds_of(species) if species != NOTHING else []
    cards = body if plan in (Plan.CREATING, Plan.PLACED) else items_of(seen.draft_added)
    return DraftWords.of(
        seen,
        species=None if species == NOTHING else SPECIES.place_of(seen, species)[1],
        cards=seen.named(cards),
        removed=seen.named(kind for kind in old if kind not in body) if mutating else [],
        biome=None if plan in (Plan.IDLE, Plan.CREATING) else seen.grounds[seen.at[DRAFT]],
    )


def _ask(seen: Seen) -> AskWords | None:
    words = AskWords.of(seen)
    return None if words == AskWords() else words


def _coveted(seen: Seen) -> list[int] | None:
    return by.place_of(seen, int(seen.coveted), SPECIES) if seen.stage == Stage.ANSWER else None


def _asked(seen: Seen) -> str | None:
    if seen.coveted != NOTHING or seen.stage != Stage.ANSWER:
        return None
    return ANY if seen.asked == record.ANY_CARD else seen.named([int(seen.asked)])[0]


def _refused(seen: Seen) -> list[str]:
    kinds = np.flatnonzero(seen.refused).tolist()
    return [ANY if kind == record.ANY_CARD else seen.printed.names[kind] for kind in kinds]


def _unwilling(seen: Seen) -> list[list[int]]:
    return _places(seen, np.flatnonzero(seen.unwilling).tolist())


# --- what the drafted species would be, and would find in each biome ------------------------------


def _preview(seen: Seen) -> PreviewWords | None:
    if seen.plan == Plan.IDLE:
        return None
    body = items_of(seen.body[DRAFT])
    has_head = any(seen.printed.cards[kind].diet is not None for kind in body)
    only_here = seen.plan in (Plan.MUTATING, Plan.REPLACING)
    places = [int(seen.at[DRAFT])] if only_here else range(len(seen.grounds))
    return PreviewWords(
        name=seen.name_of(body),
        abilities=_abilities(seen, DRAFT),
        hearts=int(seen.need[DRAFT]),
        strength=int(_trial(seen.states, 0)[1][DRAFT, values.MIGHT]),
        diet=DIETS[seen.diet[DRAFT]] if has_head else "",
        price=int(values.mutation_price(seen.states)),
        biomes=[_home(seen, place) for place in places],
    )


def _trial(states: States, place: int) -> tuple[int, Ints]:
    """Why the draft could not live at a place, and what all there would get."""
    out = np.zeros((record.MAX_SPECIES + 2, values.TRIALS), np.int64)
    return int(values.try_out(states, place, out)), out


def _home(seen: Seen, place: int) -> HomeWords:
    why, out = _trial(seen.states, place)
    fed_before = out[:, values.IS_THERE] & out[:, values.WAS_FED] & (out[:, values.IS_FED] == 0)
    got = out[DRAFT, [values.GOT_PLANTS, values.GOT_MEAT, values.GOT_PREY]].tolist()
    return HomeWords(
        biome=seen.grounds[place],
        adaptation=int(out[DRAFT, values.FIT]),
        possible=why == Reason.OK,
        reason="" if why == Reason.OK else Reason.of(why).id,
        needs=_needs(seen, place, why),
        food=got[:2] if seen.has_food else [],
        prey=got[2] if seen.has_food else 0,
        pushes_out=_places(seen, np.flatnonzero(fed_before[: record.MAX_SPECIES]).tolist()),
    )


def _needs(game: Seen | State, place: int, why: int) -> list[str]:
    """The abilities that the draft lacks at a place, or must not have there."""
    ground, has = int(game.ground[place]), int(game.has[DRAFT])
    bits: dict[int, int] = {
        Reason.LACKS: int(game.ground_all[ground]) & ~has,
        Reason.LACKS_ANY: int(game.ground_any[ground]),
        Reason.FORBIDDEN: int(game.ground_none[ground]) & has,
    }
    return [ABILITIES[i] for i in by.bits_in(bits.get(why, 0))]


def details(reason: str, code: int, scene: Scene[State]) -> Mapping[str, object]:
    """What the sentence of a reason says about one action, as the seat sees it."""
    game = scene.game
    if reason in ("draw_first", "too_many_cards"):
        return {"cards": int(game.to_draw[scene.seat])}
    if reason not in ("lacks", "lacks_any", "forbidden", "too_little_food"):
        return {}
    place = _place(code, game)
    biome = ground_title(open_grounds(game)[place])
    if reason == "too_little_food":
        states = np.frombuffer(bytearray(game.tobytes()), game.dtype)
        got = _trial(states, place)[1][DRAFT, [values.GOT_PLANTS, values.GOT_MEAT, values.GOT_PREY]]
        return {"biome": biome, "got": int(got.sum()), "need": int(game.need[DRAFT])}
    needs = _needs(game, place, Reason[reason.upper()])
    joined = say(" or ") if reason == "lacks_any" else say(" and ")
    return {"biome": biome, "abilities": joined.join(ability_title(name) for name in needs)}


def _place(code: int, game: State) -> int:
    """The place an action is about: the one it names, or where the mutating species lives."""
    if Verb.PLACE <= code < Verb.MUTATE:
        return code - Verb.PLACE
    if Verb.TO <= code < Verb.SHOW:
        return code - Verb.TO
    return int(game.at[DRAFT])
