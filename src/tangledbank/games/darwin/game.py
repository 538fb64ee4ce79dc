"""Darwin's Choice: what it is, and everything the rooms above need to know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tangledbank.errors import Refused
from tangledbank.games.darwin.balance import BALANCE
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import standard_text
from tangledbank.games.darwin.rules.draft import migrate, replace
from tangledbank.games.darwin.rules.state import Phase, State
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.rules.variants import manner_of
from tangledbank.games.darwin.text.deck import parse_deck, read_deck, summary, warnings
from tangledbank.games.darwin.text.position_words import Document, details
from tangledbank.games.darwin.text.words import deck_of
from tangledbank.games.game import DeckFiles, GameOf
from tangledbank.kernel.compiling import plain
from tangledbank.kernel.records import States
from tangledbank.text import mark, say


def why_no_target(states: States, seat: int, path: Sequence[int]) -> int:
    """Why a biome, or a card in place of another, is not possible, where none is."""
    first, second = path[0], path[1]
    if Verb.MIGRATE <= first < Verb.TO:
        migrate(states[0], first - Verb.MIGRATE)
    elif Verb.REPLACE <= first < Verb.WITH:
        replace(states[0], first - Verb.REPLACE)
    return int(kernel.why_not(states, seat, second))


def may_rest(code: int, _states: States) -> bool:
    """Whether this is what a resting seat answers by itself (DC-SP-64)."""
    return code == Verb.STAY


def is_final(code: int) -> bool:
    """Whether cards were drawn by it, or changed hands (DC-SP-12, -79)."""
    return (
        code in (Verb.NEW_HAND, Verb.DRAW_REST, Verb.AGREE, Verb.LET_DRAW)
        or Verb.DRAW <= code < Verb.GIVE  # draws and Redraws
        or Verb.HAND_OVER <= code < Verb.PAY
    )


def check_options(seats: int, chosen: Mapping[str, str]) -> None:
    """Refuse variants that do not go together (DC-SP-73, -75, DC-2V2-1)."""
    manner = manner_of(chosen)
    if manner.seats not in (0, seats):
        raise Refused(say(manner.why_not_seats, seats=seats), place="options.variant")
    if manner.why_not_short and chosen.get("length") == "short":
        raise Refused(say(manner.why_not_short), place="options.length")


def side_of(seat: int, chosen: Mapping[str, str]) -> int:
    """2 against 2: a team is one side, named by its first seat."""
    return min(seat, plain(mate_of)(seat)) if manner_of(chosen).teams else seat


def check_deck(text: str) -> tuple[list[str], list[str]]:
    """What is in a deck file, and what is odd about it."""
    deck = parse_deck(text, place="")
    return [*summary(deck)], [*warnings(deck)]


GAME = GameOf[State, Document](
    name="darwin",
    title="Darwin's Choice",
    about=mark(
        "Put chimeras together from heads, bodies and legs, and find biomes that suit them."
    ),
    usual_seats=4,
    no_target=("no_biome_fits", "drift", "no_replacement"),
    why_no_target=why_no_target,
    may_rest=may_rest,
    rest_phases=(Phase.ACTION,),
    tables={"deck": lambda value, _chosen: read_deck(value)},
    check_options=check_options,
    details=details,
    # a person passes, goes back or stays away by their own will (DC-SP-81)
    unforced=(Verb.PASS, Verb.REVISE, Verb.UNTRADE, Verb.STAY),
    held=lambda states: deck_of(states[0]),
    is_final=is_final,
    side_of=side_of,
    balance=BALANCE,
    deck_files=DeckFiles(standard_text, check_deck),
)
