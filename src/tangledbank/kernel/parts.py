"""How a rule is compiled as a part of the entries that call it.

Numba optimises each compiled function, and makes machine code of it, together with everything it
calls: a rule deep down is worked over again for every rule above it. Only the entries are run, so
that it is enough to do it for them. Halves the first compile (docs/architecture.md).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering


class Part(JITCodeLibrary):
    """The code of one rule, to be taken over into the code of its callers."""

    def _optimize_final_module(self) -> None:
        """Leave it to the entry."""

    def _finalize_final_module(self) -> None:
        """Be done without machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


class Refusal(defaultdict[str, str]):
    """Its `copy` is a builtin, which Numba wants to call, and makes another one, which fails."""

    def __init__(self, *copied: Any) -> None:
        if copied:
            raise TypeError(
                "a compiled rule runs only inside an entry: call the entry, "
                "or set TANGLEDBANK_UNCOMPILED=1"
            )
        super().__init__()


def _nothing_to_run(library: Part, _descriptor: Any, _environment: Any) -> Any:
    """What Python calls for a rule."""
    library.finalize()
    return Refusal().copy


@register_pass(mutates_CFG=False, analysis_only=False)
class AsPart(LoweringPass):
    """Keep the code of this function as a `Part`."""

    _name = "as_part"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Say so to the pass that writes the code down."""
        context = state.targetctx
        state.library = Part(context.codegen(), state.func_id.func_qualname)
        state.targetctx = context.subtarget(get_executable=_nothing_to_run)
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        return False


class PartCompiler(CompilerBase):
    """Numba's own passes, with `AsPart` among them."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        kinds = [kind for kind, _ in passes.passes]
        passes.passes.insert(kinds.index(NativeLowering), (AsPart, "keep the code as a part"))
        passes.finalize()
        return [passes]
