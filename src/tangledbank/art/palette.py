"""Colours: what pages may set by CSS custom properties, and mixing of coats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

# Name: light, dark. A page that sets nothing gets the light ones.
COLOURS = {
    "paper": ("#f7f1e1", "#26211b"),
    "frame": ("#e6dabd", "#3a3329"),
    "ink": ("#3b3027", "#e9dec7"),
    "line": ("#3b3027", "#a8936f"),  # of creatures: seen on dark paper and on white fur
    "quiet": ("#7a6a55", "#a99b83"),
    "ghost": ("#dccfb2", "#443c31"),
    "plant": ("#4a7a35", "#8fbf6b"),
    "meat": ("#a8412f", "#e5826a"),
    "heart": ("#b03a52", "#ee8397"),
    "strength": ("#6b5a3c", "#cdb27a"),
    "run": ("#8a5a1c", "#dba657"),
    "climb": ("#3f6b3c", "#8cc184"),
    "fly": ("#3e6a94", "#8ab8e0"),
    "swim": ("#1f6f80", "#69bfd0"),
    "cold": ("#4a6fa8", "#9dbdf0"),
    "heat": ("#b5561f", "#f09a5c"),
    "dig": ("#6d4b33", "#c69a76"),
    "poison": ("#6a3f83", "#c493df"),
    "red": ("#a3392c", "#e5806e"),
    "grey": ("#5d6166", "#b4b9bf"),
    "green": ("#45702f", "#93c274"),
    "beige": ("#8a6a33", "#d9b877"),
    "sky": ("#dfe7e2", "#35424a"),
    "water": ("#8fb4bb", "#3f6a75"),
}

# Paints that are the same on light and on dark paper.
PAINTS = {
    "dark": "#2c231c",  # eyes, claws, nostrils
    "white": "#f7f1e3",
    "ivory": "#efe4c6",
    "tongue": "#a4423a",
    "bone": "#f3ead6",
    "earth": "#a3764a",
    "leaf": "#6f9a45",
    "snow": "#f6f4ee",
}

DARKEST = 72  # mean of red, green and blue in the darkest coats


def colour(name: str) -> str:
    """A colour that a page may set, as the value of an attribute."""
    return f"var(--tb-{name},{COLOURS[name][0]})"


_NAMED = PAINTS | {name: colour(name) for name in COLOURS}


def properties(*, dark: bool = False) -> str:
    """The custom properties as CSS declarations."""
    return "".join(f"--tb-{name}:{pair[dark]};" for name, pair in COLOURS.items())


def stylesheet() -> str:
    """The custom properties for a page, light or dark as the reader prefers."""
    light, dark = properties(), properties(dark=True)
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def mix(one: str, other: str, share: float) -> str:
    """A colour between two, with so much of the other."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def shade(one: str, share: float = 0.22) -> str:
    """The same colour in the shade."""
    return mix(one, "#2a2018", share)


def painted(name: str, own: Mapping[str, str]) -> str:
    """A colour by its name, one's own first, or itself; "coat 12" has 12 hundredths of shade."""
    part, _, dark = name.partition(" ")
    found = own[part] if part in own else _NAMED.get(part, part)
    return shade(found, int(dark) / 100) if dark else found


def mixed(colours: Sequence[str]) -> str:
    """A colour with an equal share of each."""
    return reduce(lambda one, more: mix(one, more[1], 1 / more[0]), enumerate(colours, 1), "#000")


def visible(one: str) -> str:
    """The same colour, or one not quite as dark: ink must be seen on it."""
    light = sum(_channels(one)) / 3
    return one if light >= DARKEST else mix(one, "#8c847c", (DARKEST - light) / (132 - light))


def _channels(text: str) -> tuple[int, ...]:
    digits = text.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))
