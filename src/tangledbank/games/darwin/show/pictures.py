"""Pictures of Darwin's Choice, the catalogue of its box, and a sheet of all pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from tangledbank.art import frames
from tangledbank.art.animals import ANIMALS, Animal
from tangledbank.art.animals import animal as looks_of
from tangledbank.art.beasts import Beast, draw, shadow, stand, whole
from tangledbank.art.frames import Strip
from tangledbank.art.limbs import TELLING_FRONT
from tangledbank.art.pen import MOST_KEPT, Drawn, Pen, drawn, frame, picture
from tangledbank.art.scenes import HIGH, LANDSCAPES, WIDE, landscape, scene
from tangledbank.art.symbols import SYMBOLS, symbol
from tangledbank.games.darwin.rules import decks
from tangledbank.games.darwin.rules.decks import Ability, Biome, Card, Diet, EventCard, Part
from tangledbank.games.darwin.rules.state import GROUNDS
from tangledbank.games.darwin.show import board
from tangledbank.games.darwin.text import words
from tangledbank.games.shared.things import Entry, Shelf, page_id, rules_about
from tangledbank.text import mark, say, say_count

SHAPE = (4, 3)  # width and height of all pictures of creatures
biome = event = scene  # pictures of landscapes

for row in (*Ability, *Diet):
    row.need(symbol=row.id in SYMBOLS)
for ground in GROUNDS:
    if ground not in LANDSCAPES:
        raise TypeError(f"biome {ground}: landscape is missing")


def part_name(card: Card) -> str:
    """What a card is called here: animal and part, such as red-fox.head."""
    return f"{slug(card.animal)}.{decks.PARTS[card.part]}"


def slug(name: str) -> str:
    """The name of an animal as animals.toml has it."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def animal(name: str, title: str) -> str:
    """A whole animal as it is in nature."""
    return picture(*_animal(name), title)


@lru_cache(MOST_KEPT)
def _animal(name: str) -> Drawn:
    beast = whole(looks_of(name))
    pen = Pen()
    stand(pen, beast)
    draw(pen, beast)
    return drawn(pen.sheet, *SHAPE)


def chimera(parts: Sequence[str], title: str) -> str:
    """A creature put together from parts such as giraffe.head; what is missing is not there."""
    return picture(*_chimera(tuple(parts)), title)


@lru_cache(MOST_KEPT)
def _chimera(parts: tuple[str, ...]) -> Drawn:
    if not parts:
        return "", (0, 0, *SHAPE)
    pen, beast = Pen(), _joined(parts)
    pose = beast
    if not beast.torso:  # not yet finished: a pale torso to hang the parts on
        pose = replace(beast, torso=looks_of(parts[0].rpartition(".")[0]))
        shadow(pen, Beast(torso=pose.torso))
    stand(pen, pose)
    draw(pen, beast, pose)
    return drawn(pen.sheet, *SHAPE)


def _joined(parts: Sequence[str]) -> Beast:
    """Whose part goes where; the first pair of legs is the hind one."""
    by_part: dict[str, list[Animal]] = {}
    for name in parts:
        owner, _, part = name.rpartition(".")
        by_part.setdefault(part, []).append(looks_of(owner))
    both = by_part.get("double_legs", [])
    legs = [*both, *both] or by_part.get("legs", [])

    def first(part: str) -> Animal | None:
        return next(iter(by_part.get(part, [])), None)

    return Beast(
        torso=first("torso"),
        head=first("head"),
        rear=legs[0] if legs else None,
        front=legs[1] if len(legs) > 1 else None,
        tail=first("tail"),
        wings=first("wings"),
    )


def part(name: str, title: str) -> str:
    """A part such as barn-owl.wings, and behind it the pale shape of the animal."""
    return picture(*_part(name), title)


@lru_cache(MOST_KEPT)
def _part(name: str) -> Drawn:
    owner, _, which = name.rpartition(".")
    looks = looks_of(owner)
    natural = whole(looks)
    alone = Beast(
        torso=looks if which == "torso" else None,
        head=looks if which == "head" else None,
        rear=looks if which == "double_legs" or (which == "legs" and not _front(looks)) else None,
        front=looks if which == "double_legs" or (which == "legs" and _front(looks)) else None,
        tail=looks if which == "tail" else None,
        wings=looks if which == "wings" else None,
    )
    pen, near = Pen(), Pen()
    shadow(pen, natural)
    draw(pen, alone, natural)
    draw(near, alone, natural)
    return pen.sheet.text(), frame(pen.sheet.towards(near.sheet), *SHAPE)


def _front(looks: Animal) -> bool:
    """Whether a card with one pair of legs shows the front pair."""
    return looks.feet in TELLING_FRONT


def card(card: Card, title: str, name: str = "") -> str:
    """An animal card; `name` stands on it if the title says more than that."""
    face = frames.card(name or title, corner=decks.PARTS[card.part])
    face += frames.view(*_part(part_name(card)))
    face += frames.row(zip(decks.ABILITIES, card.abilities, strict=True), frames.UPPER)
    face += frames.row((("heart", card.hearts), ("strength", card.strength)), frames.LOWER)
    if card.diet is not None:
        face += frames.icon(decks.DIETS[card.diet], frames.RIGHT - frames.ICON, frames.UPPER)
    if card.part == Part.TORSO:  # what can be attached to it
        points = (("legs", card.legs), ("tail", card.tail))
        wide = 24 * (card.legs + card.tail)
        face += frames.row(points, 182, x=frames.RIGHT - wide + 4, size=20)
    return picture(face, frames.CARD, title)


def back(title: str, *, large: bool = False) -> str:
    """The back of a card from the small deck, or from the large one."""
    return frames.back("torso" if large else "head", title)


def biome_card(biome: Biome, title: str, name: str = "") -> str:
    """A biome: its landscape, what counts there, what it asks for and forbids, food and points."""
    face = frames.card(name or title)
    face += frames.view(landscape(biome.id), (0, 0, WIDE, HIGH), height=127)
    face += frames.row([(ability, 1) for ability in board.abilities_in(biome.counts)], 182)
    face += frames.row([("points", biome.points)], 182, x=frames.RIGHT - 34 * biome.points + 4)
    face += frames.wanted(228, *map(board.abilities_in, (biome.all, biome.any, biome.none)))
    face += frames.numbered((("plant", biome.plants), ("meat", biome.meat)), 276)
    return picture(face, frames.CARD, title)


# --- the catalogue --------------------------------------------------------------------------------


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    deck = decks.standard()
    parts = [
        Shelf(row.id, say(row.shelf), [_card_entry(one) for one in deck.cards if one.part == row])
        for row in Part
    ]
    events = [_event_entry(card) for card in EventCard if card.id in deck.events]
    return [
        *parts,
        Shelf("abilities", say("Abilities"), [_ability_entry(ability) for ability in Ability]),
        Shelf("biomes", say("Biomes"), [_biome_entry(biome) for biome in deck.biomes]),
        Shelf("events", say("Events"), events),
    ]


def _card_entry(card: Card) -> Entry:
    return Entry(
        page_id(card.id),
        words.animal_title(card),
        lambda: part(part_name(card), ""),
        [say(Part.of(card.part).title), words.printed(card)],
    )


def _ability_entry(ability: Ability) -> Entry:
    deck, bit = decks.standard(), 1 << ability
    cards = sum(bool(card.abilities[ability]) for card in deck.cards)
    places = (
        (mark("counts in {biomes}"), [b for b in deck.biomes if b.counts & bit]),
        (mark("needed in {biomes}"), [b for b in deck.biomes if (b.all | b.any) & bit]),
        (mark("not allowed in {biomes}"), [b for b in deck.biomes if b.none & bit]),
    )
    lines = [
        say(sentence, biomes=", ".join(words.ground_title(one.id) for one in biomes))
        for sentence, biomes in places
        if biomes
    ]
    title = say(ability.title)
    return Entry(
        ability.id,
        title[:1].upper() + title[1:],
        lambda: symbol(ability.id, ""),
        [say_count("on {n} card", "on {n} cards", cards), *lines],
        "values",
    )


def _biome_entry(one: Biome) -> Entry:
    return Entry(
        one.id,
        words.ground_title(one.id),
        lambda: biome(one.id, ""),
        [
            say_count("{n} point", "{n} points", one.points),
            say("plants {plants}, meat {meat}", plants=one.plants, meat=one.meat),
            *board.requirements(one.id, board.Around(), in_letters=False),
        ],
        "values",
    )


def _event_entry(card: EventCard) -> Entry:
    return Entry(
        card.id,
        say(card.title),
        lambda: event(card.id, ""),
        [say(card.meaning), *rules_about("darwin", card.id)],
        card.id,
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    if kind in ("card", "zone") and name in decks.standard().names:
        return f"?shelf={name.rpartition('.')[2]}#{page_id(name)}"
    if kind == "biome" and name in {one.id for one in decks.standard().biomes}:
        return f"?shelf=biomes#{name}"
    return ""


# --- a sheet of all pictures ----------------------------------------------------------------------


def rows() -> Iterator[Strip]:
    """Every picture, row by row."""
    deck = decks.standard()
    names = {slug(card.animal): words.animal_name(card.animal) for card in deck.cards}
    drawn = [(names[name], animal(name, names[name])) for name in ANIMALS]
    yield Strip(say("Darwin's Choice: animals"), 185, 139, drawn)
    yield Strip(say("Darwin's Choice: chimeras"), 185, 139, [_example(i) for i in range(24)])
    grounds = [
        (words.ground_title(name), biome(name, words.ground_title(name))) for name in GROUNDS
    ]
    yield Strip(say("Darwin's Choice: biomes"), 185, 111, grounds)
    biomes = [
        (words.ground_title(b.id), biome_card(b, words.ground_title(b.id))) for b in deck.biomes
    ]
    yield Strip(say("Darwin's Choice: biome cards"), 185, 247, biomes)
    events = [(say(one.title), event(one.id, say(one.title))) for one in EventCard]
    yield Strip(say("Darwin's Choice: events"), 185, 111, events)
    cards = [
        (words.card_title(one), card(one, words.card_title(one), words.animal_name(one.animal)))
        for one in deck.cards
    ]
    cards.append((say("Back"), back(say("Back"))))
    cards.append((say("Back"), back(say("Back"), large=True)))
    yield Strip(say("Darwin's Choice: cards"), 145, 193, cards)


def _example(i: int) -> tuple[str, str]:
    """One of many possible chimeras, always the same."""
    deck = decks.standard()
    by_part = {part: [c for c in deck.cards if decks.PARTS[c.part] == part] for part in decks.PARTS}

    def pick(part: str, step: int) -> str:
        found = by_part[part]
        return part_name(found[(i * step + 3) % len(found)])

    torso = by_part["torso"][i * 19 % len(by_part["torso"])]
    parts = [pick("head", 7), part_name(torso)]
    if torso.legs == 2:
        parts += [pick("double_legs", 11)] if i % 3 else [pick("legs", 5), pick("legs", 13)]
    elif torso.legs:
        parts.append(pick("legs", 5))
    if torso.tail:
        parts.append(pick("tail", 9))
    if i % 3 == 1:
        parts.append(pick("wings", 4))
    title = words.species_name(deck, [deck.kind(part) for part in parts])
    return title, chimera(parts, title)
