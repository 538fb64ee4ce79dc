"""The rules are compiled once, before the tests begin, so that no two workers do it."""

from __future__ import annotations

import os
import sys

import pytest

from tangledbank.cli.progress import prepared
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import uncompiled


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker and not uncompiled() and not config.option.collectonly:
        print("Preparing the rules …", file=sys.stderr)
        prepared("origin")


@pytest.fixture(scope="session")
def origin() -> Game:
    return load("origin")


@pytest.fixture
def plain_environment() -> dict[str, str]:
    """An environment for commands of our own: uncompiled where the command likes it so."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
