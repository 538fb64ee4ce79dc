"""Scenarios: a position, steps and what to expect of them, in a file people can read and run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml
from msgspec import Struct
from msgspec.inspect import ListType, StructType, Type, UnionType, type_info

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.games.shared.clauses import clauses
from tangledbank.table import AUDIENCE, Table, Why
from tangledbank.text import say


class Scenario(Struct, forbid_unknown_fields=True):
    """The top of a scenario file. Either `given` or `seats` (a new game) says where it begins."""

    game: str
    steps: list[dict[str, Any]]
    shows: list[str] = []
    title: str = ""
    note: str = ""
    options: dict[str, str] = {}
    seed: int = 0
    seats: int | None = None
    given: dict[str, Any] | None = None
    auto: bool = False


class Failure(NamedTuple):
    """Something that is not as the scenario says."""

    file: str
    title: str
    step: str
    expected: str
    actual: str

    def __str__(self) -> str:
        where = (
            f"{self.file}: {self.title}: {self.step}" if self.title else f"{self.file}: {self.step}"
        )
        return f"{where}\n  expected: {self.expected}\n  actual:   {self.actual}"


class _Wrong(Exception):  # noqa: N818  it reads as what happened
    """An expectation that does not hold."""

    def __init__(self, expected: object, actual: object):
        self.expected, self.actual = _plain(expected), _plain(actual)


Entry = str | dict[str, Any]
STEP_KEYS: dict[str, Any] = {
    "dice": list[int],
    "deck": list[str],
    "undo": int,
    "expect": dict[str, Any],
    "pending": list[int],
    "legal": list[Entry],
    "only_legal": list[Entry],
    "illegal": list[Entry],
    "events": list[dict[str, Any]],
    "no_events": list[dict[str, Any]],
    "view": dict[str | int, dict[str, Any]],
    "note": str,
}
NAMING = ("ability", "trait")  # a card of which nothing else is said is written as this alone
SHORT_NUMBER = re.compile("[0-9]{1,3}")


class _Loader(yaml.SafeLoader):
    """YAML that means what it looks like: “on”, 12:30 and 2001-01-01 are words here."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """A value; one that cannot be, such as !!int x, with its place."""
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError):
            raise _yaml_error(say("this value cannot be read"), node) from None

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping; a name that comes twice would hide the first."""
        words = super().construct_mapping(node, deep)
        names = set()
        for key, _ in node.value:
            name = self.construct_object(key, deep=True)
            if name in names:
                raise _yaml_error(say("“{name}” comes twice in one mapping", name=name), key)
            names.add(name)
        return words

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """A node; an alias could stand for a billion."""
        if self.check_event(yaml.AliasEvent):
            at: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise _yaml_error(say("write it out: there are no aliases here"), at)
        return super().compose_node(parent, index)


def _yaml_error(problem: str, at: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=at.start_mark)


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


def load_yaml(text: str) -> list[Any]:
    """The documents of a YAML text; those that are empty are left out."""
    found = [one for one in yaml.load_all(text, _Loader) if one is not None]
    return found or [None]


def find_files(paths: Sequence[Path | str]) -> list[Path]:
    """The scenario files among files and folders, in order."""
    found: list[Path] = []
    for name in paths:
        if name == "":  # as a Path it would mean the current folder
            raise Refused(say("this path is empty; the current folder is “.”"))
        path = Path(name)
        if path.is_dir():
            found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml"), *path.rglob("*.json")])
        elif path.exists():
            found.append(path)
        else:
            raise Refused(say("there is no such file or folder"), place=str(path))
    if not found:
        raise Refused(say("there is no scenario file here"), place=str(paths[0]))
    return found


def read_file(path: Path) -> list[Scenario]:
    """The scenarios of one file: one, or several divided by `---`."""
    try:
        texts = load_yaml(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or getattr(error, "reason", error)
        raise Refused(say("this is not YAML: {problem}", problem=problem), place=place) from None
    except RecursionError:
        raise Refused(say("this is nested too deep"), place=str(path)) from None
    except (OSError, UnicodeError) as error:
        raise Refused(say("cannot be read: {why}", why=error), place=str(path)) from None
    scenarios = []
    for number, text in enumerate(texts, start=1):
        which = say("scenario {number}", number=number) if len(texts) > 1 else ""
        with _about(path, which):
            scenarios.append(accept(text, Scenario, ""))
    return scenarios


def run_file(path: Path) -> Iterator[Failure | None]:
    """Run each scenario of a file: its first failure, or None."""
    for scenario in read_file(path):
        yield run(scenario, str(path))


def run(scenario: Scenario, file: str = "") -> Failure | None:
    """Run one scenario to its first failure."""
    with _about(file, scenario.title):
        _check_shows(scenario)
        table = _sit_down(scenario)
    for number, step in enumerate(scenario.steps, start=1):
        where = say("step {number}", number=number)
        try:
            with _about(file, scenario.title, where):
                _Step(table, step).run()
        except _Wrong as wrong:
            turn = int(table.state["turn"][0])
            now = say("turn {turn}, {phase}", turn=turn, phase=table.view()["phase"])
            return Failure(file, scenario.title, where, wrong.expected, f"{wrong.actual} ({now})")
        except Refused as refused:
            if refused.reason == "":  # not the rules refuse, the file is wrong
                raise
            expected = say("this can be done: {action}", action=_plain(step))
            actual = _why(refused)
            return Failure(file, scenario.title, where, expected, actual)
    return None


def _why(why: Why | Refused) -> str:
    """A refusal by the rules: its reason, the clause if there is one, and the sentence."""
    reason = f"{why.reason} ({why.clause})" if why.clause else why.reason
    return f"{reason}: {why.sentence}"


@contextmanager
def _about(*parts: object) -> Iterator[None]:
    """Name the place of the place in whatever is refused."""
    try:
        yield
    except Refused as refused:
        place = ": ".join(str(part) for part in (*parts, refused.place) if part)
        reason, clause = refused.reason, refused.clause
        raise Refused(refused.sentence, place=place, reason=reason, clause=clause) from None


def _check_shows(scenario: Scenario) -> None:
    known = {clause.id for clause in clauses(scenario.game)}
    for name in scenario.shows:
        if name not in known:
            raise Refused(say("there is no clause {name}", name=name), place="shows")


def _sit_down(scenario: Scenario) -> Table:
    if scenario.given is None and scenario.seats is None:
        raise Refused(say("it needs a position (given) or a number of seats (seats)"))
    if scenario.given is not None and scenario.seats is not None:
        raise Refused(say("it begins with a position (given) or with seats, not both"))
    with _about("given" if scenario.given is not None else ""):
        return Table(
            scenario.game,
            scenario.seats,
            options=scenario.options,
            seed=scenario.seed,
            given=scenario.given,
            auto=scenario.auto,
        )


class _Step:
    """One step of a scenario at a table."""

    def __init__(self, table: Table, words: Mapping[str, Any]):
        self.table = table
        self.words: dict[str, Any] = accept(words, dict[str, Any], "")
        self.actors = [key for key in self.words if key.startswith("seat ")]
        for key, value in self.words.items():
            if key in STEP_KEYS:
                accept(value, STEP_KEYS[key], key)
            elif key not in self.actors:
                raise Refused(
                    say("a step has no “{key}”", key=key)
                    + say("; it takes: {keys}", keys=", ".join(("seat N", *STEP_KEYS))),
                    place=key,
                )
        if len(self.actors) > 1:
            raise Refused(say("a step has one action; write two steps"), place=self.actors[1])

    def run(self) -> None:
        """Force chance, act, then look."""
        table, words = self.table, self.words
        for what in ("dice", "deck"):
            if what in words:
                self._force(what, words[what])
        since = len(table.moves) or None  # the first step also sees how the position began
        for actor in self.actors:
            table.act(_seat(actor.removeprefix("seat ")), words[actor])
        if "undo" in words:
            everyone = range(len(table.players))
            table.undo(words["undo"], consent=[seat for seat in everyone if seat != words["undo"]])
        self._look(since)

    def _force(self, what: str, values: list[Any]) -> None:
        """Lay out what chance will bring."""
        game = self.table.game
        force = getattr(game.document, f"force_{what}", None)
        if force is None:
            raise Refused(say("{game} has no {what}", game=game.name, what=what), place=what)
        force(self.table.state, values)
        self.table.keep()

    def _look(self, since: int | None) -> None:
        table, words = self.table, self.words
        if "pending" in words and words["pending"] != table.pending:
            raise _Wrong({"pending": words["pending"]}, table.pending)
        if "expect" in words:
            self._compare(words["expect"], table.document(), "expect")
        for who, partial in words.get("view", {}).items():
            seat = AUDIENCE if who == "audience" else _seat(who)
            if seat >= len(table.players):
                raise Refused(say("there is no seat {seat}", seat=seat), place="view")
            self._compare(partial, table.view(seat), f"view {who}")
        for entry in words.get("legal", []):
            seat, action, _ = self._entry(entry)
            why = table.why_not(seat, action)
            if why and not why.reason:
                raise Refused(why.sentence, place="legal")
            if why:
                raise _Wrong({"legal": action}, _why(why))
        for entry in words.get("illegal", []):
            self._expect_illegal(entry)
        if "only_legal" in words:
            self._expect_only(words["only_legal"])
        if "events" in words or "no_events" in words:
            self._expect_events(table.events(since=since))

    def _compare(self, expected: Any, actual: Any, place: str) -> None:
        check_keys(expected, type_info(self.table.game.document.Document), place)
        found = difference(expected, actual, "", counting=not place.startswith("view"))
        if found:
            where, wanted, got = found
            raise _Wrong(f"{place}{where} = {_plain(wanted)}", got)

    def _entry(self, entry: Entry) -> tuple[int, Any, str | None]:
        """The seat, the action and the reason of an entry under legal or illegal."""
        words: dict[str, Any] = {"line": entry} if isinstance(entry, str) else dict(entry)
        why = words.pop("why", None)
        seat = words.pop("seat", None)
        if seat is None:
            seat = self._pending_seat()
        if "line" not in words:
            return seat, words, why
        if len(words) > 1:
            raise Refused(say("beside “line” there can be “seat” and “why” only"), place="line")
        return seat, accept(words["line"], str, "line"), why

    def _pending_seat(self) -> int:
        return next(iter(self.table.pending), 0)

    def _expect_illegal(self, entry: Entry) -> None:
        seat, action, expected = self._entry(entry)
        names = [reason.id for reason in self.table.game.reasons]
        if expected is not None and expected not in names:
            raise Refused(
                say("there is no reason “{name}”", name=expected)
                + say("; there are: {names}", names=", ".join(names[1:])),
                place="illegal",
            )
        why = self.table.why_not(seat, action)
        if why is None:
            raise _Wrong({"illegal": action}, say("it is legal"))
        if why.reason == "":
            raise Refused(why.sentence, place="illegal")
        if expected is not None and why.reason != expected:
            raise _Wrong({"illegal": action, "why": expected}, why.reason)

    def _expect_only(self, entries: list[Entry]) -> None:
        """These are all the small actions there are."""
        wanted: set[int] = set()
        seat = self._pending_seat()
        for entry in entries:
            seat, action, _ = self._entry(entry)
            path = self.table.path(seat, action)
            if len(path) > 1:
                raise Refused(say("write single steps here, not several in one"),
                              place="only_legal")  # fmt: skip
            wanted.add(path[0])
        actual = {int(code) for code in self.table.codes(seat)}
        if wanted != actual:
            lines = [self.table.notation(code, seat) for code in sorted(actual)]
            raise _Wrong({"only_legal": entries}, lines)

    def _expect_events(self, actual: list[Any]) -> None:
        """Some events happened, in this order with others between them; some did not."""
        rest = iter(actual)
        for wanted in self.words.get("events", []):
            self._check_event(wanted, "events")
            if not any(difference(wanted, event, "") is None for event in rest):
                raise _Wrong({"event": wanted}, actual)
        for unwanted in self.words.get("no_events", []):
            self._check_event(unwanted, "no_events")
            found = [event for event in actual if difference(unwanted, event, "") is None]
            if found:
                raise _Wrong({"no event": unwanted}, found[0])

    def _check_event(self, words: Mapping[str, Any], place: str) -> None:
        known = self.table.game.sentences.event_fields()
        name = words.get("event")
        if not isinstance(name, str) or name not in known:
            raise Refused(
                say("there is no event “{name}”", name=name)
                + say("; there are: {names}", names=", ".join(known)),
                place=place,
            )
        for key in words:
            if key != "event" and key not in known[name]:
                raise Refused(
                    say("the event “{name}” has no “{key}”", name=name, key=key)
                    + say("; it has: {keys}", keys=", ".join(known[name]) or "-"),
                    place=place,
                )


def _seat(text: object) -> int:
    if not SHORT_NUMBER.fullmatch(str(text)):
        raise Refused(say("a seat is a number from 0, as in “seat 0”"), place=str(text))
    return int(str(text))


def difference(
    expected: Any, actual: Any, path: str, counting: bool = True
) -> tuple[str, Any, Any] | None:
    """The first place where `actual` is not what the partial `expected` says.

    A number stands for a list of so many entries, if `counting`: in the view of a seat it says
    that the entries are hidden.
    """
    if isinstance(expected, Mapping) and isinstance(actual, list):
        for key, wanted in expected.items():
            index = int(key) if SHORT_NUMBER.fullmatch(str(key)) else -1
            if not 0 <= index < len(actual):
                return f"{path}[{key}]", wanted, say("there are {n}", n=len(actual))
            found = difference(wanted, actual[index], f"{path}[{index}]", counting)
            if found:
                return found
        return None
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, wanted in expected.items():
            value = actual.get(key, _nothing_like(wanted))
            found = difference(wanted, value, f"{path}.{key}", counting)
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return path, expected, actual
        for index, wanted in enumerate(expected):
            found = difference(wanted, actual[index], f"{path}[{index}]", counting)
            if found:
                return found
        return None
    if isinstance(expected, int) and isinstance(actual, list):
        hidden = counting or not actual
        return None if hidden and len(actual) == expected else (path, expected, actual)
    if isinstance(expected, str) and isinstance(actual, Mapping):
        actual = next((actual[field] for field in NAMING if field in actual), actual)
    if isinstance(expected, Mapping) and isinstance(actual, str):
        return difference(expected, dict.fromkeys(NAMING, actual), path, counting)
    return None if expected == actual else (path, expected, actual)


def _nothing_like(value: Any) -> Any:
    """What a field that is left out of a document stands for."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return 0
    return [] if isinstance(value, list) else None


def check_keys(expected: Any, kind: Type, place: str) -> None:
    """Refuse an expectation about a field that no document has."""
    if isinstance(kind, UnionType):
        kinds = [one for one in kind.types if isinstance(one, (StructType, ListType))]
        fitting = [
            one for one in kinds if isinstance(one, StructType) == isinstance(expected, Mapping)
        ]
        for one in fitting or kinds[:1]:
            check_keys(expected, one, place)
    elif isinstance(kind, ListType):
        entries = expected.items() if isinstance(expected, Mapping) else enumerate(_list(expected))
        for index, entry in entries:
            if not SHORT_NUMBER.fullmatch(str(index)):
                raise Refused(say("“{index}” is no place in a list, counted from 0", index=index),
                              place=place)  # fmt: skip
            check_keys(entry, kind.item_type, f"{place}[{index}]")
    elif isinstance(kind, StructType) and isinstance(expected, Mapping):
        fields = {field.encode_name: field.type for field in kind.fields}
        for key, entry in expected.items():
            if key not in fields:
                raise Refused(
                    say("there is no field “{key}”", key=key)
                    + say("; there are: {keys}", keys=", ".join(fields)),
                    place=place,
                )
            check_keys(entry, fields[key], f"{place}.{key}")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(value: Any) -> str:
    """Words as one readable line."""
    if isinstance(value, str):
        return value
    text = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True)
    return text.removesuffix("...\n").strip()


def schema() -> dict[str, Any]:
    """The JSON Schema of scenario files; each game has its own part."""
    parts: dict[str, Any] = {}
    for game in GAMES:
        parts |= _schema_of(game)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tangled Bank scenario",
        "type": "object",
        "properties": {"game": {"enum": [*GAMES]}},
        "required": ["game"],
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game}}},
                "then": {"$ref": f"#/$defs/{game}"},
            }
            for game in GAMES
        ],
        "$defs": parts,
    }


def _schema_of(game: str) -> dict[str, Any]:
    """The parts of the schema for one game, by names that begin with the game's."""
    found = load(game)
    (given,), parts = msgspec.json.schema_components(
        [found.document.Document], ref_template=f"#/$defs/{game}.{{name}}"
    )
    an_action = {"$ref": f"#/$defs/{game}.Action"}
    actions = [
        {
            "type": "object",
            "properties": {
                "do": {"const": action.verb, "description": action.means},
                **{name: {} for name in (*action.shape.names(), *action.then)},
            },
            "required": ["do", *action.shape.required()],
            "additionalProperties": {"description": "seat, why"},
        }
        for action in found.vocabulary.actions.values()
    ]
    reasons = [reason.id for reason in found.reasons[1:]]
    action = {"anyOf": [{"type": "string"}, an_action]}
    entry = {
        "anyOf": [
            {"type": "string"},
            {
                "allOf": [
                    {"anyOf": [an_action, {"required": ["line"]}]},
                    {"properties": {"seat": {"type": "integer"}, "why": {"enum": reasons}}},
                ]
            },
        ]
    }
    entries = {"type": "array", "items": entry}
    step = {
        "type": "object",
        "patternProperties": {"^seat [0-9]+$": action},
        "properties": {
            "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}},
            "deck": {"type": "array", "items": {"type": "string"}},
            "undo": {"type": "integer"},
            "expect": {"type": "object"},
            "pending": {"type": "array", "items": {"type": "integer"}},
            "legal": entries,
            "only_legal": entries,
            "illegal": entries,
            "events": {"type": "array", "items": {"type": "object"}},
            "no_events": {"type": "array", "items": {"type": "object"}},
            "view": {"type": "object"},
            "note": {"type": "string"},
        },
        "additionalProperties": False,
    }
    whole = {
        "title": f"Tangled Bank scenario ({game})",
        "type": "object",
        "properties": {
            "game": {"const": game},
            "title": {"type": "string"},
            "note": {"type": "string"},
            "shows": {"type": "array", "items": {"type": "string"}},
            "options": {
                "type": "object",
                "properties": {
                    # a table may also be written out
                    name: {"type": "string"} if name in found.tables else {"enum": list(values)}
                    for name, values in found.options.items()
                },
                "additionalProperties": False,
            },
            "seed": {"type": "integer", "minimum": 0},
            "seats": {
                "type": "integer",
                "minimum": found.least_seats,
                "maximum": found.most_seats,
            },
            "given": given,
            "auto": {"type": "boolean"},
            "steps": {"type": "array", "items": step},
        },
        "required": ["game", "steps"],
        "oneOf": [{"required": ["given"]}, {"required": ["seats"]}],
        "additionalProperties": False,
    }
    own = {"Action": {"anyOf": actions}, **parts}
    return {game: whole, **{f"{game}.{name}": part for name, part in own.items()}}
