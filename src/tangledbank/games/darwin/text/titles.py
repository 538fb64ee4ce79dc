"""The printed names of Darwin's Choice, marked for translation, and what is printed on things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from tangledbank.games.darwin.rules.decks import (
    ABILITIES,
    DIETS,
    PARTS,
    STANDARD,
    Card,
    Deck,
    deck_numbered,
    number_of,
    standard,
)
from tangledbank.games.darwin.text.names import animal_name
from tangledbank.games.shared.verbs import Words
from tangledbank.text import kept, mark, say

GROUND_TITLES = {
    "savanna": mark("Savanna"),
    "steppe": mark("Steppe"),
    "high_mountains": mark("High mountains"),
    "highlands": mark("Highlands"),
    "wetland": mark("Wetland"),
    "swamp": mark("Swamp"),
    "coast": mark("Coast"),
    "islands": mark("Islands"),
    "ocean": mark("Ocean"),
    "coral_reef": mark("Coral reef"),
    "desert": mark("Desert"),
    "rocky_desert": mark("Rocky desert"),
    "taiga": mark("Taiga"),
    "tundra": mark("Tundra"),
    "polar_desert": mark("Polar desert"),
    "cold_desert": mark("Cold desert"),
    "tropical_rainforest": mark("Tropical rainforest"),
    "cloud_forest": mark("Cloud forest"),
    "mountains": mark("Mountains"),
    "hill_country": mark("Hill country"),
    "semi_desert": mark("Semi-desert"),
    "subtropical_dry_forest": mark("Subtropical dry forest"),
    "volcano": mark("Volcano"),
    "gold": mark("Gold token"),
    "silver": mark("Silver token"),
    "bronze": mark("Bronze token"),
}
EVENT_TITLES = {
    "degeneration": mark("Degeneration"),
    "desertification": mark("Desertification"),
    "flood": mark("Flood"),
    "hurricane": mark("Hurricane"),
    "ice_age": mark("Ice age"),
    "invaders": mark("Invaders"),
    "mountain_formation": mark("Mountain formation"),
    "axis_shift": mark("Axis shift"),
    "continental_drift": mark("Continental drift"),
    "epidemic": mark("Epidemic"),
    "ideal_conditions": mark("Ideal conditions"),
    "low_mutation_rate": mark("Low mutation rate"),
    "meteorite_impact": mark("Meteorite impact"),
    "plant_boom": mark("Plant boom"),
    "prey_boom": mark("Prey boom"),
    "volcanic_eruption": mark("Volcanic eruption"),
}
ABILITY_TITLES = {
    "run": mark("run"),
    "climb": mark("climb"),
    "fly": mark("fly"),
    "swim": mark("swim"),
    "cold": mark("cold resistance"),
    "heat": mark("heat resistance"),
    "dig": mark("dig"),
    "poison": mark("poisonous"),
}
# One sign for each, where there is little room.
LETTERS = {
    "run": "R",
    "climb": "C",
    "fly": "F",
    "swim": "S",
    "cold": "K",
    "heat": "H",
    "dig": "D",
    "poison": "P",
}
PART_TITLES = {
    "head": mark("head"),
    "torso": mark("torso"),
    "double_legs": mark("double legs"),
    "legs": mark("legs"),
    "wings": mark("wings"),
    "tail": mark("tail"),
}
DIET_TITLES = {
    "herbivore": mark("herbivore"),
    "omnivore": mark("omnivore"),
    "carnivore": mark("carnivore"),
}
CONTINENT_TITLES = {
    "africa": mark("Africa"),
    "america": mark("America"),
    "asia": mark("Asia"),
    "australia": mark("Australia"),
    "europe": mark("Europe"),
}
SIDE_TITLES = {"left": mark("left"), "right": mark("right")}  # of the table
# The animals of the package's deck. `say` is given them as they stand on the cards.
ANIMALS = (
    mark("Bongo"),
    mark("American bison"),
    mark("Hyacinth macaw"),
    mark("Giraffe"),
    mark("African elephant"),
    mark("Hippopotamus"),
    mark("Green iguana"),
    mark("Alpine ibex"),
    mark("Muskox"),
    mark("Reindeer"),
    mark("Red kangaroo"),
    mark("Koala"),
    mark("Marine iguana"),
    mark("Dugong"),
    mark("Green sea turtle"),
    mark("Arctic hare"),
    mark("Dromedary"),
    mark("Three-toed sloth"),
    mark("Plains zebra"),
    mark("Monarch butterfly"),
    mark("Eurasian beaver"),
    mark("Brown bear"),
    mark("Common warthog"),
    mark("Chimpanzee"),
    mark("Raccoon"),
    mark("Wild boar"),
    mark("Red fox"),
    mark("Ostrich"),
    mark("Carrion crow"),
    mark("Herring gull"),
    mark("European badger"),
    mark("Coconut crab"),
    mark("Clownfish"),
    mark("Sun bear"),
    mark("Tufted capuchin"),
    mark("Arctic ground squirrel"),
    mark("Orca"),
    mark("Atlantic puffin"),
    mark("Great hammerhead"),
    mark("Lion"),
    mark("Tiger"),
    mark("Snow leopard"),
    mark("Grey wolf"),
    mark("Polar bear"),
    mark("Nile crocodile"),
    mark("Golden eagle"),
    mark("Barn owl"),
    mark("King cobra"),
    mark("Komodo dragon"),
    mark("Emperor penguin"),
    mark("Meerkat"),
    mark("Common octopus"),
    mark("Poison dart frog"),
    mark("Praying mantis"),
    mark("Blue-footed booby"),
    mark("Great white pelican"),
    mark("Mallard"),
    mark("Greater flamingo"),
    mark("Grey heron"),
    mark("Rock ptarmigan"),
    mark("Snowy owl"),
    mark("Greater roadrunner"),
    mark("Southern cassowary"),
    mark("Green woodpecker"),
    mark("Hoatzin"),
    mark("Harbour seal"),
    mark("Walrus"),
    mark("Red-eyed tree frog"),
    mark("American bullfrog"),
    mark("Cane toad"),
    mark("Desert locust"),
    mark("Desert jerboa"),
    mark("Lar gibbon"),
    mark("Western gorilla"),
    mark("Giant anteater"),
    mark("Aye-aye"),
    mark("Spectral tarsier"),
    mark("Sea otter"),
    mark("Common wombat"),
    mark("Leopard"),
    mark("Southern screamer"),
    mark("Andean condor"),
    mark("Wandering albatross"),
    mark("Arctic tern"),
    mark("Peregrine falcon"),
    mark("Ruby-throated hummingbird"),
    mark("Indian flying fox"),
    mark("Emperor dragonfly"),
    mark("Tropical flying fish"),
    mark("Sugar glider"),
    mark("Bluefin tuna"),
    mark("Bottlenose dolphin"),
    mark("Humpback whale"),
    mark("Spider monkey"),
    mark("Binturong"),
    mark("Panther chameleon"),
    mark("Lined seahorse"),
    mark("Cheetah"),
    mark("Arctic fox"),
    mark("Red squirrel"),
    mark("Emperor scorpion"),
    mark("Blue-spotted stingray"),
    mark("Diamondback rattlesnake"),
    mark("Thorny devil"),
    mark("Great frigatebird"),
    mark("Barn swallow"),
    mark("Asian giant hornet"),
    mark("American lobster"),
    mark("Ground pangolin"),
    mark("Giant tortoise"),
    mark("Golden lion tamarin"),
    mark("Alpine marmot"),
    mark("Llama"),
    mark("Fennec fox"),
    mark("Gemsbok"),
    mark("Orangutan"),
    mark("Fire salamander"),
    mark("Tokay gecko"),
    mark("European mole"),
    mark("Capybara"),
    mark("Eurasian otter"),
    mark("Platypus"),
    mark("Boa constrictor"),
    mark("Honey bee"),
    mark("Mountain goat"),
    mark("Impala"),
)
# By the points of a torso for legs, and for a tail (DC-SP-1).
ROOM = {
    (1, 0): mark("room for legs"),
    (2, 0): mark("room for 2 legs"),
    (0, 1): mark("room for a tail"),
    (1, 1): mark("room for legs and tail"),
    (2, 1): mark("room for 2 legs and tail"),
}
HIDDEN = "hidden"  # in a document: a card whose face is not seen


def ground_title(ground: str) -> str:
    """The printed name of a biome, or of a token in its place."""
    return say(GROUND_TITLES[ground])


def event_title(event: str) -> str:
    """The printed name of an event."""
    return say(EVENT_TITLES[event])


def ability_titles(abilities: Iterable[str]) -> str:
    """Several abilities."""
    return ", ".join(say(ABILITY_TITLES[ability]) for ability in abilities)


def deck_in(view: Words) -> Deck:
    """The deck that a position in words is played with."""
    text = view.get("options", {}).get("deck", STANDARD)
    return standard() if text == STANDARD else deck_numbered(number_of(text))


@kept
def card_title(card: str | Card) -> str:
    """A card by its animal and its part."""
    if card == HIDDEN:
        return say("a card not seen")
    part = card.rpartition(".")[2] if isinstance(card, str) else PARTS[card.part]
    return say("{animal} ({part})", animal=animal_title(card), part=say(PART_TITLES[part]))


@kept
def animal_title(card: str | Card) -> str:
    """The animal of a card."""
    if isinstance(card, Card):
        return animal_name(card.animal)
    known = _standard_cards().get(card)
    # A deck of one's own names its cards after the animals.
    name = card.rpartition(".")[0].replace("-", " ").capitalize()
    return animal_name(known.animal if known else name)


def card_titles(cards: Iterable[str | Card]) -> str:
    """Several cards."""
    return ", ".join(card_title(card) for card in cards)


@cache
def _standard_cards() -> Mapping[str, Card]:
    return {card.id: card for card in standard().cards}


def powers_title(abilities: Mapping[str, int]) -> str:
    """Abilities with how many symbols there are of each: run 2, swim 1."""
    return ", ".join(
        say("{ability} {n}", ability=say(ABILITY_TITLES[ability]), n=abilities[ability])
        for ability in ABILITIES
        if abilities.get(ability)
    )


def letters(abilities: Mapping[str, int], between: str = " ") -> str:
    """The same by letters: R2 S1."""
    return between.join(
        f"{LETTERS[ability]}{abilities[ability]}" for ability in ABILITIES if abilities.get(ability)
    )


@kept
def printed(card: Card) -> str:
    """Everything on a card besides its name."""
    powers = powers_title(dict(zip(ABILITIES, card.abilities, strict=True)))
    lines = [
        say(DIET_TITLES[DIETS[card.diet]]) if card.diet is not None else "",
        powers,
        say("hearts {n}", n=card.hearts) if card.hearts else "",
        say("strength {n}", n=card.strength) if card.strength else "",
        say(ROOM[card.legs, card.tail]) if card.legs or card.tail else "",
    ]
    return ", ".join(filter(None, lines)) or say("nothing printed")


def in_short(card: Card) -> str:
    """The same with letters, where there is little room."""
    lines = [
        say(DIET_TITLES[DIETS[card.diet]]) if card.diet is not None else "",
        letters(dict(zip(ABILITIES, card.abilities, strict=True))),
        f"♥{card.hearts}" if card.hearts else "",
        say("str {n}", n=card.strength) if card.strength else "",
        say("+{n} legs", n=card.legs) if card.legs else "",
        say("+tail") if card.tail else "",
    ]
    return " ".join(filter(None, lines))
