"""When to stop early: tests that may be looked at after every set without losing their level.

What is observed is the mean share of a set: how much of its games one bot takes from another, a
number from 0 to 1. Sets are independent, games of the same deal are not. Against a true mean m the
products of (p/m)^x ((1-p)/(1-m))^(1-x) have an expectation of at most 1 for every p and every x
in [0, 1] (weighted means), so by Ville's inequality they reach 1/a with a probability of at most a.
"""

from __future__ import annotations

from math import lgamma, log
from typing import Protocol

from tangledbank.errors import Refused
from tangledbank.text import say

LEVEL = 0.05  # of a wrong conclusion
APART = "apart"

Pair = tuple[int, int]  # of bots, the lower number first


class StopRule(Protocol):
    """Hears the shares of each set and says when it is enough."""

    def hear(self, pair: Pair, share: float) -> None:
        """Take in the share of a pair in a set."""

    @property
    def verdict(self) -> str:
        """What is settled, in a sentence; nothing as long as it is not."""


class Apart:
    """Whether every pair is told apart: Robbins' mixture test of “both take a half”.

    The mixture over all p is a beta-binomial likelihood ratio. With several pairs the level is
    divided among them (Bonferroni).
    """

    def __init__(self, bots: int):
        self._open = {(a, b): (0.0, 0.0) for b in range(bots) for a in range(b)}
        self._bound = log(len(self._open) / LEVEL)

    def hear(self, pair: Pair, share: float) -> None:
        """Add a set; a pair that is settled stays so."""
        if pair in self._open:
            won, lost = self._open[pair]
            won, lost = won + share, lost + 1 - share
            self._open[pair] = won, lost
            if log_mixture(won, lost) >= self._bound:
                del self._open[pair]

    @property
    def verdict(self) -> str:
        """Settled when no pair is open."""
        if self._open:
            return ""
        return say("every pair is told apart (Robbins' mixture test, level 5 %)")


def log_mixture(won: float, lost: float) -> float:
    """The logarithm of the beta-binomial mixture against a share of one half."""
    return lgamma(1 + won) + lgamma(1 + lost) - lgamma(2 + won + lost) + (won + lost) * log(2)


class Ratio:
    """Wald's sequential probability ratio test: does the first of two take `low` or `high`?"""

    def __init__(self, low: float, high: float):
        self._low, self._high = low, high
        self.log_ratio = 0.0

    def hear(self, pair: Pair, share: float) -> None:
        """Add a set."""
        self.log_ratio += share * log(self._high / self._low)
        self.log_ratio += (1 - share) * log((1 - self._high) / (1 - self._low))

    @property
    def verdict(self) -> str:
        """Settled when one of the two shares is out."""
        bound = log(1 / LEVEL)
        if self.log_ratio >= bound:
            return say(
                "the first bot takes more than {share:.1%} (Wald's SPRT, level 5 %)",
                share=self._low,
            )
        if self.log_ratio <= -bound:
            return say(
                "the first bot takes less than {share:.1%} (Wald's SPRT, level 5 %)",
                share=self._high,
            )
        return ""


def read_stop_rule(text: str, bots: int) -> StopRule:
    """A test as it is named: apart, or LOW:HIGH in per cent for two bots."""
    if text == APART:
        return Apart(bots)
    try:
        low, high = (float(part) / 100 for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise Refused(
            say("“{text}” is neither apart nor two shares in per cent such as 50:55", text=text),
            place="--stop",
        )
    if bots != 2:
        raise Refused(say("two shares are a test for two bots, not {n}", n=bots), place="--stop")
    return Ratio(low, high)
