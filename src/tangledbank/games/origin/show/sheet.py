"""A contact sheet of The Origin of Species: all its pictures."""

from __future__ import annotations

from collections.abc import Iterator

from tangledbank.art.frames import Strip
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES
from tangledbank.games.origin.show import pictures
from tangledbank.games.origin.text.sentences import ability_title, card_title
from tangledbank.text import say


def rows() -> Iterator[Strip]:
    """Every picture, row by row."""
    animals = [[ability] for ability in ABILITIES] + [
        ["carnivore", "large", "fat", "fat"],
        ["swimming", "poisonous", "sharp_vision"],
        ["running", "camouflage", "grazing", "tail_loss"],
        ["burrowing", "hibernation", "parasite"],
    ]
    drawn = []
    for abilities in animals:
        title = ", ".join(map(ability_title, abilities))
        drawn.append((title, pictures.animal(abilities, title)))
    yield Strip(say("The Origin of Species: animals"), 213, 123, drawn)
    cards = []
    for name in CARD_NAMES:
        abilities = name.split("/")
        cards.append((card_title(name), pictures.card(abilities, [*map(ability_title, abilities)])))
    cards.append((say("Back"), pictures.back(say("Back"))))
    yield Strip(say("The Origin of Species: cards"), 185, 247, cards)
    bank = [(str(food), pictures.food_bank(food, str(food))) for food in (0, 5, 12)]
    yield Strip(say("The food bank"), 248, 120, bank)
