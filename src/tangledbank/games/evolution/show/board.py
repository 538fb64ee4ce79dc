"""The board of Evolution in words and signs.

Population and food are one track of letters: F is food, · is hungry. So FF· is a population of 3
with 2 food tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from tangledbank.accept import word_in
from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.rules.state import MOST
from tangledbank.games.evolution.rules.turn import points_on
from tangledbank.games.evolution.text import sentences as texts
from tangledbank.games.evolution.text.position_words import Document, SpeciesWords
from tangledbank.games.shared import board as shared
from tangledbank.games.shared.board import Fact, Piece, Pile
from tangledbank.games.shared.verbs import ActionWords, name_place
from tangledbank.kernel.compiling import plain
from tangledbank.text import kept, mark, say, say_count

LEGEND = mark(
    "The board: one sign for each of the population, F fed and · hungry; then the body size and "
    "the traits. [ ] lies face down; Fat Tissue 2/4 holds 2 of at most 4. "
    "A card is its trait and, in brackets, its food number. "
    "The choices: (1/3) has 1 of the 3 food tokens it needs"
)
EMPTY = mark("no species")
TITLES = {trait.id: trait.title for trait in Trait}

PHASES = {"supply": mark("food cards"), "play": mark("playing cards"), "feeding": mark("feeding")}
STYLES = {"red": "bold red", "grey": "cyan", "green": "green", "beige": "yellow"}

FED = ("neck", "feed", "think", "attack", "fat")  # verbs about a species that eats


def chapter(view: Document) -> tuple[int, str]:
    """The round and the phase."""
    return view.round, view.phase


def moment(view: Document) -> str:
    """The round and the phase, in words."""
    if view.phase == "over":
        return say("The end, after round {round}", round=view.round)
    return say("Round {round}, {phase}", round=view.round, phase=say(PHASES[view.phase]))


def facts(view: Document, names: Sequence[str]) -> list[Fact]:
    """The watering hole with its food and food cards, the first player and the piles."""
    hole = say("watering hole {n}", n=view.hole)
    found = [shared.stock(hole, "F", view.hole, "bold green")]
    laid = sum(bool(own.food) for own in view.seats)
    if laid:
        found.append(Fact(say_count("{n} food card face down", "{n} food cards face down", laid)))
    return [*found, *shared.deck_facts(view, names)]


def warnings(view: Document) -> list[str]:
    """That the last round has come or is coming."""
    if view.phase == "over":
        return []
    if view.last_round:
        return [say("This is the last round.")]
    return [say("The next round is the last.")] if view.next_round_last else []


def standing(view: Document, seat: int) -> list[str]:
    """Cards, points as far as they can be seen, and the food card."""
    own = view.seats[seat]
    parts = [say_count("{n} card", "{n} cards", shared.size(own.hand))]
    row, bag = own.species, own.bag
    visible = plain(points_on)(
        sum(species.population for species in row),
        sum(len(species.traits) for species in row),
        sum(species.fat for species in row),
    )
    if bag is None:
        parts.append(say_count("{n} point and a bag", "{n} points and a bag", visible))
    else:
        parts.append(
            say_count(
                "{n} point ({bag} in the bag)",
                "{n} points ({bag} in the bag)",
                visible + bag,
                bag=bag,
            )
        )
    if isinstance(own.food, str):
        parts.append(say("food card {number}", number=texts.printed_number(own.food)))
    return parts


def pieces(view: Document, seat: int) -> list[Piece]:
    """The species from left to right."""
    row = enumerate(view.seats[seat].species)
    is_feeding = view.phase == "feeding"
    return [_species(name_place(seat, index), species, is_feeding) for index, species in row]


titles = shared.titles_by(texts.card_title)


def piles(view: Document) -> Mapping[str, Pile]:
    """The discard pile."""
    return shared.discard_pile(view, texts.card_title)


def lists_hand(view: Document) -> bool:
    """Whether each choice is a card: to lay, to play or to discard."""
    if view.stage == "play":
        return texts.chosen(view) is None
    return view.stage in ("supply", "ignore", "think")


def note(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """What a trait is good for, or what the species that a choice is about has and needs."""
    verb, place = word_in(action, "do"), texts.place_of(action, seat)
    if verb == "play":
        return "", " – " + texts.meaning(texts.trait_on(word_in(action, "card")))
    if verb == "food":
        hint = texts.meaning(texts.trait_on(word_in(action, "card")))
        return "", " – " + say("as a trait: {hint}", hint=hint)
    if place is None:
        return "", ""
    species = texts.species_at(place, view)
    if verb in ("population", "body"):
        now = species.population if verb == "population" else species.body
        change = say("from {now} to {then}", now=now, then=now + 1)
        return f", {change}", f" ({now}→{now + 1})"
    if verb == "prey":
        body, ignored = _size_of(species.body), view.attack.ignored if view.attack else []
        has_horns = "horns" in species.traits and "horns" not in ignored
        horns = [texts.trait_title("horns")] if has_horns else []
        return f", {body}, {_population(species)}", f" ({', '.join([body, *horns])})"
    if verb not in FED:
        return "", ""
    more = [say("{n} fat", n=species.fat)] if species.fat else []
    if verb == "attack":
        more.append(_size_of(texts.hunting_size(species)))
    long = [_food(species), *more]
    short = [f"{species.chips}/{species.population}", *more]
    return f", {', '.join(long)}", f" ({', '.join(short)})"


# --- a species ----------------------------------------------------------------------------------


@kept
def _species(name: str, species: SpeciesWords, is_feeding: bool) -> Piece:
    said = [_food(species) if is_feeding else _population(species)]
    said.append(say("body size {n}", n=species.body))
    said += [spoken_trait(trait, is_hidden, species) for trait, is_hidden in traits_of(species)]
    return Piece(name, f"{name}: {', '.join(said)}", lambda: _cells(species))


def traits_of(species: SpeciesWords) -> list[tuple[str, bool]]:
    """The traits of a species, each with whether it lies face down."""
    return [(trait, i in species.face_down) for i, trait in enumerate(species.traits)]


def _cells(species: SpeciesWords) -> Sequence[Text]:
    traits = [_trait(trait, is_hidden, species) for trait, is_hidden in traits_of(species)]
    return _track(species), Text(_size_of(species.body), no_wrap=True), Text(", ").join(traits)


def _food(species: SpeciesWords) -> str:
    """What it has of what it needs; its need is its population."""
    chips, population = species.chips, species.population
    return say("{chips} of {population} food", chips=chips, population=population)


def _size_of(body: int) -> str:
    return say("size {n}", n=body)


def _population(species: SpeciesWords) -> str:
    return say("population {n}", n=species.population)


def _track(species: SpeciesWords) -> Text:
    chips, population = species.chips, species.population
    line = Text(no_wrap=True)
    line.append("F" * chips, style="bold green")
    line.append("·" * (population - chips), style="bold")
    return line.append(" " * (MOST - population))


def _trait(trait: str, is_hidden: bool, species: SpeciesWords) -> Text:
    title = texts.trait_title(trait)
    style = STYLES.get(Trait.called(trait).colour, "") if trait in TRAITS else ""
    text = Text(f"[{title}]" if is_hidden else title, style=style)
    if trait == "fat_tissue" and not is_hidden:
        text.append(f" {species.fat}/{species.body}", style="bold yellow")
    return text


def spoken_trait(trait: str, is_hidden: bool, species: SpeciesWords) -> str:
    """A trait of a species in words."""
    if trait not in TRAITS:
        return say("a trait face down")
    title = texts.trait_title(trait)
    if is_hidden:
        return say("{trait} (face down)", trait=title)
    if trait == "fat_tissue":
        fat = say("{n} of {most} fat", n=species.fat, most=species.body)
        return f"{title} ({fat})"
    return title
