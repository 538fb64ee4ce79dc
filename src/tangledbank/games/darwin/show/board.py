"""The board of Darwin's Choice in words and signs.

Abilities are letters with the number of their symbols: R2 K1 is run 2, cold resistance 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from rich.text import Text

from tangledbank.games.darwin.rules import decks
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.decks import Ability, Card, Deck, Diet, EventCard
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.text import sentences
from tangledbank.games.darwin.text.words import (
    HIDDEN,
    SIDE_TITLES,
    ability_titles,
    animal_title,
    card_title,
    card_titles,
    continent_title,
    deck_in,
    diet_title,
    event_card,
    event_title,
    ground_title,
    in_short,
    letters,
    powers_title,
    printed,
)
from tangledbank.games.shared.board import Fact, Piece, titles_by
from tangledbank.games.shared.verbs import SEAT_LETTERS, Words, name_place, species_at
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
CHAPTER = ("era", "phase")

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


def moment(view: Words) -> str:
    """The era and the phase."""
    era, last = view.get("era", 1), _eras(view)
    phase = view.get("phase", "action")
    if phase == "over":
        return say("The end, after era {era}", era=era)
    if phase == "setup":
        return say("Before the first of {last} eras", last=last)
    return say("Era {era} of {last}, {phase}", era=era, last=last, phase=say(PHASES[phase]))


def _eras(view: Words) -> int:
    """How many eras there are (DC-END-1, DC-SHORT-1, DC-BEG-13)."""
    return sentences.manner_in(view).length(view.get("options", {}).get("length") == "short")


def facts(view: Words, names: Sequence[str]) -> list[Fact]:
    """The first player and the piles."""
    small, large = (_size(view.get(size)) for size in ("small", "large"))
    found = [Fact(say("first player: {name}", name=names[view.get("first", 0)]))]
    if view.get("phase") == "action" and view.get("seat") is not None:
        found.append(Fact(say("turn: {name}", name=names[view["seat"]])))
    return [*found, Fact(say("small cards {small}, large cards {large}", small=small, large=large))]


def warnings(view: Words) -> list[str]:
    """The event in force, and that the last era has come."""
    if view.get("phase") == "over":
        return []
    lines = []
    card = event_card(view["event"]) if view.get("event") else None
    if card and (card.lasts or view.get("phase") != "action"):
        lines.append(
            say("Event {event}: {meaning}", event=say(card.title), meaning=say(card.meaning))
        )
    if view.get("era", 1) == _eras(view):
        lines.append(say("This is the last era."))
    return lines


def _size(pile: int | list[str] | None) -> int:
    return len(pile) if isinstance(pile, list) else pile or 0


def standing(view: Words, seat: int) -> list[str]:
    """Cards and points, and whether the seat has passed."""
    words = view["seats"][seat]
    before = words.get("points", 0)
    points = before + sum(species.get("points", 0) for species in words.get("species", []))
    parts = [say_count("{n} card", "{n} cards", _size(words.get("hand")))]
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
    if words.get("draws"):
        parts.append(say("{n} still to be drawn", n=words["draws"]))
    is_out = words.get("passed") and view.get("phase") == "action"
    return [*parts, *([say("has passed")] if is_out else [])]


# --- the middle of the table --------------------------------------------------------------------


def middle(view: Words) -> list[Piece]:
    """The biomes from left to right, and the trade zone."""
    return [*biomes(view), _zone(view)]


def biomes(view: Words) -> list[Piece]:
    """The biomes from left to right."""
    around, sides, eats = surroundings(view), _has_sides(view), food_matters(view)
    return [_biome(place, around, sides, eats) for place in view.get("table", [])]


def surroundings(view: Words) -> Words:
    """The little that what a biome asks for depends on besides itself."""
    return {
        "volcano": view.get("volcano"),
        "options": {"deck": view.get("options", {}).get("deck", decks.STANDARD)},
    }


@kept
def _biome(place: Words, around: Words, has_sides: bool, eats: bool) -> Piece:
    title = ground_title(place["biome"])
    where = [continent_title(place["continent"])] if place.get("continent") else []
    side = place.get("side") if has_sides else None
    points = place.get("points", 0)
    worth = say_count("{n} point", "{n} points", points)
    best = ", ".join(name_place(*leader) for leader in place.get("leaders", []))
    foods = _supply(place) if eats else []
    said = [*where, *([say(SIDE_TITLES[side])] if side else []), worth]
    said += requirements(place, around, in_letters=False)
    said += [long for long, _ in foods]
    if best:
        said.append(say("best adapted {species}", species=best))

    def draw() -> list[Text]:
        return [
            Text(" ".join([*([SIDE_SIGNS[side]] if side else []), *where]), no_wrap=True),
            Text(say("{n} pts", n=points), no_wrap=True),
            *(Text(short, no_wrap=True) for _, short in foods),
            Text("; ".join(requirements(place, around, in_letters=True))),
        ]

    return Piece(title, f"{title}: {', '.join(said)}", draw)


def _has_sides(view: Words) -> bool:
    """Whether biomes lie to both sides of the decks, and it can matter (DC-SP-62, DC-KIDS-3)."""
    sides = {place.get("side") for place in view.get("table", [])}
    return len(sides) > 1 and sentences.manner_in(view).continents


def _supply(place: Words) -> list[tuple[str, str]]:
    """The food of a biome and how much of it is left, in words and in short."""
    plants: dict[str, int] = {"n": place.get("plants", 0), "left": place.get("plants_left", 0)}
    meat: dict[str, int] = {"n": place.get("meat", 0), "left": place.get("meat_left", 0)}
    return [
        (say("{left} of {n} plants left", **plants), say("plants {left}/{n}", **plants)),
        (say("{left} of {n} meat left", **meat), say("meat {left}/{n}", **meat)),
    ]


def requirements(
    place: Words,
    view: Words,
    in_letters: bool,
    named: Callable[[Sequence[str]], str] = ability_titles,
) -> list[str]:
    """What counts in a biome and what it asks for; `named` tells abilities if not by letters."""
    ground = place["biome"]
    if ground in TOKENS:
        return [say("strength counts")]
    if ground == "volcano":
        if view.get("volcano") != "rainforest":
            return [say("uninhabitable")]
        ground = decks.GROWN_VOLCANO
    biome = next(biome for biome in deck_in(view).biomes if biome.id == ground)
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


def _zone(view: Words) -> Piece:
    zone, title = view.get("zone"), say("Trade zone")
    if not isinstance(zone, list) or not zone:
        line = f"{title}: {zone or say('empty')}"
        return Piece(title, line, lambda: [Text(line)])
    deck = deck_in(view)
    cards = by_part(zone, deck)
    said = "; ".join(_card_line(card, deck) for card in cards)
    return Piece(title, f"{title}: {said}", lambda: [Text(f"{title}:")], _in_cyan(cards, deck))


def piles(view: Words) -> dict[str, list[str]]:
    """What was discarded; all of it lies open (DC-SP-16)."""
    return {
        say("Discarded small cards"): titles(view.get("small_discard") or []),
        say("Discarded large cards"): titles(view.get("large_discard") or []),
        say("Replaced biomes"): [*map(ground_title, view.get("biome_discard", []))],
        say("Events that are over"): [*map(event_title, view.get("events_gone", []))],
    }


def why_no_rest(view: Words, seat: int) -> str:
    """Only who has passed in 2 against 2 is asked again and again (DC-SP-64)."""
    if not sentences.is_in_teams(view):
        return say("there is nothing to rest from: who has passed is asked no more in this era")
    if not view["seats"][seat].get("passed"):
        return say("you can rest only after you have passed; then no more exchanges are asked for")
    return ""


def food_matters(view: Words) -> bool:
    """Whether species have to eat (DC-BEG-4, DC-KIDS-7)."""
    return sentences.manner_in(view).eats(view.get("era", 1))


# --- cards --------------------------------------------------------------------------------------


titles = titles_by(card_title)


def hand_lines(view: Words, seat: int) -> list[Piece]:
    """A line for each card in a hand, by part, with what is printed on it."""
    cards, deck = view["seats"][seat].get("hand"), deck_in(view)
    if not isinstance(cards, list):
        return []
    return [
        Piece(_title(card, deck), _card_line(card, deck), partial(_in_cyan, [card], deck))
        for card in by_part(cards, deck)
    ]


def _in_cyan(cards: Sequence[str], deck: Deck) -> list[Text]:
    return [Text(_short_line(card, deck), style="cyan", no_wrap=True) for card in cards]


def known_cards(view: Words, seat: int, has_signs: bool) -> str:
    """The cards of another hand that are known, if there are any."""
    cards, deck = view["seats"][seat].get("hand"), deck_in(view)
    line = _short_line if has_signs else _card_line
    those = "; ".join(line(card, deck) for card in by_part(seen(cards), deck))
    return say("Known cards: {cards}", cards=those) if those else ""


def series(
    actions: Sequence[Words], groups: Sequence[tuple[str, str]]
) -> dict[int, tuple[int, str]]:
    """Draws of one to so many cards of a size, and what can be done with any card of the hand."""
    found: dict[int, tuple[int, str]] = {}
    for heading, run in groupby(range(len(actions)), key=lambda i: groups[i][0]):
        numbers = list(run)
        first, count = numbers[0], len(numbers)
        verb = actions[first]["do"]
        if count > 1 and verb == "draw":
            form = SERIES[actions[first]["size"]]
            found[first] = (count, say(form, first=first + 1, last=first + count, n=count))
        elif count > 1 and verb in IN_ONE_LINE:
            items = ", ".join(f"{i + 1} {groups[i][1]}" for i in numbers)
            found[first] = (count, f"{heading}: {items}")
    return found


def with_ids(text: str, view: Words, seat: int) -> str:
    """A typed action with cards by their ids: an animal will do where one card of it can be meant.

    Whether a name stands for a card depends on the verb before it: one takes from the trade zone,
    loses what a species has, and does all else with the hand.
    """
    hand = [
        *seen(view["seats"][seat].get("hand")),
        *filter(None, [sentences.draft_in(view).get("take")]),
    ]
    bodies = [card for one in view["seats"][seat].get("species", []) for card in one["cards"]]
    pools: dict[str, list[str]] = dict.fromkeys(OF_HAND, hand) | dict.fromkeys(OF_BODIES, bodies)
    mate = plain(mate_of)(seat) if sentences.is_in_teams(view) else seat
    theirs = seen(view["seats"][mate].get("hand"))
    pools |= {"take": seen(view.get("zone")), "ask_for": theirs, "place": [], "to": []}
    pieces = re.split(rf"\b({'|'.join(pools)})\b", text, flags=re.IGNORECASE)
    for i in range(1, len(pieces), 2):
        verb = pieces[i].lower()
        names = (_id(name, pools[verb]) for name in pieces[i + 1].split(","))
        pieces[i + 1] = f" {f' {verb} '.join(names)} "
    return "".join(pieces).strip()


def seen(cards: int | list[str] | None) -> list[str]:
    """Those cards whose faces are seen."""
    return [card for card in cards if card != HIDDEN] if isinstance(cards, list) else []


def _id(name: str, cards: Sequence[str]) -> str:
    """The id of the card that is called so, or the name as it was."""
    called = name.strip().lower()
    found = [card for card in cards if card_title(card).lower() == called]
    found = found or [card for card in cards if animal_title(card).lower() == called]
    return found[0] if len(set(found)) == 1 else name.strip()


def about(name: str, view: Words) -> list[str]:
    """All cards of an animal, one of them, or those of a species, with what is printed on them."""
    called, deck = name.lower(), deck_in(view)
    for seat, owner in enumerate(view["seats"]):
        for index, words in enumerate(owner.get("species", [])):
            if name_place(seat, index).lower() == called:
                return [_card_line(card, deck) for card in by_part(words["cards"], deck)]
    return [
        f"{card_title(card)}: {printed(card)}"
        for card in deck.cards
        if called in (card.id, animal_title(card).lower(), card_title(card).lower())
    ]


def lists_hand(_view: Words) -> bool:
    """Never: a card can be used in several ways, so choices stand under what they do."""
    return False


def by_part(cards: Sequence[str], deck: Deck) -> list[str]:
    """Cards in the order of the parts they are; those not seen come last."""
    return sorted(
        cards, key=lambda card: _card(card, deck).part if card != HIDDEN else len(decks.PARTS)
    )


def _card(card: str, deck: Deck) -> Card:
    return deck.cards[deck.kind(card)]


def _title(card: str, deck: Deck) -> str:
    return card_title(card if card == HIDDEN else _card(card, deck))


def _card_line(card: str, deck: Deck) -> str:
    """A card with all that is printed on it, in words."""
    title = _title(card, deck)
    return title if card == HIDDEN else f"{title}: {printed(_card(card, deck))}"


def _short_line(card: str, deck: Deck) -> str:
    """The same with letters."""
    return " ".join(filter(None, [_title(card, deck), _short(card, deck)]))


def _short(card: str, deck: Deck) -> str:
    return in_short(_card(card, deck)) if card != HIDDEN else ""


# --- species ------------------------------------------------------------------------------------


def pieces(view: Words, seat: int) -> list[Piece]:
    """The species of a seat, the oldest first."""
    row = enumerate(view["seats"][seat].get("species", []))
    eats, has_hearts = food_matters(view), sentences.manner_in(view).has_food
    return [_species(name_place(seat, index), words, eats, has_hearts) for index, words in row]


@kept
def _species(short: str, words: Words, eats: bool, has_hearts: bool) -> Piece:
    name = words.get("name", "")
    biome = ground_title(words["biome"])
    got, need = sum(words.get("food") or [0]), words.get("hearts", 0)
    hearts = say("hearts {n}", n=need) if has_hearts else ""
    food = say(Diet[words["diet"].upper()].eats) if words.get("diet") else ""
    trouble = trouble_of(words, eats)
    n = words.get("points", 0)
    said = [
        say("{name} in {biome}", name=name or short, biome=biome),
        diet_title(words.get("diet")),
        say("adaptation {n}", n=words.get("adaptation", 0)),
        say("best adapted there") if words.get("leads") else "",
        say("{got} of {need} food", got=got, need=need) if eats else hearts,
        trouble,
        say("strength {n}", n=words.get("strength", 0)),
        powers_title(words.get("abilities", {})),
        say_count("{n} point", "{n} points", n),
        say("done in this era") if words.get("done") else "",
    ]
    fed = f"{got}/{need} {food}" if eats else f"♥{need}" if hearts else ""
    if not words.get("fits"):
        fed += f" {trouble}"
    return Piece(
        short,
        f"{short}: {', '.join(filter(None, said))}",
        lambda: _cells(words, biome, fed, trouble),
    )


def _cells(words: Words, biome: str, fed: str, trouble: str) -> list[Text]:
    return [
        Text(DONE_SIGN if words.get("done") else " "),
        Text(biome, no_wrap=True),
        Text(
            say("fit {n}", n=words.get("adaptation", 0)) + ("*" if words.get("leads") else ""),
            no_wrap=True,
        ),
        Text(fed, style="bold red" if trouble else "", no_wrap=True),
        Text(say("str {n}", n=words.get("strength", 0)), no_wrap=True),
        Text(letters(words.get("abilities", {}), ""), no_wrap=True),
        Text(say("{n} pts", n=words.get("points", 0)), no_wrap=True),
        Text(words.get("name", ""), no_wrap=True, overflow="ellipsis"),  # `? B1` tells it whole
    ]


def trouble_of(words: Words, eats: bool) -> str:
    """Why a species would not survive as it is, in a word."""
    if not words.get("fits"):
        return say("unfit")
    return say("hungry") if eats and not words.get("fed") else ""


# --- the draft of a turn ------------------------------------------------------------------------


def sketch(view: Words) -> list[str]:
    """What the turn that is begun would do, after every step of it."""
    preview = view.get("preview")
    body = [_body(preview, view)] if preview else []
    return [*exchange(view), *body, *body_change(view), *(line for _, line in homes(view))]


def exchange(view: Words) -> list[str]:
    """What is given into the trade zone and taken out of it."""
    draft, lines = sentences.draft_in(view), []
    if draft.get("give"):
        given, taken = card_title(draft["give"]), draft.get("take")
        if taken:
            taken = card_title(taken)
            lines.append(say("Exchange: {given} for {taken}.", given=given, taken=taken))
        else:
            lines.append(say("Exchange: {given} for a card you choose now.", given=given))
    return lines


def homes(view: Words) -> list[tuple[bool, str]]:
    """Whether each biome would have the drafted species, and how or why not.

    Only once, if all refuse it for one reason.
    """
    draft, preview = sentences.draft_in(view), view.get("preview") or {}
    is_chosen = draft.get("plan") in ("placed", "moved")
    found = [
        home
        for home in preview.get("biomes", [])
        if home.get("reason") != THERE_ALREADY
        and (not is_chosen or home["biome"] == draft.get("biome"))
    ]
    if len(found) > 1 and all(home.get("reason") == HEAD_MISSING for home in found):
        fits = (
            say("{biome} {n}", biome=ground_title(home["biome"]), n=home["adaptation"])
            for home in found
        )
        so_far = say("Adaptation so far: {biomes}.", biomes=", ".join(fits))
        return [(False, f"{say(SENTENCES[HEAD_MISSING])} {so_far}")]
    return [(bool(home.get("possible")), _home(home, preview["hearts"], view)) for home in found]


def _body(preview: Words, view: Words) -> str:
    """The drafted species itself."""
    parts = [
        diet_title(preview.get("diet")) or say("no head yet"),
        powers_title(preview.get("abilities", {})) or say("no abilities"),
        say("hearts {n}", n=preview["hearts"]) if sentences.manner_in(view).has_food else "",
        say("strength {n}", n=preview["strength"]),
    ]
    parts = [*filter(None, parts)]
    if preview.get("price"):
        parts.append(
            say_count("costs {n} of its points", "costs {n} of its points", preview["price"])
        )
    return say("The species: {name}: {parts}", name=preview["name"], parts=", ".join(parts))


def _added(draft: Words) -> list[str]:
    cards: list[str] = draft.get("cards", [])
    return cards


def body_change(view: Words) -> list[str]:
    """The cards that are laid, and those taken off."""
    draft = sentences.draft_in(view)
    laid = say("cards laid: {cards}", cards=card_titles(_added(draft))) if _added(draft) else ""
    removed = draft.get("removed", [])
    off = say("taken off: {cards}", cards=card_titles(removed)) if removed else ""
    return ["; ".join(filter(None, [laid, off]))] if laid or off else []


def _home(home: Words, need: int, view: Words) -> str:
    """What the drafted species would find in a biome, or why it cannot be there."""
    title = ground_title(home["biome"])
    if home.get("possible"):
        return f"{title}: {', '.join(_prospects(home, need, view))}"
    reason = home.get("reason", "")
    form = SENTENCES.get(reason, "")
    separator = say(" or ") if reason == "lacks_any" else ", "
    why = say(
        form or mark("not possible"),
        biome=title,
        abilities=separator.join(ability_titles([one]) for one in home.get("needs", [])),
        got=sum(home.get("food", [])) + home.get("prey", 0),
        need=need,
    )
    return why if "{biome}" in form else f"{title}: {why}"


def _prospects(home: Words, need: int, view: Words) -> list[str]:
    """How a species would do in a biome, and against whom."""
    fit = say("adaptation {n}", n=home.get("adaptation", 0))
    rivals = _rivals(home, view)
    parts = [say("{fit} against {rivals}", fit=fit, rivals=rivals) if rivals else fit]
    if home.get("food") and food_matters(view):
        parts.append(say("{got} of {need} food", got=sum(home["food"]), need=need))
        if home.get("possible") and sum(home["food"]) < need:
            parts.append(say("the rest as prey"))  # DC-CREATE-11
    pushed = ", ".join(name_place(*place) for place in home.get("pushes_out", []))
    return [*parts, *([say("takes the food of {species}", species=pushed)] if pushed else [])]


def _rivals(home: Words, view: Words) -> str:
    """The best adapted of a biome besides the drafted species; its strength where that decides."""
    moved = [view.get("seat"), sentences.draft_in(view).get("species")]
    there = [
        (words.get("adaptation", 0), words.get("strength", 0), name_place(seat, index))
        for seat, owner in enumerate(view["seats"])
        for index, words in enumerate(owner.get("species", []))
        if words["biome"] == home["biome"] and words.get("fits") and [seat, index] != moved
    ]
    if not there:
        return ""
    fit, strength, name = max(there)
    if fit == home.get("adaptation", 0) and sentences.manner_in(view).strength:
        return say("{n} of {species} with strength {m}", n=fit, species=name, m=strength)
    return say("{n} of {species}", n=fit, species=name)


def note(action: Words, view: Words, seat: int) -> tuple[str, str]:
    """What a card brings, what a biome offers, or how a species stands."""
    verb = action["do"]
    if verb in WITH_VALUES:
        card, deck = action.get("card") or action["torso"], deck_in(view)
        short = "" if verb == "create" else _short(card, deck)  # the hand stands above
        return f": {printed(_card(card, deck))}", f" {short}" if short else ""
    if verb in ("place", "to"):
        worth = {one["biome"]: one.get("points", 0) for one in view.get("table", [])}
        points = say_count("{n} point", "{n} points", worth.get(action["biome"], 0))
        return f" ({points})", f" ({points})"  # the sketch tells the rest
    place = sentences.place_in(action, view, seat) if verb in ABOUT_SPECIES else None
    if place is None:
        return "", ""
    words = species_at(place, view)
    trouble = trouble_of(words, food_matters(view))
    parts = ", ".join(
        filter(
            None,
            [
                ground_title(words["biome"]),
                say("adaptation {n}", n=words.get("adaptation", 0)),
                trouble,
                say_count("{n} point", "{n} points", words.get("points", 0)),
            ],
        )
    )
    return f", {parts}", f" ({', '.join(filter(None, [ground_title(words['biome']), trouble]))})"
