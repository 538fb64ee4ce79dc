"""The board of Evolution in words and signs.

Population and food are one track of letters: F is food, · is hungry. So FF· is a population of 3
with 2 food tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.rules.state import MOST
from tangledbank.games.evolution.rules.turn import points_on
from tangledbank.games.evolution.text import sentences as texts
from tangledbank.games.shared.board import Fact, Piece, piles, size, stock, titles_by
from tangledbank.games.shared.verbs import Words, name_place, species_at
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
CHAPTER = ("round", "phase")

PHASES = {"supply": mark("food cards"), "play": mark("playing cards"), "feeding": mark("feeding")}
STYLES = {"red": "bold red", "grey": "cyan", "green": "green", "beige": "yellow"}

FED = ("neck", "feed", "think", "attack", "fat")  # verbs about a species that eats


def moment(view: Words) -> str:
    """The round and the phase."""
    if view["phase"] == "over":
        return say("The end, after round {round}", round=view["round"])
    return say("Round {round}, {phase}", round=view["round"], phase=say(PHASES[view["phase"]]))


def facts(view: Words, names: Sequence[str]) -> list[Fact]:
    """The watering hole with its food and food cards, the first player and the piles."""
    hole = say("watering hole {n}", n=view["hole"])
    found = [stock(hole, "F", view["hole"], "bold green")]
    laid = sum(bool(seat.get("food")) for seat in view["seats"])
    if laid:
        found.append(Fact(say_count("{n} food card face down", "{n} food cards face down", laid)))
    return [*found, *piles(view, names)]


def warnings(view: Words) -> list[str]:
    """That the last round has come or is coming."""
    if view["phase"] == "over":
        return []
    if view.get("last_round"):
        return [say("This is the last round.")]
    return [say("The next round is the last.")] if view.get("next_round_last") else []


def standing(view: Words, seat: int) -> list[str]:
    """Cards, points as far as they can be seen, and the food card."""
    words = view["seats"][seat]
    parts = [say_count("{n} card", "{n} cards", size(words["hand"]))]
    row, bag = words["species"], words.get("bag")
    visible = plain(points_on)(
        sum(species["population"] for species in row),
        sum(len(texts.traits_of(species)) for species in row),
        sum(species.get("fat", 0) for species in row),
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
    if isinstance(words.get("food"), str):
        parts.append(say("food card {number}", number=texts.printed_number(words["food"])))
    return parts


def pieces(view: Words, seat: int) -> list[Piece]:
    """The species from left to right."""
    row = enumerate(view["seats"][seat]["species"])
    is_feeding = view["phase"] == "feeding"
    return [_species(name_place(seat, index), words, is_feeding) for index, words in row]


titles = titles_by(texts.card_title)


def lists_hand(view: Words) -> bool:
    """Whether each choice is a card: to lay, to play or to discard."""
    if view["stage"] == "play":
        return texts.chosen(view) is None
    return view["stage"] in ("supply", "ignore", "think")


def note(action: Words, view: Words, seat: int) -> tuple[str, str]:
    """What a trait is good for, or what the species that a choice is about has and needs."""
    verb, place = action["do"], texts.place_in(action, seat)
    if verb == "play":
        return "", " – " + texts.meaning(texts.trait_on(action["card"]))
    if verb == "food":
        hint = texts.meaning(texts.trait_on(action["card"]))
        return "", " – " + say("as a trait: {hint}", hint=hint)
    if place is None:
        return "", ""
    words = species_at(place, view)
    if verb in ("population", "body"):
        now = words[verb]
        change = say("from {now} to {then}", now=now, then=now + 1)
        return f", {change}", f" ({now}→{now + 1})"
    if verb == "prey":
        body, active = _size_of(words["body"]), {*texts.traits_of(words)}
        active -= {*view["attack"].get("ignored", [])}
        horns = [texts.trait_title("horns")] if "horns" in active else []
        return f", {body}, {_population(words)}", f" ({', '.join([body, *horns])})"
    if verb not in FED:
        return "", ""
    more = [say("{n} fat", n=words["fat"])] if words.get("fat") else []
    if verb == "attack":
        more.append(_size_of(texts.hunting_size(words)))
    long = [_food(words), *more]
    short = [f"{words['chips']}/{words['population']}", *more]
    return f", {', '.join(long)}", f" ({', '.join(short)})"


# --- a species ----------------------------------------------------------------------------------


@kept
def _species(name: str, words: Words, is_feeding: bool) -> Piece:
    traits = texts.traits_of(words)
    hidden = words.get("face_down", [])
    said = [_food(words) if is_feeding else _population(words)]
    said.append(say("body size {n}", n=words["body"]))
    said += [spoken_trait(trait, i in hidden, words) for i, trait in enumerate(traits)]
    return Piece(name, f"{name}: {', '.join(said)}", lambda: _cells(words))


def _cells(words: Words) -> Sequence[Text]:
    hidden = words.get("face_down", [])
    traits = [_trait(trait, i in hidden, words) for i, trait in enumerate(texts.traits_of(words))]
    return _track(words), Text(_size_of(words["body"]), no_wrap=True), Text(", ").join(traits)


def _food(words: Words) -> str:
    """What it has of what it needs; its need is its population."""
    return say("{chips} of {population} food", chips=words["chips"], population=words["population"])


def _size_of(body: int) -> str:
    return say("size {n}", n=body)


def _population(words: Words) -> str:
    return say("population {n}", n=words["population"])


def _track(words: Words) -> Text:
    chips, population = words["chips"], words["population"]
    line = Text(no_wrap=True)
    line.append("F" * chips, style="bold green")
    line.append("·" * (population - chips), style="bold")
    return line.append(" " * (MOST - population))


def _trait(trait: str, is_hidden: bool, species: Words) -> Text:
    title = texts.trait_title(trait)
    style = STYLES.get(Trait.called(trait).colour, "") if trait in TRAITS else ""
    text = Text(f"[{title}]" if is_hidden else title, style=style)
    if trait == "fat_tissue" and not is_hidden:
        text.append(f" {species.get('fat', 0)}/{species['body']}", style="bold yellow")
    return text


def spoken_trait(trait: str, is_hidden: bool, species: Words) -> str:
    """A trait of a species in words."""
    if trait not in TRAITS:
        return say("a trait face down")
    title = texts.trait_title(trait)
    if is_hidden:
        return say("{trait} (face down)", trait=title)
    if trait == "fat_tissue":
        fat = say("{n} of {most} fat", n=species.get("fat", 0), most=species["body"])
        return f"{title} ({fat})"
    return title
