"""Files that people write, YAML and TOML: read as plain data, or refused with the place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable

import yaml

from tangledbank.errors import Refused
from tangledbank.text import say

# Dots make tables inside tables: the memory that tomllib takes grows with the square of those in a
# line, and by a kilobyte with each. Within these bounds no text takes 20 MB or half a second.
LONGEST = 100_000  # characters; the package's deck has 33,000
LONGEST_LINE = 1_000
MOST_DOTS = 2_000  # a deck has one in the id of each card, and some in names and comments
MOST_DOTS_IN_LINE = 20


class _Loader(yaml.SafeLoader):
    """Plain data only: “on”, 12:30 and 2001-01-01 are words, whatever else there is is refused."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        """A value; one that cannot be, such as !!int x, with its place."""
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError):
            raise _yaml_error(say("this value cannot be read"), node.start_mark) from None

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        """A mapping; a name that comes twice would hide the first."""
        words = super().construct_mapping(node, deep)
        names = set()
        for key, _ in node.value:
            name = self.construct_object(key, deep=True)
            if name in names:
                told = say("“{name}” comes twice in one mapping", name=name)
                raise _yaml_error(told, key.start_mark)
            names.add(name)
        return words

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """A node; an alias could stand for a billion."""
        if self.check_event(yaml.AliasEvent):
            at = self.peek_event()  # type: ignore[no-untyped-call]
            raise _yaml_error(say("write it out: there are no aliases here"), at.start_mark)
        return super().compose_node(parent, index)


def _yaml_error(problem: str, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=mark)


_TAG = "tag:yaml.org,2002:"
_TAGS = ("null", "bool", "int", "float", "str", "seq", "map")
_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", "~|null|", ["~", "n", ""]),
    ("bool", "true|false", list("tf")),
    ("int", "[-+]?(?:0|[1-9][0-9]*)", list("-+0123456789")),
    ("float", r"[-+]?[0-9]+\.[0-9]+", list("-+0123456789")),
):
    _Loader.add_implicit_resolver(_TAG + _tag, re.compile(f"^(?:{_pattern})$"), _first)
_Loader.yaml_constructors = {
    tag: constructor
    for tag, constructor in yaml.SafeLoader.yaml_constructors.items()
    if tag is None or tag.removeprefix(_TAG) in _TAGS
}


def load_yaml(text: str, place: str = "") -> list[object]:
    """The documents of a text; those that are empty are left out."""
    try:
        found = [one for one in yaml.load_all(text, _Loader) if one is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{place}:{mark.line + 1}" if mark else place
        problem = getattr(error, "problem", None) or getattr(error, "reason", error)
        raise Refused(say("this is not YAML: {problem}", problem=problem), place=place) from None
    except RecursionError:
        raise Refused(say("this is nested too deep"), place=place) from None
    return found or [None]


def read_toml(text: str, place: str) -> dict[str, object]:
    """What a text says, as plain data that is still to be checked."""
    text = text.removeprefix("\ufeff")
    if why := _why_too_large(text):
        raise Refused(why, place=place)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refused(say("this is nested too deep"), place=place) from None
    except ValueError as error:
        raise Refused(say("this is not TOML: {problem}", problem=error), place=place) from None


def _why_too_large(text: str) -> str:
    """What would take much to read, found before anything reads it; or nothing."""
    if len(text) > LONGEST:
        return say("this has more than {most} letters", most=LONGEST)
    for n, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            return say("line {number} has more than {most} letters", number=n, most=LONGEST_LINE)
        if line.count(".") > MOST_DOTS_IN_LINE:
            return say("line {number} has more than {most} dots", number=n, most=MOST_DOTS_IN_LINE)
    if text.count(".") > MOST_DOTS:
        return say("this has more than {most} dots", most=MOST_DOTS)
    return ""
