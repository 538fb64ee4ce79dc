"""Pictures of The Origin of Species: animals with abilities, cards, food; and all there is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from tangledbank.art import frames
from tangledbank.art.animals import Animal
from tangledbank.art.beasts import Pose, Wardrobe
from tangledbank.art.frames import Strip
from tangledbank.art.pen import MOST_KEPT, Box, Drawn, Pen, Sheet, frame, picture, room
from tangledbank.art.scenes import meadow
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, COPIES, DECK_LISTS, Ability
from tangledbank.games.origin.rules.state import Option
from tangledbank.games.origin.text import sentences as texts
from tangledbank.games.shared.things import Entry, Shelf, page_id, rules_about
from tangledbank.text import mark_in, say, say_count

BOX: Box = (0, 60, 400, 230)
GROUND = 272
SHAPE = (4, 3)  # of the picture on a card


def _eye(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    return pen.at(x + 24 * looks.size, y - 9 * looks.size, scale=looks.size)


def _mouth(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    return pen.at(x + (22 + 44 * looks.snout) * looks.size, y + 8 * looks.size)


def _stump(pen: Pen, looks: Animal, pose: Pose) -> None:
    """A tail that has come off."""
    x, y, _ = pose.plan.tail
    stump = pen.at(x, y * pose.bulk)
    stump.attach("24,-15 -8,-14 -20,-8! -14,-2! -22,4! -12,12 24,17", looks.coat)
    lost = stump.at(-34, 10, turn=-12)
    lost.fill("0,-10 -6,-2! 0,2! -4,10! -40,10 -80,-2! -44,-12", looks.coat)


WARDROBE = Wardrobe(
    plain={
        "body": "lizard", "head": "lizard", "feet": "lizard", "tail": "newt", "second": "#e0dcb0",
        "accent": "#c9a43c", "neck": 34, "leg": 48, "bulk": 1.15, "size": 1.2, "snout": 0.82,
        "pattern": "belly", "neck_pattern": "", "tail_pattern": "", "extras": ["cheek"],
        "long": 0.72,
    },
    coat="#8aa37a",
    looks={ability.id: ability.look for ability in Ability},
    places={
        "eye": _eye,
        "mouth": _mouth,
        "back": lambda pen, _looks, pose: pen.at(0, -28 * pose.bulk),
        "ground": lambda pen, _looks, pose: pen.at(0, pose.ground),
    },
    own={"stump": _stump},
)  # fmt: skip


def animal(abilities: Collection[str], title: str) -> str:
    """An animal that shows its abilities; fat may be among them several times."""
    return picture(*_standing(tuple(sorted(abilities))), title)


@lru_cache(MOST_KEPT)
def _standing(abilities: tuple[str, ...]) -> Drawn:
    sheet = _drawn(abilities)
    return sheet.text(), room(sheet, BOX)


def _drawn(abilities: Sequence[str]) -> Sheet:
    pen = Pen()
    fat = abilities.count("fat")
    bulk = {"bulk": min(1.3 + 0.2 * fat, 2.1)} if fat else {}
    looks = WARDROBE.creature(abilities, **bulk)
    WARDROBE.draw(pen, looks, abilities, 192, GROUND, 1.04 if "large" in abilities else 0.76)
    return pen.sheet


def card(abilities: Sequence[str], titles: Sequence[str]) -> str:
    """A card with one ability or two, and the title of each."""
    face = frames.card(titles[0])
    sheet = _drawn(sorted(abilities))
    inside, box = sheet.text(), frame(sheet, *SHAPE)
    glyphs = [Ability.called(one).look.glyph for one in abilities]
    if len(glyphs) == 1:
        face += frames.view(inside, box) + frames.icon(glyphs[0], 84, 222, 72)
    else:
        face += frames.view(inside, box, y=80)
        face += frames.icon(glyphs[0], 178, 48, 44)
        face += frames.icon(glyphs[1], 18, 232, 44) + frames.second(titles[1])
    return picture(face, frames.CARD, " / ".join(titles))


def back(title: str) -> str:
    """The back of a card."""
    return frames.back("foraging", title)


# --- all that there is ----------------------------------------------------------------------------


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    abilities = [_ability(name) for name in ABILITIES]
    cards = [_card(kind, name) for kind, name in enumerate(CARD_NAMES)]
    return [
        Shelf("abilities", say(mark_in("origin", "Abilities")), abilities),
        Shelf("cards", say("Cards"), cards),
    ]


def _ability(name: str) -> Entry:
    kinds = [kind for kind, card in enumerate(CARD_NAMES) if name in card.split("/")]
    copies = next(filter(None, COPIES[:, kinds].sum(axis=1).tolist()), 0)
    on = say_count("on {n} card", "on {n} cards", copies)
    lines = [texts.meaning(name), on, *rules_about("origin", name)]
    return Entry(name, texts.ability_title(name), lambda: animal([name], ""), lines, name)


def _card(kind: int, name: str) -> Entry:
    abilities = name.split("/")
    first, *others = COPIES[:, kind].tolist()
    lines = [say_count("{n} card in a set", "{n} cards in a set", first)]
    for deck, copies in zip(DECK_LISTS[1:], others, strict=True):
        told = Option.DECK.said(deck)
        other = say("in the other deck {n}", n=copies)
        lines += [other if len(others) == 1 else f"{told}: {copies}"] if copies != first else []
    lines += texts.meanings(abilities)
    return Entry(
        page_id(name), texts.card_title(name), lambda: animal(abilities, ""), lines, abilities[0]
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    is_card = kind == "card" and name in CARD_NAMES
    return f"?shelf=cards#{page_id(name)}" if is_card else ""


def rows() -> Iterator[Strip]:
    """A contact sheet: every picture, row by row."""
    animals = [[ability] for ability in ABILITIES] + [
        ["carnivore", "large", "fat", "fat"],
        ["swimming", "poisonous", "sharp_vision"],
        ["running", "camouflage", "grazing", "tail_loss"],
        ["burrowing", "hibernation", "parasite"],
    ]
    drawn = [(texts.ability_titles(one), animal(one, texts.ability_titles(one))) for one in animals]
    yield Strip(say("The Origin of Species: animals"), 213, 123, drawn)
    cards = []
    for name in CARD_NAMES:
        abilities = name.split("/")
        cards.append(
            (texts.card_title(name), card(abilities, [*map(texts.ability_title, abilities)]))
        )
    cards.append((say("Back"), back(say("Back"))))
    yield Strip(say("The Origin of Species: cards"), 185, 247, cards)
    bank = [(str(food), meadow(food, str(food))) for food in (0, 5, 12)]
    yield Strip(say("The food bank"), 248, 120, bank)
