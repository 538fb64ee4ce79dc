"""Compile the rules with Numba, once, into a cache keyed by their sources (`cache.py`).

`rule` marks a function of the rules, `entry` one that is called from Python. Both are ordinary
Python: with TANGLEDBANK_UNCOMPILED=1 they stay so, and Numba is not even imported.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import methodcaller
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, overload

from tangledbank.kernel.cache import cache_folder, folder_in_use, owner_of, prune

note = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., object])
Resolve = Callable[[tuple[object, ...], object], object]  # Numba: a call by types of arguments

UNCOMPILED = "TANGLEDBANK_UNCOMPILED"
MEANWHILE = "meanwhile"  # its value where that holds only until the rules are compiled


def uncompiled() -> bool:
    """Whether this process runs the rules as plain Python."""
    return os.environ.get(UNCOMPILED, "") not in ("", "0")


def bots_of(game: str) -> str:
    """The name under which the compiled bots of a game are noted."""
    return f"{game}.bots"


def is_compiled(name: str) -> bool:
    """Whether the rules or bots of this name are in the cache, though we may run uncompiled."""
    return _note_of(name).exists()


def is_prepared(name: str) -> bool:
    """Whether the rules or bots of this name can be used at once."""
    return uncompiled() or is_compiled(name)


def mark_prepared(name: str) -> None:
    """Note that every entry of this name is in the cache; what is old in there can go then."""
    if not uncompiled() and not is_compiled(name):
        note = _note_of(name)
        note.parent.mkdir(parents=True, exist_ok=True)
        note.touch()
        prune(_game_of(name))


def can_be_compiled(game: str) -> bool:
    """Whether bots of a game can run compiled in another process: as here, or by now."""
    is_late = os.environ.get(UNCOMPILED) == MEANWHILE and is_compiled(bots_of(game))
    return is_late or not uncompiled()


def environment(is_compiled: bool = True) -> dict[str, str]:
    """For another process that runs the rules compiled, or does not."""
    return {**os.environ, UNCOMPILED: "0" if is_compiled else "1"}


def _note_of(name: str) -> Path:
    return cache_folder(_game_of(name)) / f"{name}.ready"


def _game_of(name: str) -> str:
    return name.partition(".")[0]  # see `bots_of`


@dataclass(frozen=True)
class Jit:
    """Compiles a function by these settings of Numba."""

    settings: Mapping[str, object]

    def __call__(self, function: Function) -> Function:
        """The function compiled, by default without counting references: only arrays need it."""
        if uncompiled():
            return function
        numba = import_module("numba")
        settings = {"error_model": "numpy", "_nrt": False, **self.settings}
        # What says nothing takes it over from the function that calls it. Where bounds are
        # checked nobody waits for the games, only for the compiler.
        if settings["forceinline"] is None or numba.config.BOUNDSCHECK:
            del settings["forceinline"]
        parts = None if "cache" in settings else _parts()
        if parts:
            settings["pipeline_class"] = _compiler_of_rule
        if "cache" in settings:
            numba.config.CACHE_DIR = str(folder_in_use(owner_of(function)))
        compiled = numba.njit(**settings)(function)
        if parts:
            parts.run_as_source(compiled)
        compiled.get_call_template = _with_wide_integers(compiled.get_call_template)
        return compiled


@overload
def rule(function: Function, /) -> Function: ...
@overload
def rule(*, arrays: bool = False, inline: bool | None = None) -> Jit: ...
def rule(
    function: Function | None = None, /, *, arrays: bool = False, inline: bool | None = None
) -> Function | Jit:
    """Compile a function of the rules as part of the entries that call it.

    `arrays`: it makes arrays for its own use; others cannot, which makes them fast.
    `inline`: it is copied into its callers, for the loop at the heart of every step. Whatever such
    a function calls is copied too, and so on down, but for what is never copied (False): large
    rules and seldom ones. That compiles sooner.
    """
    decorate = Jit({"_nrt": arrays, "forceinline": inline})
    return decorate(function) if function else decorate


@overload
def entry(function: Function, /) -> Function: ...
@overload
def entry(*, inline: bool | None = None, threads: bool = False) -> Jit: ...
def entry(
    function: Function | None = None, /, *, inline: bool | None = None, threads: bool = False
) -> Function | Jit:
    """Compile a function that Python calls, and keep the result in the cache.

    `inline`: it is copied into its callers too; whole games run a fifth faster so.
    `threads`: it lets other threads run meanwhile; they must not touch its arguments.
    """
    decorate = Jit({"cache": True, "forceinline": inline, "nogil": threads})
    return decorate(function) if function else decorate


def plain(function: Function) -> Function:
    """A rule that calls no other, as plain Python: for one number nobody waits for the compiler."""
    found: Function = getattr(function, "py_func", function)
    return found


def bind(template: Function, game: str, **parts: object) -> Function:
    """An entry of a game made from `template` with the global names `parts` filled in."""
    return entry(fill_in(template, game, **parts))


def fill_in(template: Function, game: str, **parts: object) -> Function:
    """A copy of `template`, not yet compiled, with the global names `parts` filled in.

    A closure over compiled functions cannot be cached by Numba, a global name can. The game in
    its name tells which folder keeps it.
    """
    scope = {**template.__globals__, **parts}
    name = f"{game}.{template.__name__}"
    bound: Any = FunctionType(template.__code__, scope, name)
    bound.__qualname__ = name
    bound.__doc__ = template.__doc__
    return bound


def compile_entry(function: Callable[..., object], arguments: Sequence[object]) -> None:
    """Compile `function` for these sample arguments, or load it from the cache."""
    if not uncompiled():
        typeof = import_module("numba").typeof
        methodcaller("compile", tuple(typeof(value) for value in arguments))(function)


@cache
def _parts() -> ModuleType | None:
    """What lets rules be compiled sooner, or nothing where it does not go with this Numba."""
    try:
        return import_module("tangledbank.kernel.parts")
    except Exception as error:
        _do_without_parts(error)
        return None


def _compiler_of_rule(*arguments: object) -> object:
    """What Numba compiles one rule with; it asks only where an entry is not in the cache."""
    parts = _checked_parts()
    make = parts.PartCompiler if parts else import_module("numba.core.compiler").Compiler
    return make(*arguments)


@cache
def _checked_parts() -> ModuleType | None:
    parts = _parts()
    try:
        if parts:
            parts.check()
    except Exception as error:
        _do_without_parts(error)
        return None
    return parts


def _do_without_parts(error: Exception) -> None:
    told = repr(error)[:200]  # Numba can go on for pages
    note.warning("kernel/parts.py does not fit this Numba; compiling takes longer: %s", told)


def _with_wide_integers(get_call_template: Resolve) -> Resolve:
    """Every integer crosses a call as 64 bits, so that each rule is compiled once.

    Without it Numba compiles a rule anew for each mix of field widths and rows it is called with:
    the first compile took almost twice as long.
    """
    kinds = import_module("numba.core.types")
    numbers = (kinds.Integer, kinds.IntEnumMember)

    def resolve(arguments: tuple[object, ...], keywords: object) -> object:
        wide = tuple(
            kinds.int64 if isinstance(kinds.unliteral(argument), numbers) else argument
            for argument in arguments
        )
        return get_call_template(wide, keywords)

    return resolve
