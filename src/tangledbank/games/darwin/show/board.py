"""The board of Darwin's Choice in words and signs.

Abilities are letters with the number of their symbols: R2 K1 is run 2, cold resistance 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from tangledbank.accept import word_in
from tangledbank.games.darwin.rules import decks
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.decks import Ability, Card, Deck, Diet, EventCard
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.text import position_words as fields
from tangledbank.games.darwin.text import sentences, words
from tangledbank.games.darwin.text.position_words import Document
from tangledbank.games.shared.board import Fact, Piece, Pile, size, titles_by
from tangledbank.games.shared.verbs import SEAT_LETTERS, ActionWords, name_place
from tangledbank.kernel.compiling import plain
from tangledbank.text import kept, mark, say, say_count

LEGEND = mark(
    "The board: abilities are R run, C climb, F fly, S swim, K cold resistance, H heat resistance, "
    "D dig, P poisonous, each with the number of its symbols. "
    "A biome: ← lies left of the decks, → right; plants 2/7 has 2 of 7 left; “counts” makes up "
    "adaptation; a species must have what it “needs”, C/F is one of both. "
    "A species: ✓ has had its base action; fit 4 is its "
    "adaptation, * the best of its biome; 2/3 plants has 2 of the 3 plants it needs, 2/3 both may "
    "eat plants and meat; str is its strength; ♥ on a card is hearts, +2 legs +tail is what fits "
    "on a torso"
)
EMPTY = mark("no species")
TITLES = decks.GROUND_TITLES | {card.id: card.title for card in EventCard}

PHASES = {
    "action": mark("action phase"), "evaluation": mark("evaluation phase"),
    "transition": mark("transition phase"), "change": mark("transition phase"),
    "refill": mark("transition phase"),
}  # fmt: skip
SENTENCES = {reason.id: reason.sentence for reason in Reason}
THERE_ALREADY = "same_biome"  # the reason at the biome that a species would leave
HEAD_MISSING = "head_missing"  # the reason while a body is built from its torso
TOKENS = ("gold", "silver", "bronze")  # in place of a biome (DC-KIDS-9)
DONE_SIGN = "✓"
SIDE_SIGNS = {"left": "←", "right": "→"}

WITH_VALUES = ("create", "add", "with", "take", "remove", "replace", "lose", "hand_over", "ask_for")
OF_HAND = (
    "create",
    "add",
    "with",
    "give",
    "redraw",
    "show",
    "show_all",
    "hand_over",
    "pay",
    "discard",
)
IN_ONE_LINE = ("give", "redraw", "show_all")
SERIES = {
    "small": mark("{first} to {last}. Draw 1 to {n} small cards"),
    "large": mark("{first} to {last}. Draw 1 to {n} large cards"),
}
OF_BODIES = ("remove", "replace", "lose")
ABOUT_SPECIES = ("mutate", "migrate", "devour", "sacrifice", "point", "points", "take_over")


def chapter(view: Document) -> tuple[int, str]:
    """The era and the phase."""
    return view.era, view.phase


def moment(view: Document) -> str:
    """The era of all there are, and the phase."""
    era, last, phase = view.era, _eras(view), view.phase
    if phase == "over":
        return say("The end, after era {era}", era=era)
    if phase == "setup":
        return say("Before the first of {last} eras", last=last)
    return say("Era {era} of {last}, {phase}", era=era, last=last, phase=say(PHASES[phase]))


def _eras(view: Document) -> int:
    """How many eras there are (DC-END-1, DC-SHORT-1, DC-BEG-13)."""
    return sentences.manner_in(view).length(view.options.get("length") == "short")


def facts(view: Document, names: Sequence[str]) -> list[Fact]:
    """The first player and the piles."""
    small, large = size(view.small), size(view.large)
    found = [Fact(say("first player: {name}", name=names[view.first]))]
    if view.phase == "action" and view.seat is not None:
        found.append(Fact(say("turn: {name}", name=names[view.seat])))
    return [*found, Fact(say("small cards {small}, large cards {large}", small=small, large=large))]


def warnings(view: Document) -> list[str]:
    """The event in force, and that the last era has come."""
    if view.phase == "over":
        return []
    lines = []
    card = words.event_card(view.event) if view.event else None
    if card and (card.lasts or view.phase != "action"):
        lines.append(
            say("Event {event}: {meaning}", event=say(card.title), meaning=say(card.meaning))
        )
    if view.era == _eras(view):
        lines.append(say("This is the last era."))
    return lines


def standing(view: Document, seat: int) -> list[str]:
    """Cards and points, and whether the seat has passed."""
    own = view.seats[seat]
    before = own.points
    points = before + sum(species.points for species in own.species)
    parts = [say_count("{n} card", "{n} cards", size(own.hand))]
    if before and points > before:
        parts.append(
            say_count(
                "{n} point ({before} safe)", "{n} points ({before} safe)", points, before=before
            )
        )
    else:
        parts.append(say_count("{n} point", "{n} points", points))
    if sentences.is_in_teams(view):
        parts.append(say("team with {mate}", mate=SEAT_LETTERS[plain(mate_of)(seat)]))
    if own.draws:
        parts.append(say("{n} still to be drawn", n=own.draws))
    is_out = own.passed and view.phase == "action"
    return [*parts, *([say("has passed")] if is_out else [])]


# --- the middle of the table --------------------------------------------------------------------


def middle(view: Document) -> list[Piece]:
    """The biomes from left to right, and the trade zone."""
    return [*biomes(view), _zone(view)]


def biomes(view: Document) -> list[Piece]:
    """The biomes from left to right."""
    around, sides, eats = surroundings(view), _has_sides(view), food_matters(view)
    return [_biome(place, around, sides, eats) for place in view.table]


class Around(NamedTuple):
    """The little that what a biome asks for depends on besides itself."""

    volcano: str = "none"
    deck: str = decks.STANDARD


def surroundings(view: Document) -> Around:
    """What is around the biomes of a table."""
    return Around(view.volcano, view.options.get("deck", decks.STANDARD))


@kept
def _biome(place: fields.BiomeWords, around: Around, has_sides: bool, eats: bool) -> Piece:
    title = words.ground_title(place.biome)
    where = [words.continent_title(place.continent)] if place.continent else []
    side = place.side if has_sides else None
    worth = say_count("{n} point", "{n} points", place.points)
    best = leaders_of(place)
    foods = _supply(place) if eats else []
    said = [*where, *([say(words.SIDE_TITLES[side])] if side else []), worth]
    said += requirements(place.biome, around, in_letters=False)
    said += [long for long, _ in foods]
    if best:
        said.append(say("best adapted {species}", species=best))

    def draw() -> list[Text]:
        return [
            Text(" ".join([*([SIDE_SIGNS[side]] if side else []), *where]), no_wrap=True),
            Text(say("{n} pts", n=place.points), no_wrap=True),
            *(Text(short, no_wrap=True) for _, short in foods),
            Text("; ".join(requirements(place.biome, around, in_letters=True))),
        ]

    return Piece(title, f"{title}: {', '.join(said)}", draw)


def _has_sides(view: Document) -> bool:
    """Whether biomes lie to both sides of the decks, and it can matter (DC-SP-62, DC-KIDS-3)."""
    sides = {place.side for place in view.table}
    return len(sides) > 1 and sentences.manner_in(view).continents


def leaders_of(place: fields.BiomeWords) -> str:
    """The names of the best adapted of a biome."""
    return ", ".join(name_place(*leader) for leader in place.leaders)


def _supply(place: fields.BiomeWords) -> list[tuple[str, str]]:
    """The food of a biome and how much of it is left, in words and in short."""
    plants = {"n": place.plants, "left": place.plants_left}
    meat = {"n": place.meat, "left": place.meat_left}
    return [
        (say("{left} of {n} plants left", **plants), say("plants {left}/{n}", **plants)),
        (say("{left} of {n} meat left", **meat), say("meat {left}/{n}", **meat)),
    ]


def requirements(
    ground: str,
    around: Around,
    in_letters: bool,
    named: Callable[[Sequence[str]], str] = words.ability_titles,
) -> list[str]:
    """What counts in a biome and what it asks for; `named` tells abilities if not by letters."""
    if ground in TOKENS:
        return [say("strength counts")]
    if ground == "volcano":
        if around.volcano != "rainforest":
            return [say("uninhabitable")]
        ground = decks.GROWN_VOLCANO
    biome = next(biome for biome in words.deck_written(around.deck).biomes if biome.id == ground)
    counts, every, some, never = map(abilities_in, (biome.counts, biome.all, biome.any, biome.none))
    if in_letters:
        needs = " ".join(filter(None, [_letters(every), _letters(some, "/")]))
        lines = [(mark("counts {abilities}"), _letters(counts)), (mark("needs {abilities}"), needs)]
        lines.append((mark("not {abilities}"), _letters(never)))
    else:
        lines = [
            (mark("counts {abilities}"), named(counts)),
            (mark("needs {abilities}"), named(every)),
            (mark("needs one of {abilities}"), named(some)),
            (mark("not {abilities}"), named(never)),
        ]
    return [say(form, abilities=those) for form, those in lines if those]


def _letters(abilities: Sequence[str], between: str = " ") -> str:
    return between.join(Ability[ability.upper()].letter for ability in abilities)


def abilities_in(bits: int) -> list[str]:
    """The abilities whose bits are set."""
    return [ability for i, ability in enumerate(decks.ABILITIES) if bits >> i & 1]


def _zone(view: Document) -> Piece:
    zone, title = view.zone, say("Trade zone")
    if not isinstance(zone, list) or not zone:
        line = f"{title}: {zone or say('empty')}"
        return Piece(title, line, lambda: [Text(line)])
    deck = words.deck_in(view)
    cards = by_part(zone, deck)
    said = "; ".join(_card_line(card, deck) for card in cards)
    return Piece(title, f"{title}: {said}", lambda: [Text(f"{title}:")], _in_cyan(cards, deck))


def piles(view: Document) -> Mapping[str, Pile]:
    """What was discarded; all of it lies open (DC-SP-16)."""
    return {
        say("Discarded small cards"): titles(view.small_discard or []),
        say("Discarded large cards"): titles(view.large_discard or []),
        say("Replaced biomes"): [*map(words.ground_title, view.biome_discard)],
        say("Events that are over"): [*map(words.event_title, view.events_gone)],
    }


def why_no_rest(view: Document, seat: int) -> str:
    """Only who has passed in 2 against 2 is asked again and again (DC-SP-64)."""
    if not sentences.is_in_teams(view):
        return say("there is nothing to rest from: who has passed is asked no more in this era")
    if not view.seats[seat].passed:
        return say("you can rest only after you have passed; then no more exchanges are asked for")
    return ""


def food_matters(view: Document) -> bool:
    """Whether species have to eat (DC-BEG-4, DC-KIDS-7)."""
    return sentences.manner_in(view).eats(view.era)


# --- cards --------------------------------------------------------------------------------------


titles = titles_by(words.card_title)


def hand_lines(view: Document, seat: int) -> list[Piece]:
    """A line for each card in a hand, by part, with what is printed on it."""
    cards, deck = view.seats[seat].hand, words.deck_in(view)
    if not isinstance(cards, list):
        return []
    return [
        Piece(_title(card, deck), _card_line(card, deck), partial(_in_cyan, [card], deck))
        for card in by_part(cards, deck)
    ]


def _in_cyan(cards: Sequence[str], deck: Deck) -> list[Text]:
    return [Text(_short_line(card, deck), style="cyan", no_wrap=True) for card in cards]


def known_cards(view: Document, seat: int, has_signs: bool) -> str:
    """The cards of another hand that are known, if there are any."""
    cards, deck = view.seats[seat].hand, words.deck_in(view)
    line = _short_line if has_signs else _card_line
    those = "; ".join(line(card, deck) for card in by_part(seen(cards), deck))
    return say("Known cards: {cards}", cards=those) if those else ""


def series(
    actions: Sequence[ActionWords], groups: Sequence[tuple[str, str]]
) -> dict[int, tuple[int, str]]:
    """Draws of one to so many cards of a size, and what can be done with any card of the hand."""
    found: dict[int, tuple[int, str]] = {}
    for heading, run in groupby(range(len(actions)), key=lambda i: groups[i][0]):
        numbers = list(run)
        first, count = numbers[0], len(numbers)
        verb = word_in(actions[first], "do")
        if count > 1 and verb == "draw":
            form = SERIES[word_in(actions[first], "size")]
            found[first] = (count, say(form, first=first + 1, last=first + count, n=count))
        elif count > 1 and verb in IN_ONE_LINE:
            items = ", ".join(f"{i + 1} {groups[i][1]}" for i in numbers)
            found[first] = (count, f"{heading}: {items}")
    return found


def with_ids(text: str, view: Document, seat: int) -> str:
    """A typed action with cards by their ids: an animal will do where one card of it can be meant.

    Whether a name stands for a card depends on the verb before it: one takes from the trade zone,
    loses what a species has, and does all else with the hand.
    """
    taken = view.draft.take if view.draft else None
    hand = [*seen(view.seats[seat].hand), *([taken] if taken else [])]
    bodies = [card for one in view.seats[seat].species for card in one.cards]
    pools: dict[str, list[str]] = dict.fromkeys(OF_HAND, hand) | dict.fromkeys(OF_BODIES, bodies)
    mate = plain(mate_of)(seat) if sentences.is_in_teams(view) else seat
    theirs = seen(view.seats[mate].hand)
    pools |= {"take": seen(view.zone), "ask_for": theirs, "place": [], "to": []}
    pieces = re.split(rf"\b({'|'.join(pools)})\b", text, flags=re.IGNORECASE)
    for i in range(1, len(pieces), 2):
        verb = pieces[i].lower()
        names = (_id(name, pools[verb]) for name in pieces[i + 1].split(","))
        pieces[i + 1] = f" {f' {verb} '.join(names)} "
    return "".join(pieces).strip()


def seen(cards: Pile | None) -> list[str]:
    """Those cards whose faces are seen."""
    return [card for card in cards if card != words.HIDDEN] if isinstance(cards, list) else []


def _id(name: str, cards: Sequence[str]) -> str:
    """The id of the card that is called so, or the name as it was."""
    called = name.strip().lower()
    found = [card for card in cards if words.card_title(card).lower() == called]
    found = found or [card for card in cards if words.animal_title(card).lower() == called]
    return found[0] if len(set(found)) == 1 else name.strip()


def about(name: str, view: Document) -> list[str]:
    """All cards of an animal, one of them, or those of a species, with what is printed on them."""
    called, deck = name.lower(), words.deck_in(view)
    for seat, owner in enumerate(view.seats):
        for index, species in enumerate(owner.species):
            if name_place(seat, index).lower() == called:
                return [_card_line(card, deck) for card in by_part(species.cards, deck)]
    return [
        f"{words.card_title(card)}: {words.printed(card)}"
        for card in deck.cards
        if called in (card.id, words.animal_title(card).lower(), words.card_title(card).lower())
    ]


def lists_hand(_view: Document) -> bool:
    """Never: a card can be used in several ways, so choices stand under what they do."""
    return False


def by_part(cards: Sequence[str], deck: Deck) -> list[str]:
    """Cards in the order of the parts they are; those not seen come last."""
    return sorted(
        cards, key=lambda card: _card(card, deck).part if card != words.HIDDEN else len(decks.PARTS)
    )


def _card(card: str, deck: Deck) -> Card:
    return deck.cards[deck.kind(card)]


def _title(card: str, deck: Deck) -> str:
    return words.card_title(card if card == words.HIDDEN else _card(card, deck))


def _card_line(card: str, deck: Deck) -> str:
    """A card with all that is printed on it, in words."""
    title = _title(card, deck)
    return title if card == words.HIDDEN else f"{title}: {words.printed(_card(card, deck))}"


def _short_line(card: str, deck: Deck) -> str:
    """The same with letters."""
    return " ".join(filter(None, [_title(card, deck), _short(card, deck)]))


def _short(card: str, deck: Deck) -> str:
    return words.in_short(_card(card, deck)) if card != words.HIDDEN else ""


# --- species ------------------------------------------------------------------------------------


def pieces(view: Document, seat: int) -> list[Piece]:
    """The species of a seat, the oldest first."""
    row = enumerate(view.seats[seat].species)
    eats, has_hearts = food_matters(view), sentences.manner_in(view).has_food
    return [_species(name_place(seat, index), one, eats, has_hearts) for index, one in row]


@kept
def _species(short: str, species: fields.SpeciesWords, eats: bool, has_hearts: bool) -> Piece:
    biome = words.ground_title(species.biome)
    got, need = sum(species.food or [0]), species.hearts
    hearts = say("hearts {n}", n=need) if has_hearts else ""
    food = say(Diet[species.diet.upper()].eats) if species.diet else ""
    trouble = trouble_of(species, eats)
    said = [
        say("{name} in {biome}", name=species.name or short, biome=biome),
        words.diet_title(species.diet),
        say("adaptation {n}", n=species.adaptation),
        say("best adapted there") if species.leads else "",
        say("{got} of {need} food", got=got, need=need) if eats else hearts,
        trouble,
        say("strength {n}", n=species.strength),
        words.powers_title(species.abilities),
        say_count("{n} point", "{n} points", species.points),
        say("done in this era") if species.done else "",
    ]
    fed = f"{got}/{need} {food}" if eats else f"♥{need}" if hearts else ""
    if not species.fits:
        fed += f" {trouble}"
    return Piece(
        short,
        f"{short}: {', '.join(filter(None, said))}",
        lambda: _cells(species, biome, fed, trouble),
    )


def _cells(species: fields.SpeciesWords, biome: str, fed: str, trouble: str) -> list[Text]:
    best = "*" if species.leads else ""
    return [
        Text(DONE_SIGN if species.done else " "),
        Text(biome, no_wrap=True),
        Text(say("fit {n}", n=species.adaptation) + best, no_wrap=True),
        Text(fed, style="bold red" if trouble else "", no_wrap=True),
        Text(say("str {n}", n=species.strength), no_wrap=True),
        Text(words.letters(species.abilities, ""), no_wrap=True),
        Text(say("{n} pts", n=species.points), no_wrap=True),
        Text(species.name, no_wrap=True, overflow="ellipsis"),  # `? B1` tells it whole
    ]


def trouble_of(species: fields.SpeciesWords, eats: bool) -> str:
    """Why a species would not survive as it is, in a word."""
    if not species.fits:
        return say("unfit")
    return say("hungry") if eats and not species.fed else ""


# --- the draft of a turn ------------------------------------------------------------------------


def sketch(view: Document) -> list[str]:
    """What the turn that is begun would do, after every step of it."""
    body = [_body(view.preview, view)] if view.preview else []
    return [*exchange(view), *body, *body_change(view), *(line for _, line in homes(view))]


def exchange(view: Document) -> list[str]:
    """What is given into the trade zone and taken out of it."""
    draft = sentences.draft_in(view)
    if not draft or not draft.give:
        return []
    given = words.card_title(draft.give)
    if draft.take:
        taken = words.card_title(draft.take)
        return [say("Exchange: {given} for {taken}.", given=given, taken=taken)]
    return [say("Exchange: {given} for a card you choose now.", given=given)]


def homes(view: Document) -> list[tuple[bool, str]]:
    """Whether each biome would have the drafted species, and how or why not.

    Only once, if all refuse it for one reason.
    """
    draft, preview = sentences.draft_in(view) or fields.DraftWords(), view.preview
    if preview is None:
        return []
    is_chosen = draft.plan in ("placed", "moved")
    found = [
        home
        for home in preview.biomes
        if home.reason != THERE_ALREADY and (not is_chosen or home.biome == draft.biome)
    ]
    if len(found) > 1 and all(home.reason == HEAD_MISSING for home in found):
        fits = (
            say("{biome} {n}", biome=words.ground_title(home.biome), n=home.adaptation)
            for home in found
        )
        so_far = say("Adaptation so far: {biomes}.", biomes=", ".join(fits))
        return [(False, f"{say(SENTENCES[HEAD_MISSING])} {so_far}")]
    return [(home.possible, _home(home, preview.hearts, view)) for home in found]


def _body(preview: fields.PreviewWords, view: Document) -> str:
    """The drafted species itself."""
    parts = [
        words.diet_title(preview.diet) or say("no head yet"),
        words.powers_title(preview.abilities) or say("no abilities"),
        say("hearts {n}", n=preview.hearts) if sentences.manner_in(view).has_food else "",
        say("strength {n}", n=preview.strength),
        price_of(preview),
    ]
    said = ", ".join(filter(None, parts))
    return say("The species: {name}: {parts}", name=preview.name, parts=said)


def price_of(preview: fields.PreviewWords) -> str:
    """What a mutation costs, if it costs anything."""
    price = preview.price
    return say_count("costs {n} of its points", "costs {n} of its points", price) if price else ""


def body_change(view: Document) -> list[str]:
    """The cards that are laid, and those taken off."""
    draft = sentences.draft_in(view) or fields.DraftWords()
    laid = say("cards laid: {cards}", cards=words.card_titles(draft.cards)) if draft.cards else ""
    off = say("taken off: {cards}", cards=words.card_titles(draft.removed)) if draft.removed else ""
    return ["; ".join(filter(None, [laid, off]))] if laid or off else []


def _home(home: fields.HomeWords, need: int, view: Document) -> str:
    """What the drafted species would find in a biome, or why it cannot be there."""
    title = words.ground_title(home.biome)
    if home.possible:
        return f"{title}: {', '.join(_prospects(home, need, view))}"
    form = SENTENCES.get(home.reason, "")
    separator = say(" or ") if home.reason == "lacks_any" else ", "
    why = say(
        form or mark("not possible"),
        biome=title,
        abilities=separator.join(map(words.ability_title, home.needs)),
        got=sum(home.food) + home.prey,
        need=need,
    )
    return why if "{biome}" in form else f"{title}: {why}"


def _prospects(home: fields.HomeWords, need: int, view: Document) -> list[str]:
    """How a species would do in a biome, and against whom."""
    fit = say("adaptation {n}", n=home.adaptation)
    rivals = _rivals(home, view)
    parts = [say("{fit} against {rivals}", fit=fit, rivals=rivals) if rivals else fit]
    if home.food and food_matters(view):
        parts.append(say("{got} of {need} food", got=sum(home.food), need=need))
        if home.possible and sum(home.food) < need:
            parts.append(say("the rest as prey"))  # DC-CREATE-11
    pushed = ", ".join(name_place(*place) for place in home.pushes_out)
    return [*parts, *([say("takes the food of {species}", species=pushed)] if pushed else [])]


def _rivals(home: fields.HomeWords, view: Document) -> str:
    """The best adapted of a biome besides the drafted species; its strength where that decides."""
    moved = (view.seat, view.draft.species if view.draft else None)
    there = [
        (one.adaptation, one.strength, name_place(seat, index))
        for seat, owner in enumerate(view.seats)
        for index, one in enumerate(owner.species)
        if one.biome == home.biome and one.fits and (seat, index) != moved
    ]
    if not there:
        return ""
    fit, strength, name = max(there)
    if fit == home.adaptation and sentences.manner_in(view).strength:
        return say("{n} of {species} with strength {m}", n=fit, species=name, m=strength)
    return say("{n} of {species}", n=fit, species=name)


def note(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """What a card brings, what a biome offers, or how a species stands."""
    verb = word_in(action, "do")
    if verb in WITH_VALUES:
        card, deck = sentences.card_in(action), words.deck_in(view)
        short = "" if verb == "create" else _short(card, deck)  # the hand stands above
        return f": {words.printed(_card(card, deck))}", f" {short}" if short else ""
    if verb in ("place", "to"):
        worth = next((one.points for one in view.table if one.biome == action["biome"]), 0)
        points = say_count("{n} point", "{n} points", worth)
        return f" ({points})", f" ({points})"  # the sketch tells the rest
    place = sentences.place_of(action, view, seat) if verb in ABOUT_SPECIES else None
    if place is None:
        return "", ""
    species = sentences.species_at(place, view)
    biome, trouble = words.ground_title(species.biome), trouble_of(species, food_matters(view))
    parts = [
        biome,
        say("adaptation {n}", n=species.adaptation),
        trouble,
        say_count("{n} point", "{n} points", species.points),
    ]
    short = ", ".join(filter(None, [biome, trouble]))
    return f", {', '.join(filter(None, parts))}", f" ({short})"
