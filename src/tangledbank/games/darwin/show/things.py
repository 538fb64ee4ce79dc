"""Darwin's Choice in the browser: biomes, the trade zone, chimeras and their cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from tangledbank.accept import Words, word_in
from tangledbank.art.scenes import scene as landscape
from tangledbank.art.symbols import use
from tangledbank.games.darwin.rules.decks import ABILITIES, DIETS, PARTS, Card
from tangledbank.games.darwin.show import board
from tangledbank.games.darwin.show import pictures as art
from tangledbank.games.darwin.text import position_words as fields
from tangledbank.games.darwin.text import words
from tangledbank.games.darwin.text.position_words import Document
from tangledbank.games.darwin.text.sentences import card_in, draft_in, is_in_teams, place_of
from tangledbank.games.shared import things
from tangledbank.games.shared.things import Common, Draft, Home, Sign, Tag, Thing, ThingRow, Track
from tangledbank.games.shared.verbs import ActionWords, name_place
from tangledbank.text import kept, say, say_count

USE_OF_CARD = {"creating": "add", "mutating": "add", "replacing": "with"}  # by plan
NOTES = 0
OF_BODY = ("remove", "replace", "lose")


def emblem() -> Markup:
    """A lion of sorts."""
    parts = ("lion.head", "plains-zebra.torso", "greater-flamingo.wings", "tiger.double_legs")
    return things.drawn(art.chimera(parts, ""))


def common(view: Document) -> Common:
    """The biomes from left to right, and the trade zone."""
    around, eats = board.surroundings(view), board.food_matters(view)
    biomes = [
        _biome(place, around, _home_at(place.biome, view), piece.said, eats)
        for place, piece in zip(view.table, board.biomes(view), strict=True)
    ]
    cards = _cards(board.seen(view.zone), view, "zone")
    rows = [ThingRow("biomes", say("Biomes"), biomes, kind="wide")]
    if cards:
        rows.append(ThingRow("zone", say("Trade zone"), cards, kind="cards"))
    return Common(rows=rows)


@kept
def _biome(
    place: fields.BiomeWords,
    around: board.Around,
    home: fields.HomeWords | None,
    said: str,
    eats: bool,
) -> Thing:
    leaders = board.leaders_of(place)
    tracks = [
        Track(place.plants_left, place.plants - place.plants_left, "plants", say("plants")),
        Track(place.meat_left, place.meat - place.meat_left, "meat", say("meat")),
    ]
    lines: list[str] = [
        Markup(line) for line in board.requirements(place.biome, around, False, _with_symbols)
    ]
    lines += [say("best adapted {species}", species=leaders)] if leaders else []
    tags = [Tag(say_count("{n} point", "{n} points", place.points), "points", "points")]
    if place.continent:
        tags.append(Tag(words.continent_title(place.continent), "state"))
    if home:
        fit = say("adaptation {n}", n=home.adaptation)
        tags.append(Tag(fit, "fits" if home.possible else "fits-not"))
    return Thing(
        id=f"biome-{place.biome}",
        key=f"biome:{place.biome}",
        kind="biome",
        title=words.ground_title(place.biome),
        said=said,
        picture=things.drawn(landscape(place.biome, "")),
        tags=tags,
        tracks=tracks if eats else (),
        lines=lines,
    )


def _with_symbols(abilities: Sequence[str]) -> Markup:
    """Abilities in words, each with its symbol before it."""
    named = (Markup(use(one)) + escape(words.ability_title(one)) for one in abilities)
    return Markup(", ").join(named)


def _home_at(biome: str, view: Document) -> fields.HomeWords | None:
    """What a biome would be to the species that is put together."""
    homes = view.preview.biomes if view.preview else []
    return next((home for home in homes if home.biome == biome), None)


def before(view: Document, seat: int) -> Sequence[Thing]:
    """The species of a seat, the oldest first."""
    pieces = board.pieces(view, seat)
    row = view.seats[seat].species
    eats = board.food_matters(view)
    return [
        _species(seat, index, species, _parts(species.cards, view), piece.said, eats)
        for index, (species, piece) in enumerate(zip(row, pieces, strict=True))
    ]


@kept
def _species(
    seat: int, index: int, species: fields.SpeciesWords, parts: Sequence[str], said: str, eats: bool
) -> Thing:
    got, need, points = sum(species.food or [0]), species.hearts, species.points
    tags = [Tag(words.ground_title(species.biome), "biome")]
    if species.diet:
        tags.append(Tag(words.diet_title(species.diet), species.diet, species.diet))
    if species.leads:
        tags.append(Tag(say("best adapted there"), "points"))
    trouble = board.trouble_of(species, eats)
    tags += [Tag(trouble, "trouble")] if trouble else []
    tags += [Tag(say_count("{n} point", "{n} points", points), "points")] if points else []
    food = Track(got, max(0, need - got), "food", say("{got} of {need} food", got=got, need=need))
    return Thing(
        id=f"sp-{seat}-{index}",
        key=things.place_key(seat, index),
        kind="species",
        title=name_place(seat, index),
        name=species.name,
        said=said,
        picture=things.drawn(art.chimera(parts, "")),
        tags=tags,
        tracks=[food] if eats else [],
        signs=[*_powers(species.abilities), _strength(species.strength)],
        lines=[say("adaptation {n}", n=species.adaptation)],
        marks=["done"] if species.done else [],
    )


def _powers(abilities: Mapping[str, int]) -> list[Sign]:
    return [
        Sign(ability, words.ability_title(ability), abilities[ability])
        for ability in ABILITIES
        if abilities.get(ability)
    ]


def _strength(n: int) -> Sign:
    return Sign("strength", say("strength"), n)


def _hearts(n: int) -> Sign:
    return Sign("heart", say("hearts"), n)


def _parts(cards: Sequence[str], view: Document) -> list[str]:
    """The parts that cards add to the picture of a species."""
    deck = words.deck_in(view)
    return [art.part_name(deck.cards[deck.kind(card)]) for card in cards]


def draft(view: Document) -> Draft | None:
    """The species that is put together, and what is exchanged."""
    lines = board.exchange(view)
    begun, preview = draft_in(view), view.preview
    if begun and begun.species is not None:
        lines += board.body_change(view)
    if not preview:
        return Draft(None, lines) if lines else None
    homes = [Home(fits, line) for fits, line in board.homes(view)]
    return Draft(_drafted(preview, view), lines, homes)


def _drafted(preview: fields.PreviewWords, view: Document) -> Thing:
    """The species as far as it is settled, with its totals."""
    diet, price = preview.diet, board.price_of(preview)
    tags = [Tag(words.diet_title(diet), diet, diet) if diet else Tag(say("no head yet"), "hidden")]
    tags += [Tag(price)] if price else []
    body = [_strength(preview.strength)]
    if board.food_matters(view):
        body.insert(0, _hearts(preview.hearts))
    return Thing(
        id="drafted",
        key="",
        kind="species",
        title=preview.name,
        said=preview.name,
        picture=things.drawn(art.chimera(_parts(_drafted_cards(view), view), "")),
        tags=tags,
        signs=[*_powers(preview.abilities), *body],
    )


def _drafted_cards(view: Document) -> list[str]:
    """The cards of the species that is put together or changed."""
    begun = draft_in(view) or fields.DraftWords()
    if begun.species is None:
        return begun.cards
    old = [*view.seats[view.seat or 0].species[begun.species].cards]
    for card in begun.removed:
        old.remove(card)
    return [*old, *begun.cards]


def hand(view: Document, seat: int) -> Sequence[Thing]:
    """The cards that are seen, by part."""
    cards = board.by_part(board.seen(view.seats[seat].hand), words.deck_in(view))
    return _cards(cards, view, "card")


def _cards(cards: Sequence[str], view: Document, where: str) -> list[Thing]:
    deck, begun = words.deck_in(view), draft_in(view) or fields.DraftWords()
    used = [begun.give, *begun.cards]
    return [
        _card(card, n, deck.cards[deck.kind(card)], where, card in used)
        for card, n in things.numbered(cards)
    ]


@kept
def _card(card: str, n: int, kind: Card, where: str, is_used: bool) -> Thing:
    part = PARTS[kind.part]
    diet = DIETS[kind.diet] if kind.diet is not None else ""
    signs = _powers(dict(zip(ABILITIES, kind.abilities, strict=True)))
    signs += [_hearts(kind.hearts)] if kind.hearts else []
    signs += [_strength(kind.strength)] if kind.strength else []
    return Thing(
        id=f"{where}-{card.replace('.', '_')}-{n}",
        key=f"{where}:{card}",
        kind=f"card part-{part}",
        title=words.animal_title(card),
        name=words.part_title(part),
        said=f"{words.card_title(card)}: {words.printed(kind)}",
        picture=things.drawn(art.part(art.part_name(kind), "")),
        tags=[Tag(words.diet_title(diet), diet, diet)] if diet else [],
        signs=signs,
        lines=[say(words.ROOM[kind.legs, kind.tail])] if kind.legs or kind.tail else [],
        marks=["chosen"] if is_used else [],
    )


def keys(action: ActionWords, view: Document, seat: int) -> list[str]:
    """The card, the species or the biome of an action."""
    verb, card, begun = word_in(action, "do"), card_in(action), draft_in(view)
    if "biome" in action:
        return [f"biome:{action['biome']}"]
    if verb == "take":
        return [f"zone:{card}"]
    place = place_of(action, view, seat)
    if verb in OF_BODY and place is None and begun and begun.species is not None:
        place = (seat, begun.species)
    if place is not None:
        return [things.place_key(*place)]
    return [things.card_key(card)] if card and verb not in OF_BODY else []


def tries(key: str, view: Document, seat: int) -> list[Words]:
    """To use a card, to take one, to change a species, to go to a biome."""
    kind, _, rest = key.partition(":")
    plan, place = (draft_in(view) or fields.DraftWords()).plan, things.place_of(key)
    if kind == "card":
        verb = USE_OF_CARD.get(plan, "create")
        return [{"do": verb, "torso" if verb == "create" else "card": rest}]
    if kind == "zone":
        return _tries_of_zone(rest, view, seat)
    if kind == "biome":
        return [{"do": "to" if plan == "migrating" else "place", "biome": rest}]
    if place is not None and place[0] == seat:
        return [{"do": verb, "species": place[1]} for verb in ("mutate", "migrate")]
    if place is not None and is_in_teams(view):
        return [{"do": "take_over", "species": [*place]}]
    return []


def _tries_of_zone(card: str, view: Document, seat: int) -> list[Words]:
    """To take a card; before that something is given, which a species that is begun forbids."""
    begun = draft_in(view)
    if not begun or begun.give:
        return [{"do": "take", "card": card}] if begun else []
    left = [one for one in board.seen(view.seats[seat].hand) if one not in begun.cards]
    return [{"do": "give", "card": one} for one in left[:1]]


def comes_first(key: str, view: Document, seat: int) -> str:
    """A card of the trade zone is taken for one of the hand; species are one's own."""
    place = things.place_of(key)
    if place and place[0] != seat:
        return say("That species is not yours.")
    if key.startswith("zone:") and view.stage == "turn":
        return say("First choose the card of your hand that you give for it.")
    return ""


def about(key: str, view: Document) -> tuple[str, list[str]]:
    """What is printed on a card or on the cards of a species; what a biome asks for."""
    kind, _, rest = key.partition(":")
    place = things.place_of(key)
    if kind in ("card", "zone"):
        return "create", board.about(rest, view)
    if kind == "biome":
        for one, piece in zip(view.table, board.biomes(view), strict=True):
            if one.biome == rest:
                return "values", [piece.said]
    return "evaluation", board.about(name_place(*place), view) if place is not None else []


# What a teammate answers does not change what is told of a turn.
answers, at_risk = things.no_answers, things.no_risk
