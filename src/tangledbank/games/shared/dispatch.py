"""What is made for each game from its rows and rules: dispatch, writers of events, entries.

Rows of verbs and stages name rules as `file.function`; the functions made here choose among them by
number, and hand each rule what its parameters name. They are made as source text, since Numba
compiles no calls by name. A row that names a rule which is not there, or which takes something
else, fails at import.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any, NamedTuple

from tangledbank.games.shared.rows import Asks, EventRow, Field, Passes, Row, StageRow, VerbRow
from tangledbank.games.shared.tableau import NOTHING, tell_in_full
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import bind, entry, fill_in, rule
from tangledbank.kernel.records import EventBooks, Ints, States, copy_record, get, has_room, length

Rule = Callable[..., int]


class Rules:
    """The rules of one game by name, and functions made from source text that call them."""

    def __init__(self, package: str):
        self._package = package
        self._scope: dict[str, object] = {"get": get, "length": length}

    def call(
        self, named: str, row: Row, part: str, given: Sequence[str], rest: Sequence[str]
    ) -> str:
        """A call of a rule; `given` are names it may ask for, `rest` all it must take besides."""
        file, _, name = named.partition(".")
        try:
            found = getattr(import_module(f"{self._package}.{file}"), name)
        except (ImportError, AttributeError):
            gone = f"{_called(row)}: {part} names the rule {named!r}, which is not there"
            raise TypeError(gone) from None
        parameters = list(inspect.signature(getattr(found, "py_func", found)).parameters)
        fields = [one for one in parameters if one not in given]
        if len(fields) != len(rest):
            wanted = ", ".join([*given, *(f"{len(rest)} fields" if rest else "")])
            raise TypeError(f"{_called(row)}: {named} takes {parameters}, but is offered {wanted}")
        self._scope[f"{file}_{name}"] = found
        values = iter(rest)
        arguments = [one if one in given else next(values) for one in parameters]
        return f"{file}_{name}({', '.join(arguments)})"

    def make(self, head: str, lines: Iterable[str]) -> Rule:
        """A rule from its source."""
        return _made(head, lines, self._scope)


def _made(head: str, lines: Iterable[str], scope: dict[str, Any]) -> Any:
    source = f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)
    exec(compile(source, __file__, "exec"), scope)
    return rule(scope[head.partition("(")[0]])


class Dispatch(NamedTuple):
    """What an entry of the kernel calls."""

    list_actions: Rule  # game, seat, out: at the stage it stands at
    carry_out: Rule  # game, events, seat, action
    refuse: Rule  # game, seat, action: the reason, or 0
    pass_on: Rule  # game, events: one stage that the rules pass by themselves


def dispatch(package: str, verbs: type[VerbRow], stages: type[StageRow], not_now: str) -> Dispatch:
    """All of it for a game; `not_now` is the rule about a verb that belongs to another `stage`."""
    rules = Rules(package)
    asking = [stage for stage in stages if any(stage in verb.stages for verb in verbs)]
    passing = [stage for stage in stages if isinstance(stage.about, Passes)]
    return Dispatch(
        rules.make("list_actions(game, seat, out)", _cases([
            (_at([stage]), _lister(rules, verbs, stage)) for stage in asking
        ])),
        rules.make("carry_out(game, events, seat, action)", _cases([
            (when, _doing(rules, chosen)) for when, chosen in _occasions(verbs, asking)
        ])),
        rules.make("refuse(game, seat, action)", _tree(list(verbs), [
            [*_refuse(rules, verb, not_now)] for verb in verbs
        ])),
        rules.make("pass_on(game, events)", _cases([
            (_at([stage]), [rules.call(_passes(stage), stage, "by", ("game", "events"), ())])
            for stage in passing
        ])),
    )  # fmt: skip


def carry_out_at(package: str, verbs: type[VerbRow], stage: Row) -> Rule:
    """As `carry_out`, for the verbs of one stage alone; for rules that may have to choose."""
    rules = Rules(package)
    chosen = [verb for verb in verbs if stage in verb.stages]
    return rules.make("carry_out(game, events, seat, action)", _doing(rules, chosen))


def _lister(rules: Rules, verbs: type[VerbRow], stage: StageRow) -> list[str]:
    """A call of the rule that lists its actions; without one they are listed by their verbs."""
    if isinstance(stage.about, Asks) and stage.about.lists:
        named, given = stage.about.lists, ("game", "seat", "out")
        return [f"return {rules.call(named, stage, 'lists', given, ())}"]
    return _listing(rules, verbs, stage)


def _occasions(
    verbs: Iterable[VerbRow], stages: Iterable[StageRow]
) -> Iterator[tuple[str, list[VerbRow]]]:
    """What can be chosen when: at any time, then by stages, which the processor foresees best."""
    if always := [verb for verb in verbs if not verb.stages]:
        yield " or ".join(f"{int(one)} <= action < {one + one.size}" for one in always), always
    alike: dict[tuple[VerbRow, ...], list[Row]] = {}
    for stage in stages:
        chosen = tuple(verb for verb in verbs if stage in verb.stages)
        alike.setdefault(chosen, []).append(stage)
    for chosen, places in alike.items():
        yield _at(places), [*chosen]


def _at(stages: Iterable[Row]) -> str:
    return " or ".join(f"game.stage == {int(stage)}" for stage in stages)


def _doing(rules: Rules, verbs: Sequence[VerbRow]) -> list[str]:
    given = ("game", "events", "seat")
    calls = [[rules.call(verb.act.does, verb, "does", given, _fields(verb))] for verb in verbs]
    return _tree(verbs, calls)


def any_choice_at(package: str, verbs: type[VerbRow], stage: Row) -> Rule:
    """Whether any thing of a seat could do anything at a stage: `game, seat`."""
    rules = Rules(package)
    own = [verb for verb in verbs if stage in verb.stages and _about(verb).is_own]
    found = _of_each_thing("seat", _by_needs(rules, own, ["return True"]))
    return rules.make("any_choice(game, seat)", [*found, "return False"])


def _listing(rules: Rules, verbs: type[VerbRow], stage: Row) -> list[str]:
    """The legal actions of a stage by its verbs: of own things, any things, numbers, nothing."""
    chosen = [verb for verb in verbs if stage in verb.stages]
    write, lines = ["out[n] = {code}", "n += 1"], ["n = 0"]
    if own := [verb for verb in chosen if _about(verb).is_own]:
        lines += _of_each_thing("seat", _by_needs(rules, own, write))
    if common := [verb for verb in chosen if _about(verb).is_thing]:
        walk = _of_each_thing("owner", _by_needs(rules, common, write))
        lines.append("for owner in range(game.seats):")
        lines += _indented(_if_useful(rules, common, walk))
    for verb in chosen:
        if verb not in (*own, *common):
            lines += _about_number(rules, verb, write)
    return [*lines, "return n"]


def _about(verb: VerbRow) -> Field:
    """What a verb is about first."""
    return (*verb.act.fields, Field("", "", 0))[0]


def _of_each_thing(seat: str, lines: Iterable[str]) -> list[str]:
    """For each `thing` in the row of a seat."""
    head = [f"row = game.row[{seat}]", "for i in range(length(row)):", "    thing = get(row, i)"]
    return [*head, *_indented(lines)]


def _if_useful(rules: Rules, verbs: Sequence[VerbRow], walk: list[str]) -> list[str]:
    """Look at the things of an `owner` unless every verb says that it is no use."""
    given = ("game", "seat", "owner")
    asked = [rules.call(_about(verb).whose, verb, "whose", given, ())
             for verb in verbs if _about(verb).whose]  # fmt: skip
    return [f"if {' or '.join(asked)}:", *_indented(walk)] if len(asked) == len(verbs) else walk


def _about_number(rules: Rules, verb: VerbRow, then: Sequence[str]) -> list[str]:
    """A verb about nothing, or with each number its field can have."""
    if not verb.act.fields:
        return _if_legal(rules, verb, [], str(int(verb)), then)
    if len(verb.act.fields) > 1:
        raise TypeError(f"{_called(verb)}: its stage needs a rule that lists its actions")
    (field,) = verb.act.fields
    code = f"{int(verb)} + number"
    return _of_each_number(field, _if_legal(rules, verb, [_counted("number", field)], code, then))


def _by_needs(rules: Rules, verbs: Sequence[VerbRow], then: Sequence[str]) -> list[str]:
    """Verbs about `thing`, those that need a trait behind one test for all of them."""
    lines: list[str] = []
    free = [verb for verb in verbs if verb.act.needs is None]
    bound = [verb for verb in verbs if verb.act.needs is not None]
    for verb in free:
        lines += _about_thing(rules, verb, then)
    if bound:
        lines.append(f"if game.traits[thing] & {sum({_bit(verb) for verb in bound})} != 0:")
        for verb in bound:
            lines.append(f"    if game.traits[thing] & {_bit(verb)} != 0:")
            lines += _indented(_indented(_about_thing(rules, verb, then)))
    return lines


def _about_thing(rules: Rules, verb: VerbRow, then: Sequence[str]) -> list[str]:
    """One verb about `thing`, with each number its other field can have."""
    other = verb.act.fields[1:]
    if not other:
        return _if_legal(rules, verb, ["thing"], f"{int(verb)} + thing", then)
    (field,) = other
    code = f"{int(verb)} + thing * {field.size} + number"
    values = ["thing", _counted("number", field)]
    return _of_each_number(field, _if_legal(rules, verb, values, code, then))


def _of_each_number(field: Field, lines: list[str]) -> list[str]:
    """For each `number` of a field, up to the first that is refused if that settles the rest."""
    leave = ["else:", "    break"] if field.is_limit else []
    return [f"for number in range({field.size}):", *_indented([*lines, *leave])]


def _if_legal(
    rules: Rules, verb: VerbRow, values: Sequence[str], code: str, then: Sequence[str]
) -> list[str]:
    lines = [line.format(code=code) for line in then]
    if not verb.act.refuses:
        return lines
    why = rules.call(verb.act.refuses, verb, "refuses", ("game", "seat"), values)
    return [f"if {why} == 0:", *_indented(lines)]


def _refuse(rules: Rules, verb: VerbRow, not_now: str) -> Iterable[str]:
    """Whether it is the time for it, whether there is such a thing, and what its rule says."""
    if verb.stages:
        away = " and ".join(f"game.stage != {int(stage)}" for stage in verb.stages)
        wanted, given = str(int(verb.stages[0])), ("game", "seat", "action")
        yield f"if {away}:"
        yield f"    return {rules.call(not_now, verb, 'at', given, (wanted,))}"
    values = _fields(verb)
    for field, value in zip(verb.act.fields, values, strict=True):
        if field.refuses:
            yield f"why = {rules.call(field.refuses, verb, field.name, ('game', 'seat'), (value,))}"
            yield "if why != 0:"
            yield "    return why"
    why = "0"
    if verb.act.refuses:
        why = rules.call(verb.act.refuses, verb, "refuses", ("game", "seat"), values)
    yield f"return {why}"


def _fields(verb: VerbRow) -> list[str]:
    """The fields of a verb as they are read off the number of an action."""
    offset, values = f"(action - {int(verb)})", list[str]()
    fields = verb.act.fields
    for place, field in enumerate(fields):
        behind = 1
        for later in fields[place + 1 :]:
            behind *= later.size
        number = f"{offset} // {behind}" if behind > 1 else offset
        values.append(_counted(f"{number} % {field.size}" if place else number, field))
    return values


def _counted(number: str, field: Field) -> str:
    return f"{number} + {field.first}" if field.first else number


def _tree(verbs: Sequence[VerbRow], leaves: Sequence[Sequence[str]]) -> list[str]:
    """Source that finds the verb an action belongs to by halves."""
    if len(verbs) == 1:
        return [*leaves[0]]
    half = len(verbs) // 2
    return [
        f"if action < {int(verbs[half])}:", *_indented(_tree(verbs[:half], leaves[:half])),
        "else:", *_indented(_tree(verbs[half:], leaves[half:])),
    ]  # fmt: skip


def _cases(cases: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Source for one case after the other, which the compiler turns into a jump."""
    lines: list[str] = []
    for when, leaf in cases[:-1]:
        lines += [f"{'elif' if lines else 'if'} {when}:", *_indented(leaf)]
    rest = [*cases[-1][1]]
    return [*lines, "else:", *_indented(rest)] if lines else rest


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _bit(verb: VerbRow) -> int:
    return 1 << int(verb.act.needs or 0)


def _passes(stage: StageRow) -> str:
    return stage.about.by if isinstance(stage.about, Passes) else ""


def _called(row: Row) -> str:
    return f"{type(row).__name__.lower()} {row.id}"


# -- writers of events ---------------------------------------------------------------------------


def writers(events: type[EventRow]) -> dict[str, Callable[..., None]]:
    """For each event a rule that writes it, if anyone listens: game, events, then its fields."""
    return {event.id: _writer(event) for event in events}


def _writer(event: EventRow) -> Callable[..., None]:
    """Its fields are its parameters, in their order; columns it does not use hold nothing."""
    parameters = [_parameter(field) for field in event.fields]
    columns = ", ".join(_parameter(column) if column else "NOTHING" for column in event.columns)
    return _made(
        f"{event.id}(game, events, {', '.join(parameters)})",
        ["if has_room(events):", f"    tell_in_full(game, events, {int(event)}, {columns})"],
        {"has_room": has_room, "tell_in_full": tell_in_full, "NOTHING": NOTHING},
    )


def _parameter(field: str) -> str:
    """A field as a name: `cause+food:meal` is one number."""
    name = field.partition(":")[0].replace("+", "_and_")
    return f"{name}_" if iskeyword(name) else name


# -- entries of the kernel that are alike in every game: templates, whose names `bind` fills in ----

empty: States
set_up: Callable[..., None]
carry_out: Callable[..., None]
go_on: Callable[..., None]
blank: Callable[..., None]
deal_again: Callable[..., None]
standing: Callable[..., None]
find_violation: Callable[..., int]


def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    copy_record(empty, states)
    set_up(states[0], options, seed, books[0])
    go_on(states[0], books[0])


def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action, or nothing, and go on to the next decision."""
    game, events = states[0], books[0]
    if action != NOTHING:
        carry_out(game, events, seat, action)
    go_on(game, events)


def observe(states: States, seat: int, out: States) -> None:
    """Copy the game with everything blanked that the seat cannot know; -1 is the audience."""
    copy_record(states, out)
    blank(out[0], seat)


def redeal(states: States, seat: int, generator: Generator) -> None:
    """Replace what the seat cannot know by a random deal that fits all it has seen."""
    deal_again(states[0], seat, generator)


def score(states: States, out: Ints) -> None:
    """Each seat's points and tie-breaks, final or so far: one row a seat, best first by row."""
    game = states[0]
    for seat in range(game.seats):
        standing(game, seat, out[seat])


def broken(states: States) -> int:
    """The invariant that does not hold, or 0; for the fuzz run."""
    return find_violation(states[0])


class BoundEntries(NamedTuple):
    """These entries for one game."""

    new: Callable[[States, Ints, int, EventBooks], None]
    step: Callable[[States, int, int, EventBooks], None]
    settle: Callable[[States, EventBooks], None]
    observe: Callable[[States, int, States], None]
    redeal: Callable[[States, int, Generator], None]
    score: Callable[[States, Ints], None]
    broken: Callable[[States], int]


def bind_all(game: str, **rules: object) -> BoundEntries:
    """All of them, made for a game from its rules of the names above."""
    bound_step = entry(inline=True)(fill_in(step, game, **rules))
    return BoundEntries(
        bind(new, game, **rules),
        bound_step,
        # not compiled for itself: that would take as long as `step`
        lambda states, books: bound_step(states, 0, NOTHING, books),
        bind(observe, game, **rules),
        bind(redeal, game, **rules),
        bind(score, game, **rules),
        bind(broken, game, **rules),
    )
