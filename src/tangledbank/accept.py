"""What comes in from outside: plain data of the type that is wanted, or one clear sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec
from msgspec.inspect import DictType, ListType, LiteralType, StructType, Type, UnionType, type_info

from tangledbank.errors import Refused
from tangledbank.text import instead, mark, say

Wanted = TypeVar("Wanted")
Steps = list[str | int]
# What JSON and YAML can say; the names in a mapping of YAML may be numbers.
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str | int, Plain] | None"
# The same as it is read: what a document, an action, an event or an entry of a log says by names.
Value: TypeAlias = "bool | int | float | str | Sequence[Value] | Mapping[str, Value] | None"
if TYPE_CHECKING:
    Words = dict[str, Value]
else:
    Words = dict[str, Any]  # msgspec knows no type that contains itself

DEEPEST = 40  # no document nests half as deep
LONGEST_PLACE = 200  # letters of the way to a value; of a longer one the end
BIGGEST = 2**63 - 1  # what a state or a log can hold
STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")  # in msgspec's paths
# msgspec's names of types, for people
TYPES = {
    "int": mark("a whole number"),
    "float": mark("a number with a fraction"),
    "str": mark("a text"),
    "bool": mark("true or false"),
    "array": mark("a list"),
    "object": mark("a mapping"),
    "null": mark("nothing"),
}
BOUNDS = {
    ("int", ">="): mark("this should be at least {bound}"),
    ("int", "<="): mark("this should be at most {bound}"),
    ("array", ">="): mark("this list should have at least {bound} entries"),
    ("array", "<="): mark("this list should have at most {bound} entries"),
}


def word_in(words: Mapping[str, Value], field: str) -> str:
    """What a field says; nothing if it is not there, or is no text."""
    value = words.get(field)
    return value if isinstance(value, str) else ""


def number_in(words: Mapping[str, Value], field: str, default: int = 0) -> int:
    """The number in a field; the default if it is not there, or is no number."""
    value = words.get(field)
    return value if isinstance(value, int) else default


def accept(value: object, kind: type[Wanted], place: str) -> Wanted:
    """A copy of a value as the type `kind` (in msgspec's sense), or a refusal with its place."""
    copy = plain(value, place)
    try:
        return msgspec.convert(copy, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
    steps = _steps(where, copy, kind)
    in_key = where.startswith("key` in `")
    sentence = say("the names in a mapping are texts") if in_key else _sentence(what, steps, kind)
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    raise Refused(sentence, place=f"{place}{path}".removeprefix("."))


def _sentence(what: str, steps: Steps, kind: type[object]) -> str:
    """What msgspec says, for people; what is not known here stays as it is."""
    if found := re.fullmatch("Expected `(.+)`, got `(.+)`", what):
        wanted, got = (_types(names) for names in found.groups())
        return say("this should be {wanted}, not {got}", wanted=wanted, got=got)
    if found := re.fullmatch(r"Expected `(\w+)`(?: of length)? ([<>]=) (\d+)", what):
        name, side, bound = found.groups()
        return say(BOUNDS.get((name, side), what), bound=bound)
    if found := re.fullmatch("Object missing required field `(.+)`", what):
        return say("the field “{name}” is missing", name=found[1])
    kinds = kinds_at(steps, type_info(kind))
    if found := re.fullmatch("Object contains unknown field `(.+)`", what, re.DOTALL):
        structs = [one for one in kinds if isinstance(one, StructType)]
        fields = [field.encode_name for one in structs for field in one.fields]
        return say("there is no field “{name}” here", name=found[1]) + instead(found[1], fields)
    if found := re.fullmatch("Invalid enum value '(.*)'", what, re.DOTALL):
        literals = [one for one in kinds if isinstance(one, LiteralType)]
        values = [str(value) for one in literals for value in one.values]
        return say("“{value}” cannot stand here", value=found[1]) + instead(found[1], values)
    return what


def _types(names: str) -> str:
    """Types such as `int | null` in words."""
    *some, last = (say(TYPES.get(name, name)) for name in names.split(" | "))
    return say("{some} or {last}", some=", ".join(some), last=last) if some else last


def _steps(where: str, copy: Plain, kind: type[object]) -> Steps:
    """The names and indices on the way to a place; msgspec does not name those of mappings."""
    steps: Steps = []
    inner = copy
    for name, index in STEP.findall(where):
        if isinstance(inner, list):
            steps.append(int(index))
            inner = inner[int(index)]
        elif isinstance(inner, dict):
            key = name or _wrong_entry(inner, copy, kind)
            steps.append(str(key))
            inner = inner[key]
    return steps


def _wrong_entry(mapping: dict[str | int, Plain], copy: Plain, kind: type[object]) -> str | int:
    """The name of the first entry of a mapping inside `copy` that is refused; it stays alone."""
    entries = [*mapping.items()]

    def is_refused(last: int) -> bool:
        mapping.clear()
        mapping.update(entries[: last + 1])
        try:
            msgspec.convert(copy, kind)
        except msgspec.ValidationError:
            return True
        return False

    # halving: there may be thousands of entries, and of other things beside them
    name, entry = entries[bisect_left(range(len(entries) - 1), True, key=is_refused)]
    mapping.clear()
    mapping[name] = entry
    return name


def kinds_at(steps: Steps, kind: Type) -> list[Type]:
    """The types that can stand at a place inside a type."""
    match kind, steps:
        case UnionType(types=inner), rest:
            pass
        case _, []:
            return [kind]
        case StructType(fields=fields), [name, *rest]:
            inner = tuple(field.type for field in fields if field.encode_name == name)
        case DictType(value_type=one) | ListType(item_type=one), [_, *rest]:
            inner = (one,)
        case _:
            return []
    return [found for one in inner for found in kinds_at(rest, one)]


def plain(value: object, place: str, depth: int = 0) -> Plain:
    """A copy of a value that JSON can hold and that is neither too big nor too deep."""
    if depth > DEEPEST:
        raise Refused(say("this is nested more than {most} deep", most=DEEPEST), place=place)
    if isinstance(value, Mapping):
        return {
            _key(key, place): plain(one, _inside(place, f".{key}"), depth + 1)
            for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [plain(one, _inside(place, f"[{i}]"), depth + 1) for i, one in enumerate(value)]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= BIGGEST:
        return int(value)
    if isinstance(value, float) and isfinite(value):
        return float(value)
    # a text can be written to a file; half a surrogate pair cannot
    if isinstance(value, str) and value.encode("utf-8", "ignore").decode() == value:
        return str(value)
    raise Refused(
        say("this is no text, truth value, list or mapping, nor a number of up to 63 bits"),
        place=place,
    )


def _inside(place: str, step: str) -> str:
    """The place of a part. It is made for each of perhaps a million, so it has to be short."""
    return f"{place}{step}"[-LONGEST_PLACE:].removeprefix(".")


def _key(key: object, place: str) -> str | int:
    name = plain(key, place) if isinstance(key, str | int) else None
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise Refused(say("the names in a mapping are texts"), place=place)
    return name
