"""What a bot is called, and how it thinks: `expert`, `greedy`, `search:1000`, `search:1sx2`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from tangledbank.errors import Refused
from tangledbank.games.game import instead
from tangledbank.search.match import CARELESS, POLICIES
from tangledbank.text import mark, say

SEARCH, SLIPS = "search", "careless"

USUAL_SECONDS = 1.0
MOST_SECONDS = 600.0
MOST_ITERATIONS = 10_000_000
MOST_THREADS = 32  # each has a tree of its own in memory
BUDGET = re.compile(
    r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,6})?)(?P<unit>ms|s|)(?:x(?P<threads>[0-9]{1,3}))?",
    re.ASCII,
)
UNIT_SECONDS = {"ms": 0.001, "s": 1.0}


class Spec(NamedTuple):
    """A bot as it was asked for: a policy by its number, or a search by iterations or seconds.

    A search with both ends with the first of them; its threads share either.
    """

    name: str
    policy: int = -1
    iterations: int = 0
    seconds: float = 0.0
    threads: int = 1


# Opponents from weak to strong; docs/bots.md tells of them. They think for so many iterations, so
# that a level is as strong on every machine, and for a second at most, however slow that is.
LEVELS = {
    "beginner": Spec(SLIPS, CARELESS + 65),
    "learner": Spec(SLIPS, CARELESS + 35),
    "skilled": Spec("greedy", POLICIES.index("greedy")),
    "strong": Spec(SEARCH, iterations=50, seconds=USUAL_SECONDS),
    "expert": Spec(SEARCH, iterations=200, seconds=USUAL_SECONDS),
}
USUAL_LEVEL = "skilled"
BOTS = (*LEVELS, *POLICIES, SLIPS, SEARCH)

# What people are told of them.
BOT_TITLES = {
    "beginner": mark("level: beginner"),
    "learner": mark("level: learner"),
    "skilled": mark("level: good"),
    "strong": mark("level: strong"),
    "expert": mark("level: expert"),
    "greedy": mark("level: good"),
    "random": mark("level: easy"),
    "caretaker": mark("caretaker"),
}
STYLES = {
    "beginner": mark("overlooks most of what it could do, and takes the best of the rest"),
    "learner": mark("takes what promises most, but overlooks some of it"),
    "skilled": mark("takes what promises most at once"),
    "strong": mark("looks a little ahead before each move"),
    "expert": mark("looks well ahead before each move"),
}
RATINGS = Path(__file__).with_name("ratings.json")  # written by tools/ratings.py


@cache
def ratings() -> dict[str, dict[str, float]]:
    """The measured rating of each level, by game; a game that was not measured is missing."""
    return msgspec.json.decode(RATINGS.read_bytes(), type=dict[str, dict[str, float]])


def rating_in(game: str, level: str) -> str:
    """The rating of a level in a game, in whole points; a dash if it was not measured."""
    found = ratings().get(game, {}).get(level)
    return "–" if found is None else f"{found:.0f}"


def read_spec(text: str) -> Spec:
    """The bot a text asks for; refuse what names none."""
    if text in LEVELS:
        return LEVELS[text]
    name, colon, budget = text.partition(":")
    if name not in BOTS:
        raise Refused(say("there is no bot “{name}”", name=name) + instead(name, BOTS))
    if name == SEARCH:
        return _read_budget(budget) if colon else Spec(SEARCH, seconds=USUAL_SECONDS)
    if name == SLIPS:
        return _read_slips(budget)
    if colon:
        raise Refused(say("{name} takes no budget: write “{name}” alone", name=name))
    return Spec(name, POLICIES.index(name))


def _read_slips(text: str) -> Spec:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100):
        raise Refused(
            say(
                "careless takes a number from 0 to 100, as in careless:25: of a hundred"
                " possibilities it overlooks so many"
            )
        )
    return Spec(SLIPS, CARELESS + int(text))


def _read_budget(text: str) -> Spec:
    found = BUDGET.fullmatch(text)
    threads = int(found["threads"] or 1) if found else 0
    if found and 1 <= threads <= MOST_THREADS:
        if found["unit"]:
            seconds = float(found["number"]) * UNIT_SECONDS[found["unit"]]
            if 0.001 <= seconds <= MOST_SECONDS:
                return Spec(SEARCH, seconds=seconds, threads=threads)
        elif found["number"].isdigit() and 1 <= int(found["number"]) <= MOST_ITERATIONS:
            return Spec(SEARCH, iterations=int(found["number"]), threads=threads)
    raise Refused(
        say(
            "“{text}” is no budget of search; it takes iterations (search:1000, up to "
            "{iterations}) or a time (search:500ms or search:2s, from 1ms to {seconds}s), either "
            "with threads (search:2sx4, up to x{threads})",
            text=text,
            iterations=MOST_ITERATIONS,
            seconds=int(MOST_SECONDS),
            threads=MOST_THREADS,
        )
    )


def check_policy(name: str) -> int:
    """The number of a policy that whole games in compiled code can be played by."""
    spec = read_spec(name)
    if spec.policy < 0:
        bots = ", ".join((*POLICIES, SLIPS))
        why = say("{name} thinks too long for this; there are: {bots}", name=spec.name, bots=bots)
        raise Refused(why)
    return spec.policy
