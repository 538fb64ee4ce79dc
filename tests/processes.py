"""Processes that do the same in the same moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

# Opens the store of a folder or at an address, and closes it.
OPENER = """
import sys
from pathlib import Path
from tangledbank.server.store import open_store
print("ready", flush=True)
input()
open_store(Path(sys.argv[1]), sys.argv[2], is_shared=True).close()
"""


def at_once(script: str, arguments: Sequence[Sequence[str]]) -> list[str]:
    """What processes say that begin in the same moment, once each has said that it is ready."""
    works = [
        subprocess.Popen(
            [sys.executable, "-c", script, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )
        for given in arguments
    ]  # fmt: skip
    for work in works:
        assert work.stdout
        assert work.stdout.readline() == "ready\n"
    for work in works:
        assert work.stdin
        work.stdin.write("\n")
        work.stdin.flush()
    told = [work.communicate(timeout=60)[0] for work in works]
    assert [work.returncode for work in works] == [0] * len(works)
    return told
