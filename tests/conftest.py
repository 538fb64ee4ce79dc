"""The rules are compiled once, before the tests begin, so that no two workers do it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tangledbank.games import GAMES
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import uncompiled
from tests import browser
from tests.postgres import empty, postgres
from tests.scenes import Scenes
from tests.server_process import Server, running


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker and not uncompiled() and not config.option.collectonly:
        print("Preparing the rules …", file=sys.stderr)
        command = [sys.executable, "-m", "tangledbank", "prepare"]
        for work in [subprocess.Popen([*command, name]) for name in GAMES]:
            if work.wait() != 0:
                pytest.exit("the rules do not compile")


@pytest.fixture(scope="session")
def origin() -> Game:
    return load("origin")


@pytest.fixture(scope="session", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game there is, in turn."""
    return load(request.param)


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of a PostgreSQL database of one's own."""
    with postgres() as address:
        yield address


@pytest.fixture
def empty_database(database: str) -> str:
    """The same with nothing in it."""
    empty(database)
    return database


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TANGLEDBANK_DATA", str(folder))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of one file: while it is open no other loop can run here."""
    if browser.CHROMIUM is None:
        pytest.skip("NO CHROMIUM: the pages are not tested in a browser")
    with browser.chromium() as started:
        yield started


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a worker; those who harm it start their own."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def scenes(server: Server) -> Scenes:
    """Every kind of page."""
    return Scenes(server)
