"""The door to the rules of Darwin's Choice; who knows what, and what must hold."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.body import count_parts, draft_as_it_is, is_a_body, strip
from tangledbank.games.darwin.rules.decks import ABILITIES, BIOMES, MAX_CARDS, Part
from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.drawing import copy_values, drawers, list_draws
from tangledbank.games.darwin.rules.food import meat_of, plants_of
from tangledbank.games.darwin.rules.state import (
    ANY_CARD,
    DRAFT,
    MAX_SPECIES,
    NOTHING,
    PROBE,
    TOKENS,
    Phase,
    Stage,
    State,
    new_states,
)
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.rules.transition import set_up, standing
from tangledbank.games.darwin.rules.variants import food_matters, plays_in_teams
from tangledbank.games.shared.dispatch import bind_all, dispatch
from tangledbank.games.shared.hidden_cards import (
    SEAT_BIT,
    blank_faces,
    count_places,
    deal_faces,
    eye,
    faces_are_the_deck,
)
from tangledbank.games.shared.rows import ViolationRow
from tangledbank.kernel.chance import Generator, shuffle
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, States, find, get, length, sort
from tangledbank.text import mark

# --- what a seat cannot know ---------------------------------------------------------------------


@rule
def blank(game: State, seat: int) -> None:
    """Blank everything `seat` cannot know: faces, choices, drafts, coming chance."""
    hide_choices(game, seat)
    blank_faces(game, seat)
    sort(game.biome_deck)  # what is in these piles is public, in which order is not
    sort(game.events_left)
    sort(game.tokens_left)


@rule(arrays=True)
def deal_again(game: State, seat: int, generator: Generator) -> None:
    """Replace what `seat` cannot know by something that fits all it has seen.

    Others have not yet chosen what they choose in secret. Works on a blanked state as well as on
    a whole one, with the same result.
    """
    hide_choices(game, seat)
    deal_faces(game, seat, generator)
    sort(game.biome_deck)
    sort(game.events_left)
    sort(game.tokens_left)
    shuffle(generator, game.biome_deck[1:], length(game.biome_deck))
    shuffle(generator, game.events_left[1:], length(game.events_left))
    shuffle(generator, game.tokens_left[1:], length(game.tokens_left))


@rule
def hide_choices(game: State, seat: int) -> None:
    """Take back what others have chosen in secret, or begun and not confirmed."""
    if game.mover != seat:
        clear_draft(game)
    for other in range(game.seats):
        if other == seat:
            continue
        sort(game.hand[other])
        forget_who_knows(game, seat, other)
        if game.involved & SEAT_BIT[other] != 0:
            take_back(game, other)
    if plays_in_teams(game) and seat != game.mover and seat != mate_of(int(game.mover)):
        game.refused[:] = 0
        game.received = NOTHING
        if game.stage == Stage.ANSWER and game.asked != NOTHING:
            game.asked = ANY_CARD


@rule
def forget_who_knows(game: State, seat: int, holder: int) -> None:
    """Who else has been shown a card that `seat` has not seen is not for it to know."""
    for i in range(length(game.hand[holder])):
        card = get(game.hand[holder], i)
        if game.known[card] & eye(seat) == 0:
            game.known[card] = SEAT_BIT[holder]


@rule
def take_back(game: State, seat: int) -> None:
    """A seat looks as if it still had to choose."""
    if game.stage == Stage.DEGENERATE:
        game.waiting |= SEAT_BIT[seat]
        for i in range(length(game.row[seat])):
            game.loss[get(game.row[seat], i)] = NOTHING
    elif game.stage == Stage.INVADE:
        game.waiting |= SEAT_BIT[seat]
        game.lost[seat] = NOTHING
        game.freed[seat] = 0
        for i in range(length(game.row[seat])):
            game.gift[get(game.row[seat], i)] = 0


# --- what must hold, for the fuzz run ------------------------------------------------------------


class Violation(ViolationRow):
    """What must hold in every position; the first is that all does."""

    FINE = ""
    MISPLACED = mark("a card lies in two places or in none")
    WRONG_FACES = mark("the faces of the cards are not those of the deck")
    WRONG_ROW = mark("a species is in two rows or in none, or one too many")
    NO_BODY = mark("the cards of a species do not fit together")
    WRONG_VALUES = mark("a species does not add up to its cards")
    LESS_THAN_NOTHING = mark("points or food are less than nothing")
    WRONG_FOOD = mark("more food is given out than there is, or than is needed")
    WRONG_BIOMES = mark("a biome card is in two places or in none")


@rule
def find_violation(game: State) -> int:
    """The first thing that does not hold, or FINE."""
    if not every_card_has_one_place(game):
        return Violation.MISPLACED
    if not faces_are_the_deck(game):
        return Violation.WRONG_FACES
    if not every_biome_has_one_place(game):
        return Violation.WRONG_BIOMES
    alive = 0
    for seat in range(game.seats):
        if game.front[seat] < 0 or game.to_draw[seat] < 0:
            return Violation.LESS_THAN_NOTHING
        if length(game.row[seat]) > TOKENS:
            return Violation.WRONG_ROW
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if int(game.owner[species]) != seat or find(game.row[seat], species) != i:
                return Violation.WRONG_ROW
            violation = find_wrong(game, species)
            if violation != Violation.FINE:
                return violation
            alive += 1
    for species in range(MAX_SPECIES):
        alive -= int(game.living[species])
    if alive != 0:
        return Violation.WRONG_ROW
    return find_wrong_food(game)


@rule
def find_wrong(game: State, species: int) -> int:
    """What does not hold of one species, or FINE."""
    if game.points[species] < 0 or game.plants[species] < 0 or game.meat[species] < 0:
        return Violation.LESS_THAN_NOTHING
    if game.at[species] >= game.places:
        return Violation.WRONG_ROW
    copy_values(game, DRAFT, PROBE)
    draft_as_it_is(game, species)
    fits = is_a_body(game, NOTHING, NOTHING) and count_parts(game, Part.HEAD) == 1
    same = (
        game.need[DRAFT] == game.need[species]
        and game.might[DRAFT] == game.might[species]
        and game.diet[DRAFT] == game.diet[species]
        and game.has[DRAFT] == game.has[species]
    )
    for ability in range(len(ABILITIES)):
        same = same and game.power[DRAFT, ability] == game.power[species, ability]
    copy_values(game, PROBE, DRAFT)
    strip(game, PROBE)
    if not fits:
        return Violation.NO_BODY
    return Violation.FINE if same else Violation.WRONG_VALUES


@rule
def find_wrong_food(game: State) -> int:
    """Nobody has more than it needs; during the action phase it comes from the biome."""
    for species in range(MAX_SPECIES):
        eaten = int(game.plants[species]) + int(game.meat[species])
        if game.living[species] == 1 and eaten > game.need[species]:
            return Violation.WRONG_FOOD
    if game.phase != Phase.ACTION or not food_matters(game):
        return Violation.FINE
    for place in range(game.places):
        plants, meat = plants_of(game, place), meat_of(game, place)
        for species in range(MAX_SPECIES):
            if game.living[species] == 1 and game.at[species] == place:
                plants -= int(game.plants[species])
                meat -= int(game.meat[species])
        if plants < 0 or meat < 0:
            return Violation.WRONG_FOOD
    return Violation.FINE


@rule(arrays=True)
def every_card_has_one_place(game: State) -> bool:
    """Each card is in a pile, in a hand, in the trade zone or on a species: once."""
    places = np.zeros(MAX_CARDS, np.int16)
    for size in range(2):
        count_places(game.deck[size], places)
        count_places(game.discard[size], places)
    count_places(game.zone, places)
    for seat in range(game.seats):
        count_places(game.hand[seat], places)
    for species in range(MAX_SPECIES):
        count_places(game.body[species], places)
    for card in range(game.cards):
        if places[card] != 1:
            return False
    return True


@rule(arrays=True)
def every_biome_has_one_place(game: State) -> bool:
    """Each biome card is open, in the deck, discarded or out of the game: once."""
    places = np.zeros(len(BIOMES), np.int16)
    count_places(game.biome_deck, places)
    count_places(game.biome_discard, places)
    count_places(game.biomes_out, places)
    for place in range(game.places):
        if game.ground[place] < len(BIOMES):
            places[game.ground[place]] += 1
    for biome in range(len(BIOMES)):
        if places[biome] != 1:
            return False
    return True


# --- entries -------------------------------------------------------------------------------------

list_actions, carry_out, refuse, pass_on = dispatch(__package__, Verb, Stage, "turn.why_not_now")


@entry(inline=True)
def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    return int(states[0].waiting)


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many.

    Before its first action of an era a seat may redraw in the turn of another: it has legal
    actions then without being asked (DC-REDRAW-4).
    """
    game = states[0]
    if game.to_draw[seat] > 0:
        return list_draws(game, seat, out)
    if game.stage != Stage.TURN and game.waiting & SEAT_BIT[seat] == 0:
        return 0
    return list_actions(game, seat, out)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while True:
        if game.stage == Stage.TURN:
            game.waiting = drawers(game) | SEAT_BIT[game.mover]
            return
        if game.stage == Stage.DRAW:
            game.waiting = drawers(game)
            if game.waiting != 0:
                return
            game.stage = game.then
        elif game.stage < Stage.BEGIN_ERA:
            return
        else:
            pass_on(game, events)


new, step, settle, observe, redeal, score, broken = bind_all(
    "darwin", empty=new_states(), set_up=set_up, carry_out=carry_out, go_on=go_on, blank=blank,
    deal_again=deal_again, standing=standing, find_violation=find_violation,
)  # fmt: skip


@entry
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    is_draw = action == Verb.DRAW_REST or Verb.DRAW <= action < Verb.REDRAW
    if game.to_draw[seat] > 0 and not is_draw:
        return Reason.DRAW_FIRST
    is_early = action == Verb.NEW_HAND or Verb.REDRAW <= action < Verb.GIVE
    if is_draw or (is_early and game.stage == Stage.TURN):
        return refuse(game, seat, action)  # also in the turn of another (DC-REDRAW-4)
    if game.waiting & SEAT_BIT[seat] == 0 or (game.stage == Stage.TURN and seat != game.mover):
        return Reason.NOT_YOUR_DECISION
    return refuse(game, seat, action)
