"""Compile the rules with Numba, once, into a cache keyed by their sources (`cache.py`).

`rule` marks a function of the rules, `entry` one that is called from Python. Both are ordinary
Python: with TANGLEDBANK_UNCOMPILED=1 they stay so, and Numba is not even imported.
"""

from __future__ import annotations

import logging
import os
import types
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, overload

from tangledbank.kernel.cache import cache_folder, folder_in_use, owner_of, prune

note = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])

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


@overload
def rule(function: Function, /) -> Function: ...
@overload
def rule(*, arrays: bool = False, inline: bool | None = None) -> Callable[[Function], Function]: ...
def rule(function: Any = None, /, *, arrays: bool = False, inline: bool | None = None) -> Any:
    """Compile a function of the rules as part of the entries that call it.

    `arrays`: it makes arrays for its own use; others cannot, which makes them fast.
    `inline`: it is copied into its callers, for the loop at the heart of every step. Whatever such
    a function calls is copied too, and so on down, but for what is never copied (False): large
    rules and seldom ones. That compiles sooner.
    """
    return _decorate(function, cached=False, arrays=arrays, inline=inline)


@overload
def entry(function: Function, /) -> Function: ...
@overload
def entry(
    *, inline: bool | None = None, threads: bool = False
) -> Callable[[Function], Function]: ...
def entry(function: Any = None, /, *, inline: bool | None = None, threads: bool = False) -> Any:
    """Compile a function that Python calls, and keep the result in the cache.

    `inline`: it is copied into its callers too; whole games run a fifth faster so.
    `threads`: it lets other threads run meanwhile; they must not touch its arguments.
    """
    return _decorate(function, cached=True, inline=inline, threads=threads)


def _decorate(function: Any, **settings: Any) -> Any:
    """The function compiled by these settings; without a function, what compiles one by them."""
    if function is None:
        return partial(_decorate, **settings)
    return function if uncompiled() else _jit(function, **settings)


def plain(function: Function) -> Function:
    """A rule that calls no other, as plain Python: for one number nobody waits for the compiler."""
    found: Function = getattr(function, "py_func", function)
    return found


def bind(template: Function, game: str, **parts: Any) -> Function:
    """An entry of a game made from `template` with the global names `parts` filled in."""
    return entry(fill_in(template, game, **parts))


def fill_in(template: Function, game: str, **parts: Any) -> Function:
    """A copy of `template`, not yet compiled, with the global names `parts` filled in.

    A closure over compiled functions cannot be cached by Numba, a global name can. The game in
    its name tells which folder keeps it.
    """
    scope = {**template.__globals__, **parts}
    name = f"{game}.{template.__name__}"
    bound: Any = types.FunctionType(template.__code__, scope, name)
    bound.__qualname__ = name
    bound.__doc__ = template.__doc__
    made: Function = bound
    return made


def compile_entry(function: Any, arguments: tuple[Any, ...]) -> None:
    """Compile `function` for these sample arguments, or load it from the cache."""
    if not uncompiled():
        numba: Any = import_module("numba")
        function.compile(tuple(numba.typeof(value) for value in arguments))


def _jit(
    function: Function, *, cached: bool, arrays: bool = False, inline: bool | None = None,
    threads: bool = False,
) -> Function:  # fmt: skip
    """Compile, by default without the counting of references that only new arrays need."""
    numba: Any = import_module("numba")
    if cached:
        numba.config.CACHE_DIR = str(folder_in_use(owner_of(function)))
    settings: Any = {"cache": cached, "error_model": "numpy", "_nrt": arrays, "nogil": threads}
    # What says nothing takes it over from the function that calls it. Where bounds are checked
    # nobody waits for the games, only for the compiler.
    if inline is not None and not numba.config.BOUNDSCHECK:
        settings["forceinline"] = inline
    parts = None if cached else _parts()
    if parts:
        settings["pipeline_class"] = _compiler_of_rule
    compiled = numba.njit(**settings)(function)
    if parts:
        parts.run_as_source(compiled)
    compiled.get_call_template = _with_wide_integers(compiled.get_call_template)
    return compiled


@cache
def _parts() -> Any:
    """What lets rules be compiled sooner, or nothing where it does not go with this Numba."""
    try:
        return import_module("tangledbank.kernel.parts")
    except Exception as error:
        _do_without_parts(error)
        return None


def _compiler_of_rule(*arguments: Any) -> Any:
    """What Numba compiles one rule with; it asks only where an entry is not in the cache."""
    if _parts_are_right():
        return _parts().PartCompiler(*arguments)
    return import_module("numba.core.compiler").Compiler(*arguments)


@cache
def _parts_are_right() -> bool:
    try:
        _parts().check()
    except Exception as error:
        _do_without_parts(error)
        return False
    return True


def _do_without_parts(error: Exception) -> None:
    told = repr(error)[:200]  # Numba can go on for pages
    note.warning("kernel/parts.py does not fit this Numba; compiling takes longer: %s", told)


def _with_wide_integers(get_call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Every integer crosses a call as 64 bits, so that each rule is compiled once.

    Without it Numba compiles a rule anew for each mix of field widths it is called with: the
    first compile took almost twice as long.
    """
    kinds: Any = import_module("numba.core.types")

    def resolve(arguments: Any, keywords: Any) -> Any:
        wide = tuple(
            kinds.int64 if isinstance(kinds.unliteral(argument), kinds.Integer) else argument
            for argument in arguments
        )
        return get_call_template(wide, keywords)

    return resolve
