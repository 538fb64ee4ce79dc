"""The server uses compiled rules, and nobody waits for them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tangledbank.kernel.compiling import bots_of, is_compiled, uncompiled

SENTENCE = "The rules are compiled beside it, once; the next start is faster."


def told_by_server(folder: Path, cache: Path | None) -> list[str]:
    """What the server says until it can be reached; it is ended then."""
    own = {"TANGLEDBANK_CACHE": str(cache)} if cache else {}
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "tangledbank", "serve", "--no-browser"),
            *("--port", "0", "--data", str(folder)),
        ],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    said = []
    for line in server.stdout:
        said.append(line.strip())
        if "http://" in line:
            break
    children = children_of(server.pid)
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=60)
    assert not any(is_running(child) for child in children)  # no compiler stays behind
    return said


def children_of(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def test_rules_that_are_compiled_are_used(tmp_path: Path) -> None:
    if uncompiled():
        pytest.skip("the rules are not compiled here")
    assert is_compiled(bots_of("darwin"))  # the tests have prepared them
    assert len(told_by_server(tmp_path, None)) == 1


def test_without_compiled_rules_the_server_is_there_at_once(tmp_path: Path) -> None:
    if uncompiled():
        pytest.skip("the rules are not compiled here")
    said = told_by_server(tmp_path, tmp_path / "empty")
    assert said[0] == SENTENCE
    assert said[1].startswith("Tangled Bank is at ")
