"""Scenarios: a position, steps and what to expect of them, in a file people can read and run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import yaml
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.inspect import ListType, StructType, Type, UnionType, type_info

from tangledbank.accept import Words, accept, kinds_at
from tangledbank.errors import Refused, about
from tangledbank.games import GAMES
from tangledbank.games.game import FOLDER, Clause, Game, clauses, load
from tangledbank.table import AUDIENCE, Act, Table, Why
from tangledbank.text import close_to, instead, mark, say, say_count
from tangledbank.text_files import load_yaml


class Scenario(Struct, forbid_unknown_fields=True):
    """The top of a scenario file. Either `given` or `seats` (a new game) says where it begins."""

    game: str
    steps: list[Words]
    shows: list[str] = []
    title: str = ""
    note: str = ""
    options: dict[str, str] = {}
    seed: int = 0
    seats: int | None = None
    given: Words | None = None
    auto: bool = False


class Mismatch(NamedTuple):
    """Something that is not as the scenario says."""

    file: str
    title: str
    step: str
    expected: str
    actual: str

    def __str__(self) -> str:
        title = f"{self.title}: " if self.title else ""
        where = f"{self.file}: {title}{self.step}"
        return f"{where}\n  expected: {self.expected}\n  actual:   {self.actual}"


class _Wrong(Exception):  # noqa: N818  it reads as what happened
    """An expectation that does not hold."""

    def __init__(self, expected: object, actual: object):
        self.expected, self.actual = _plain(expected), _plain(actual)


Claim = str | Words  # an action, in notation or in words; with `why` if it is refused
DIE = {"type": "integer", "minimum": 1, "maximum": 6}  # for editors; the game refuses others


class Step(Struct):
    """What a step may say beside its action; unset is not the same as empty."""

    dice: list[Annotated[int, Meta(extra_json_schema=DIE)]] | UnsetType = UNSET
    deck: list[str] | UnsetType = UNSET
    undo: int | UnsetType = UNSET
    expect: Words = {}
    pending: list[int] | UnsetType = UNSET
    legal: list[Claim] = []
    only_legal: list[Claim] | UnsetType = UNSET
    illegal: list[Claim] = []
    events: list[Words] = []
    no_events: list[Words] = []
    view: dict[str | int, Words] = {}
    note: str = ""


STEP_KEYS = Step.__struct_fields__
NAMING = ("ability", "trait")  # a card of which nothing else is said is written as this alone
SHORT_NUMBER = re.compile("[0-9]{1,3}")
COUNT, SAME = "count", "same"  # of an expected list, beside entries: its length; in any order
# by the field of a document that counts the times all have had their turns
WHEN = {
    "era": mark("era {number}, {phase}"),
    "turn": mark("turn {number}, {phase}"),
    "round": mark("round {number}, {phase}"),
}


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
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise Refused(say("cannot be read: {why}", why=error), place=str(path)) from None
    parts = load_yaml(text, str(path))
    scenarios = []
    for number, part in enumerate(parts, start=1):
        which = say("scenario {number}", number=number) if len(parts) > 1 else ""
        with about(path, which, divider=": "):
            scenarios.append(accept(part, Scenario, ""))
    return scenarios


def run_file(path: Path) -> Iterator[Mismatch | None]:
    """Run each scenario of a file: its first failure, or None."""
    for scenario in read_file(path):
        yield run(scenario, str(path))


def run(scenario: Scenario, file: str = "") -> Mismatch | None:
    """Run one scenario to its first failure."""
    title = scenario.title
    with about(file, title, divider=": "):
        _check_shows(scenario)
        table = _sit_down(scenario)
    for number, step in enumerate(scenario.steps, start=1):
        where = say("step {number}", number=number)
        try:
            with about(file, title, where, divider=": "):
                _Trial(table, step).run()
        except _Wrong as wrong:
            return Mismatch(file, title, where, wrong.expected, f"{wrong.actual} ({_now(table)})")
        except Refused as refused:
            if refused.reason == "":  # not the rules refuse, the file is wrong
                raise
            expected = say("this can be done: {action}", action=_plain(step))
            return Mismatch(file, title, where, expected, _why(refused))
    return None


def _now(table: Table) -> str:
    """When it is, as the game counts."""
    fields = table.game.document.Document.__struct_fields__
    when = next((said for name, said in WHEN.items() if name in fields), WHEN["turn"])
    return say(when, number=int(table.state["turn"][0]), phase=table.view().phase)


def _why(why: Why | Refused) -> str:
    """A refusal by the rules: its reason, the clause if there is one, and the sentence."""
    reason = f"{why.reason} ({why.clause})" if why.clause else why.reason
    return f"{reason}: {why.sentence}"


def _check_shows(scenario: Scenario) -> None:
    known = [clause.id for clause in clauses(scenario.game)]
    for name in scenario.shows:
        if name not in known:
            sentence = say("there is no clause {name}", name=name) + instead(name, known)
            raise Refused(sentence, place="shows")


def _sit_down(scenario: Scenario) -> Table:
    if scenario.given is None and scenario.seats is None:
        raise Refused(say("it needs a position (given) or a number of seats (seats)"))
    if scenario.given is not None and scenario.seats is not None:
        raise Refused(say("it begins with a position (given) or with seats, not both"))
    fields = ("game", "seats", "options", "seed", "given", "auto")
    with about("given" if scenario.given is not None else "", divider=": "):
        return Table(**{field: getattr(scenario, field) for field in fields})


class _Trial:
    """One step of a scenario, tried at a table."""

    def __init__(self, table: Table, words: Words):
        self.table = table
        said = accept(words, Words, "")
        actors = [key for key in said if key.startswith("seat ")]
        self.actions = {key: said.pop(key) for key in actors}
        for key in said:
            if key not in STEP_KEYS:
                hint = instead(key, ("seat N", *STEP_KEYS))
                raise Refused(say("a step has no “{key}”", key=key) + hint, place=key)
        self.step = accept(said, Step, "")
        if len(actors) > 1:
            raise Refused(say("a step has one action; write two steps"), place=actors[1])

    def run(self) -> None:
        """Force chance, act, then look."""
        table, step = self.table, self.step
        if step.dice is not UNSET:
            self._force("dice", step.dice)
        if step.deck is not UNSET:
            self._force("deck", step.deck)
        since = len(table.moves) or None  # the first step also sees how the position began
        for actor, action in self.actions.items():
            table.act(_seat(actor.removeprefix("seat ")), action)
        if step.undo is not UNSET:
            table.undo(step.undo, consent={*range(len(table.players))} - {step.undo})
        self._look(table.pending)
        if step.events or step.no_events:
            self._expect_events(table.events(since=since))

    def _force(self, what: str, values: Sequence[int] | Sequence[str]) -> None:
        """Lay out what chance will bring."""
        game = self.table.game
        force = getattr(game.document, f"force_{what}", None)
        if force is None:
            raise Refused(say("{game} has no {what}", game=game.name, what=what), place=what)
        force(self.table.state, values)
        self.table.keep()

    def _look(self, pending: list[int]) -> None:
        table, step = self.table, self.step
        if step.pending not in (UNSET, pending):
            raise _Wrong({"pending": step.pending}, pending)
        if step.expect:
            self._compare(step.expect, table.document(), "expect")
        for who, partial in step.view.items():
            seat = AUDIENCE if who == "audience" else _seat(who, ["audience"])
            if seat >= len(table.players):
                raise Refused(say("there is no seat {seat}", seat=seat), place="view")
            self._compare(partial, table.view(seat).in_words(), f"view {who}")
        for claim in step.legal:
            seat, action, _ = self._read(claim)
            why = self._why_not(seat, action, "legal")
            if why:
                raise _Wrong({"legal": action}, _why(why))
        for claim in step.illegal:
            self._expect_illegal(claim)
        if step.only_legal is not UNSET:
            self._expect_only(step.only_legal)

    def _compare(self, expected: Words, actual: Words, place: str) -> None:
        kind = type_info(self.table.game.document.Document)
        check_keys(expected, kind, place)
        found = difference(expected, actual, "", [kind], counting=not place.startswith("view"))
        if found:
            where, wanted, got = found
            raise _Wrong(f"{place}{where} = {_plain(wanted)}", got)

    def _read(self, claim: Claim) -> tuple[int, Act, str | None]:
        """The seat, the action and the reason of what is claimed to be legal or illegal."""
        words: Words = {"line": claim} if isinstance(claim, str) else dict(claim)
        why, who = words.pop("why", None), words.pop("seat", self._pending_seat())
        seat = who if isinstance(who, int) else AUDIENCE  # as which nobody can act
        why = None if why is None else str(why)
        if "line" not in words:
            return seat, words, why
        if len(words) > 1:
            raise Refused(say("beside “line” there can be “seat” and “why” only"), place="line")
        return seat, accept(words["line"], str, "line"), why

    def _pending_seat(self) -> int:
        return next(iter(self.table.pending), 0)

    def _why_not(self, seat: int, action: Act, place: str) -> Why | None:
        """Why the rules refuse an action; one that cannot be understood is refused here."""
        why = self.table.why_not(seat, action)
        if why and not why.reason:
            raise Refused(why.sentence, place=place)
        return why

    def _expect_illegal(self, claim: Claim) -> None:
        seat, action, expected = self._read(claim)
        names = [reason.id for reason in self.table.game.reasons]
        if expected is not None and expected not in names:
            sentence = say("there is no reason “{name}”", name=expected)
            raise Refused(sentence + instead(expected, names[1:]), place="illegal")
        why = self._why_not(seat, action, "illegal")
        if why is None:
            raise _Wrong({"illegal": action}, say("it is legal"))
        if expected is not None and why.reason != expected:
            raise _Wrong({"illegal": action, "why": expected}, why.reason)

    def _expect_only(self, claims: list[Claim]) -> None:
        """These are all the small actions there are."""
        wanted: set[int] = set()
        seat = self._pending_seat()
        for claim in claims:
            seat, action, _ = self._read(claim)
            path = self.table.path(seat, action)
            if len(path) > 1:
                sentence = say("write single steps here, not several in one")
                raise Refused(sentence, place="only_legal")
            wanted.add(path[0])
        actual = {int(code) for code in self.table.codes(seat)}
        if wanted != actual:
            lines = [self.table.notation(code, seat) for code in sorted(actual)]
            raise _Wrong({"only_legal": claims}, lines)

    def _expect_events(self, actual: list[Words]) -> None:
        """Some events happened, in this order with others between them; some did not."""
        last = 0  # the number of the event that was found last
        for wanted in self.step.events:
            self._check_event(wanted, "events")
            numbers = [n for n, event in enumerate(actual, 1) if not difference(wanted, event, "")]
            later = [number for number in numbers if number > last]
            if not later:
                raise _Wrong({"event": wanted}, _too_early(numbers, last) + _plain(actual))
            last = later[0]
        for unwanted in self.step.no_events:
            self._check_event(unwanted, "no_events")
            for event in actual:
                if difference(unwanted, event, "") is None:
                    raise _Wrong({"no event": unwanted}, event)

    def _check_event(self, words: Words, place: str) -> None:
        known = self.table.game.sentences.event_fields()
        name = words.get("event")
        if not isinstance(name, str) or name not in known:
            sentence = say("there is no event “{name}”", name=name)
            raise Refused(sentence + instead(name, known), place=place)
        for key in words:
            if key != "event" and key not in known[name]:
                sentence = say("the event “{name}” has no “{key}”", name=name, key=key)
                raise Refused(sentence + instead(key, known[name] or "-"), place=place)


def _too_early(numbers: Sequence[int], last: int) -> str:
    """That an event was found only before the one that it should follow."""
    if not numbers:
        return ""
    return say(
        "it is event {number}, and there is none like it after event {last}: ",
        number=numbers[-1], last=last,
    )  # fmt: skip


def _seat(text: object, names: Sequence[str] = ()) -> int:
    if not SHORT_NUMBER.fullmatch(str(text)):
        hint = instead(text, names) if close_to(text, names) else ""
        raise Refused(say("a seat is a number from 0, as in “seat 0”") + hint, place=str(text))
    return int(str(text))


def difference(
    expected: object, actual: object, path: str, kinds: Sequence[Type] = (), counting: bool = True
) -> tuple[str, object, object] | None:
    """The first place where `actual`, of one of these types, is not what `expected` says of it.

    A number stands for a list of so many entries, if `counting`: in the view of a seat it says
    that the entries are hidden.
    """
    match expected, actual:
        case int(), list():
            if len(actual) == expected and (counting or not actual):
                return None
            return path, expected, _so_many(actual) if counting else _not_hidden(actual)
        case str(), Mapping():
            actual = next((actual[field] for field in NAMING if field in actual), actual)
        case Mapping(), str():
            actual = dict.fromkeys(NAMING, actual)
        case Mapping(), int() if {*expected} == {COUNT}:  # the entries are hidden
            expected = expected[COUNT]
        case list(), list() if len(expected) == len(actual):
            expected = dict(enumerate(expected))
        case list(), list() if any(isinstance(one, Mapping) for one in actual):
            return path, expected, _so_many(actual)
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        return _difference_in_fields(expected, actual, path, kinds, counting)
    if isinstance(expected, Mapping) and isinstance(actual, list):
        return _difference_in_list(expected, actual, path, kinds, counting)
    return None if expected == actual else (path, expected, actual)


def _difference_in_fields(
    expected: Mapping[str, object],
    actual: Mapping[str, object],
    path: str,
    kinds: Sequence[Type],
    counting: bool,
) -> tuple[str, object, object] | None:
    for key, wanted in expected.items():
        value = actual[key] if key in actual else _left_out(kinds, key, wanted)
        inner = [one for kind in kinds for one in kinds_at([key], kind)]
        if found := difference(wanted, value, f"{path}.{key}", inner, counting):
            return found
    return None


def _difference_in_list(
    expected: Mapping[str | int, object],
    actual: list[object],
    path: str,
    kinds: Sequence[Type],
    counting: bool,
) -> tuple[str, object, object] | None:
    inner = [one for kind in kinds for one in kinds_at([0], kind)]
    for key, wanted in expected.items():
        if key == COUNT:
            if wanted != len(actual):
                return f"{path}.{COUNT}", wanted, _so_many(actual)
        elif key == SAME:
            if not _same(wanted, actual, inner, counting):
                return f"{path}.{SAME}", wanted, actual
        elif SHORT_NUMBER.fullmatch(str(key)) and int(key) < len(actual):
            place = f"{path}[{int(key)}]"
            if found := difference(wanted, actual[int(key)], place, inner, counting):
                return found
        else:
            return f"{path}[{key}]", wanted, _so_many(actual)
    return None


def _same(wanted: object, actual: list[object], kinds: Sequence[Type], counting: bool) -> bool:
    """Whether each entry of one list is one of the other, in any order and none of them twice."""
    if not isinstance(wanted, list) or len(wanted) != len(actual):
        return False
    fitting = [
        [i for i, one in enumerate(actual) if not difference(entry, one, "", kinds, counting)]
        for entry in wanted
    ]
    taken: dict[int, int] = {}  # by entry of the actual list

    def finds_one(entry: int, tried: set[int]) -> bool:
        for i in fitting[entry]:
            if i not in tried:
                tried.add(i)
                if i not in taken or finds_one(taken[i], tried):
                    taken[i] = entry
                    return True
        return False

    return all(finds_one(entry, set()) for entry in range(len(wanted)))


def _so_many(entries: list[object]) -> str:
    return say_count("there is {n}", "there are {n}", len(entries))


def _not_hidden(entries: list[object]) -> str:
    shown = _plain(entries)
    return say("a number means that they are hidden, and this seat sees {those}", those=shown)


def _left_out(kinds: Sequence[Type], key: str, wanted: object) -> object:
    """What a field that is left out of a document stands for: its default, or nothing."""
    structs = [kind for kind in kinds if isinstance(kind, StructType)]
    if isinstance(wanted, str):  # that it is nothing can be expected too
        for field in (field for kind in structs for field in kind.fields):
            if field.encode_name == key and isinstance(field.default, str):
                return field.default
    if isinstance(wanted, bool | int):
        return type(wanted)()
    return [] if isinstance(wanted, list) else None


def check_keys(expected: object, kind: Type, place: str) -> None:
    """Refuse an expectation about a field that no document has."""
    if isinstance(kind, UnionType):
        kinds = [one for one in kind.types if isinstance(one, StructType | ListType)]
        named = isinstance(expected, Mapping)
        fitting = [one for one in kinds if isinstance(one, StructType) == named]
        for one in fitting or kinds[:1]:
            check_keys(expected, one, place)
    elif isinstance(kind, ListType):
        entries = dict(enumerate(expected)) if isinstance(expected, list) else expected
        for index, entry in entries.items() if isinstance(entries, Mapping) else ():
            if index == SAME:
                check_keys(accept(entry, list[object], f"{place}.{SAME}"), kind, place)
                continue
            if index == COUNT:
                accept(entry, int, f"{place}.{COUNT}")
                continue
            if not SHORT_NUMBER.fullmatch(str(index)):
                sentence = say("“{index}” is no place in a list, counted from 0", index=index)
                raise Refused(sentence, place=place)
            check_keys(entry, kind.item_type, f"{place}[{index}]")
    elif isinstance(kind, StructType) and isinstance(expected, Mapping):
        fields = {field.encode_name: field.type for field in kind.fields}
        for key, entry in expected.items():
            if key not in fields:
                sentence = say("there is no field “{key}”", key=key)
                raise Refused(sentence + instead(key, fields), place=place)
            check_keys(entry, fields[key], f"{place}.{key}")


def _plain(value: object) -> str:
    """Words as one readable line."""
    if isinstance(value, str):
        return value
    text = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True)
    return text.removesuffix("...\n").strip()


TEXT = {"type": "string"}
SAID = ("type", "items")  # of the schema of a step's field; not what is meant without it


def schema() -> Words:
    """The JSON Schema of scenario files; each game has its own part."""
    parts: Words = {}
    for game in GAMES:
        parts |= _schema_of(load(game))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tangled Bank scenario",
        "type": "object",
        "properties": {"game": {"enum": [*GAMES]}},
        "required": ["game"],
        "allOf": [
            {"if": {"properties": {"game": {"const": game}}}, "then": {"$ref": f"#/$defs/{game}"}}
            for game in GAMES
        ],
        "$defs": parts,
    }


def _schema_of(game: Game) -> Words:
    """The parts of the schema for one game, by names that begin with the game's."""
    (given,), parts = msgspec.json.schema_components(
        [game.document.Document], ref_template=f"#/$defs/{game.name}.{{name}}"
    )
    options = {  # a table may also be written out
        name: TEXT if name in game.tables else {"enum": list(values)}
        for name, values in game.options.items()
    }
    whole = {
        "title": f"Tangled Bank scenario ({game.name})",
        "type": "object",
        "properties": {
            "game": {"const": game.name},
            "title": TEXT,
            "note": TEXT,
            "shows": {"type": "array", "items": TEXT},
            "options": {"type": "object", "properties": options, "additionalProperties": False},
            "seed": {"type": "integer", "minimum": 0},
            "seats": {"type": "integer", "minimum": game.least_seats, "maximum": game.most_seats},
            "given": given,
            "auto": {"type": "boolean"},
            "steps": {"type": "array", "items": _schema_of_step(game)},
        },
        "required": ["game", "steps"],
        "oneOf": [{"required": ["given"]}, {"required": ["seats"]}],
        "additionalProperties": False,
    }
    own = {"Action": _schema_of_action(game), **parts}
    return {game.name: whole, **{f"{game.name}.{name}": part for name, part in own.items()}}


def _schema_of_action(game: Game) -> Words:
    actions: list[Words] = [
        {
            "type": "object",
            "properties": {
                "do": {"const": action.verb, "description": action.means},
                **{name: {} for name in (*action.shape.names(), *action.then)},
            },
            "required": ["do", *action.shape.required()],
            "additionalProperties": {"description": "seat, why"},
        }
        for action in game.vocabulary.actions.values()
    ]
    return {"anyOf": actions}


def _schema_of_step(game: Game) -> Words:
    action = {"$ref": f"#/$defs/{game.name}.Action"}
    reasons = {"enum": [reason.id for reason in game.reasons[1:]]}
    words: list[Words] = [
        {"anyOf": [action, {"required": ["line"]}]},
        {"properties": {"seat": {"type": "integer"}, "why": reasons}},
    ]
    entries: Words = {"type": "array", "items": {"anyOf": [TEXT, {"allOf": words}]}}
    known: dict[str, Words] = msgspec.json.schema_components([Step])[1]["Step"]["properties"]
    return {
        "type": "object",
        "patternProperties": {"^seat [0-9]+$": {"anyOf": [TEXT, action]}},
        "properties": {
            name: entries if "legal" in name else {key: part[key] for key in SAID if key in part}
            for name, part in known.items()
        },
        "additionalProperties": False,
    }


# -- which clauses of the rules a scenario or test shows -------------------------------------------

MARKER = "clauses"  # @pytest.mark.clauses and the ids of clauses
NOT_RUN = {"skip", "skipif", "xfail"}


def shown_by_scenarios(game: str) -> set[str]:
    """The ids that scenarios of the package that hold name under `shows`."""
    shown: set[str] = set()
    for path in find_files([FOLDER / game / "scenarios"]):
        for one in read_file(path):
            if run(one, str(path)) is None:
                shown.update(one.shows)
    return shown


def shown_by_tests(folder: Path) -> set[str]:
    """The ids that tests carry in their `clauses` marker; mere mention does not count."""
    shown: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for test in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            markers = dict(_markers(test))
            if not NOT_RUN & set(markers):
                shown.update(markers.get(MARKER, ()))
    return shown


def _tests(module: ast.Module) -> Iterator[ast.FunctionDef]:
    """The test functions pytest collects from a module; those of this project are in no class."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _markers(test: ast.FunctionDef) -> Iterator[tuple[str, list[str]]]:
    """The names of a test's `pytest.mark` decorators, with the texts each is given."""
    for decorator in test.decorator_list:
        mark = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(mark, ast.Attribute) and ast.unparse(mark.value) == "pytest.mark":
            given = decorator.args if isinstance(decorator, ast.Call) else []
            texts = [one.value for one in given if isinstance(one, ast.Constant)]
            yield mark.attr, [text for text in texts if isinstance(text, str)]


def not_shown(game: str, shown: Iterable[str]) -> list[Clause]:
    """The clauses without a scenario or test."""
    found = set(shown)
    return [clause for clause in clauses(game) if clause.id not in found]
