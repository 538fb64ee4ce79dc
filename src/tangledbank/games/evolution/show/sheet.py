"""A contact sheet of Evolution: all its pictures."""

from __future__ import annotations

from collections.abc import Iterator

from tangledbank.art.frames import Strip
from tangledbank.games.evolution.rules.cards import TRAITS
from tangledbank.games.evolution.show import pictures
from tangledbank.games.evolution.text.sentences import trait_title
from tangledbank.text import say


def rows() -> Iterator[Strip]:
    """Every picture, row by row."""
    kinds: list[tuple[list[str], int, int]] = [([trait], 4, 3) for trait in TRAITS]
    kinds += [([], size, size) for size in range(1, 7)]
    kinds += [
        (["carnivore", "horns", "long_neck"], 5, 2),
        (["hard_shell", "fat_tissue", "warning_call"], 3, 6),
        (["carnivore", "ambush", "pack_hunting"], 4, 4),
        (["climbing", "intelligence", "symbiosis"], 2, 5),
    ]
    drawn = []
    for traits, body, population in kinds:
        title = ", ".join(map(trait_title, traits)) or f"{body} · {population}"
        drawn.append((title, pictures.species(traits, body, population, title)))
    yield Strip(say("Evolution: species"), 213, 133, drawn)
    cards = [(trait_title(trait), pictures.card(trait, trait_title(trait), 3)) for trait in TRAITS]
    cards.append((say("Back"), pictures.back(say("Back"))))
    yield Strip(say("Evolution: cards"), 185, 247, cards)
    holes = [(str(food), pictures.watering_hole(food, str(food))) for food in (0, 8, 20)]
    yield Strip(say("The watering hole"), 248, 120, holes)
