"""A contact sheet of Darwin's Choice: all its pictures."""

from __future__ import annotations

from collections.abc import Iterator

from tangledbank.art.animals import ANIMALS
from tangledbank.art.frames import Strip
from tangledbank.games.darwin.rules.decks import EVENTS, PARTS, standard
from tangledbank.games.darwin.rules.state import GROUNDS
from tangledbank.games.darwin.show import pictures
from tangledbank.games.darwin.text.names import animal_name, species_name
from tangledbank.games.darwin.text.titles import card_title as part_title
from tangledbank.games.darwin.text.titles import event_title, ground_title
from tangledbank.text import say


def rows() -> Iterator[Strip]:
    """Every picture, row by row."""
    deck = standard()
    names = {pictures.slug(card.animal): animal_name(card.animal) for card in deck.cards}
    drawn = [(names[name], pictures.animal(name, names[name])) for name in ANIMALS]
    yield Strip(say("Darwin's Choice: animals"), 185, 139, drawn)
    yield Strip(say("Darwin's Choice: chimeras"), 185, 139, [_chimera(i) for i in range(24)])
    grounds = [(ground_title(name), pictures.biome(name, ground_title(name))) for name in GROUNDS]
    yield Strip(say("Darwin's Choice: biomes"), 185, 111, grounds)
    biomes = [(ground_title(b.id), pictures.biome_card(b, ground_title(b.id))) for b in deck.biomes]
    yield Strip(say("Darwin's Choice: biome cards"), 185, 247, biomes)
    events = [(event_title(name), pictures.event(name, event_title(name))) for name in EVENTS]
    yield Strip(say("Darwin's Choice: events"), 185, 111, events)
    cards = [
        (part_title(card), pictures.card(card, part_title(card), animal_name(card.animal)))
        for card in deck.cards
    ]
    cards.append((say("Back"), pictures.back(say("Back"))))
    cards.append((say("Back"), pictures.back(say("Back"), large=True)))
    yield Strip(say("Darwin's Choice: cards"), 145, 193, cards)


def _chimera(i: int) -> tuple[str, str]:
    """One of many possible chimeras, always the same."""
    deck = standard()
    by_part = {part: [c for c in deck.cards if PARTS[c.part] == part] for part in PARTS}

    def pick(part: str, step: int) -> str:
        found = by_part[part]
        return pictures.part_name(found[(i * step + 3) % len(found)])

    torso = by_part["torso"][i * 19 % len(by_part["torso"])]
    parts = [pick("head", 7), pictures.part_name(torso)]
    if torso.legs == 2:
        parts += [pick("double_legs", 11)] if i % 3 else [pick("legs", 5), pick("legs", 13)]
    elif torso.legs:
        parts.append(pick("legs", 5))
    if torso.tail:
        parts.append(pick("tail", 9))
    if i % 3 == 1:
        parts.append(pick("wings", 4))
    title = species_name(deck, [deck.kind(part) for part in parts])
    return title, pictures.chimera(parts, title)
