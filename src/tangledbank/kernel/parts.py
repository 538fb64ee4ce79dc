"""How a rule is compiled as a part of the entries that call it.

Numba optimises each compiled function, and makes machine code of it, together with everything it
calls: a rule deep down is worked over again for every rule above it. Only the entries are run, so
that it is enough to do it for them. Halves the first compile (docs/architecture.md).

It builds on the inside of Numba. Where that is not what it was, `compiling.py` does without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numba import njit
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.typed_passes import NativeLowering
from numpy.typing import NDArray

OVERRIDDEN = (
    (JITCodeLibrary, "_optimize_final_module"),
    (JITCodeLibrary, "_finalize_final_module"),
    (JITCodeLibrary, "_finalize_dynamic_globals"),
    (JITCodeLibrary, "_finalized"),
    (BaseContext, "subtarget"),
    (BaseContext, "get_executable"),
    (Dispatcher, "_insert"),
    (Dispatcher, "_compile_for_args"),
)


class RuleLibrary(JITCodeLibrary):
    """The code of one rule, to be taken over into the code of its callers."""

    def _optimize_final_module(self) -> None:
        """Leave it to the entry."""

    def _finalize_final_module(self) -> None:
        """Be done without machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


def _nothing_to_run(library: RuleLibrary, _descriptor: object, _environment: object) -> object:
    """Numba keeps a rule under the function that Python calls: here something of its own."""
    library.finalize()
    return object()


@register_pass(mutates_CFG=False, analysis_only=False)
class AsPart(LoweringPass):
    """Keep the code of this function as a `RuleLibrary`."""

    _name = "as_part"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: StateDict) -> bool:
        """Say so to the pass that writes the code down."""
        context = state.targetctx
        state.library = RuleLibrary(context.codegen(), state.func_id.func_qualname)
        state.targetctx = context.subtarget(get_executable=_nothing_to_run)
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        return False


class PartCompiler(CompilerBase):
    """Numba's own passes, with `AsPart` among them."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        kinds = [kind for kind, _ in passes.passes]
        passes.passes.insert(kinds.index(NativeLowering), (AsPart, "keep the code as a part"))
        passes.finalize()
        return [passes]


class Compiled(Protocol):
    """What Numba makes of a rule, as far as it is changed here."""

    py_func: Callable[..., object]
    _insert: Callable[..., None]
    _compile_for_args: Callable[..., object]


def run_as_source(compiled: Compiled) -> None:
    """Let Python, where it calls this rule itself, run the source: there is no machine code."""
    compiled._insert = lambda *_overload: None
    compiled._compile_for_args = lambda *_arguments: compiled.py_func


def check() -> None:
    """Raise an error unless Numba has what is overridden here, and compiles a tiny entry right."""
    for kind, name in OVERRIDDEN:
        getattr(kind, name)

    def product(numbers: NDArray[np.int64], i: int) -> int:
        return numbers[i] * (i + 1)

    def total(numbers: NDArray[np.int64]) -> int:
        found = np.zeros(1, np.int64)
        for i in range(len(numbers)):
            found[0] += multiply(numbers, i)
        return found[0]

    def entry(numbers: NDArray[np.int64]) -> int:
        return add(numbers) + multiply(numbers, 0)

    jit: Any = njit  # it has more options than types
    settings = {"forceinline": False, "pipeline_class": PartCompiler}
    multiply = jit(_nrt=False, **settings)(product)
    add = jit(_nrt=True, **settings)(total)
    for part in (multiply, add):
        run_as_source(part)
    numbers = np.array([5, 7, 11])
    told = (jit(_nrt=True)(entry)(numbers), add(numbers))
    if told != (57, 52):
        raise ValueError(f"it tells {told}")
