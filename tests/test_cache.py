"""Where compiled rules are kept, and when they go."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.kernel import cache, chance
from tangledbank.kernel.cache import (
    ALL,
    BUSY,
    DAY,
    FORGOTTEN,
    KEPT,
    PACKAGE,
    ROOMS,
    SHARED,
    USED,
    cache_folder,
    folder_in_use,
    folder_name,
    owner_of,
    prune,
)
from tangledbank.kernel.compiling import UNCOMPILED, bots_of, is_compiled, mark_prepared
from tangledbank.search import match

OWNERS = (*GAMES, SHARED, ALL)
OLD = "0123456789abcdef"  # a folder from when all games lay in one


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Another copy of what is compiled."""
    for room in ROOMS:
        shutil.copytree(PACKAGE / room, tmp_path / room)
    return tmp_path


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache."""
    monkeypatch.setenv("TANGLEDBANK_CACHE", str(tmp_path))
    for known in (cache_folder, folder_in_use):
        known.cache_clear()
    yield tmp_path / "kernels"
    for known in (cache_folder, folder_in_use):
        known.cache_clear()


@pytest.mark.parametrize(
    ("source", "owners"),
    [
        ("games/darwin/bots/plans.py", {"darwin", ALL}),
        ("games/evolution/bots/greedy.py", {"evolution", ALL}),
        ("games/origin/rules/attack.py", {"origin", ALL}),
        ("games/darwin/biomes.toml", {"darwin", ALL}),
        ("games/shared/hidden_cards.py", {*OWNERS}),
        ("kernel/chance.py", {*OWNERS}),
        ("search/tree.py", {*OWNERS}),
        ("games/origin/text/sentences.py", set()),  # no rules in it
        ("games/shared/verbs.py", set()),
    ],
)
def test_a_change_compiles_only_the_games_it_belongs_to(
    package: Path, source: str, owners: set[str]
) -> None:
    """Numba's own cache does not notice a change in another file."""
    before = {owner: folder_name(owner, package) for owner in OWNERS}
    with (package / source).open("a") as file:
        file.write("\n# a comment\n")
    assert {owner for owner in OWNERS if folder_name(owner, package) != before[owner]} == owners


def test_another_copy_of_the_program_has_folders_of_its_own(package: Path) -> None:
    """Numba would compile all of it again while a bot should think."""
    assert all(folder_name(owner, package) != folder_name(owner) for owner in OWNERS)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_uses_no_source_of_another(game: str) -> None:
    """Else a change there would leave its compiled code as it was."""
    others = "|".join({*GAMES} - {game})
    for source in cache._sources(PACKAGE):
        if cache.game_of(source.relative_to(PACKAGE)) in (game, SHARED) and source.suffix == ".py":
            assert not re.search(rf"tangledbank\.(games|search)\.({others})", source.read_text())


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_lies_with_its_game(game: str) -> None:
    kernel, bots = load(game).kernel, match.bound(game)
    entries = (kernel.step, kernel.observe, load(game).drivers.fuzz, bots.choose, bots.search)
    assert {owner_of(getattr(entry, "py_func", entry)) for entry in entries} == {game}
    assert owner_of(getattr(chance.plant, "py_func", chance.plant)) == SHARED
    assert owner_of(test_every_entry_lies_with_its_game) == ALL


def folder_used(path: Path, days: float) -> Path:
    """A folder with compiled rules that was used so many days ago."""
    (path / "games_1234").mkdir(parents=True)
    (path / "games_1234" / "kernel.step.nbi").write_bytes(b"code")
    for note in ("origin.ready", "origin.bots.ready", USED):
        (path / note).touch()
    moment = time.time() - days * DAY
    for part in (*path.iterdir(), path):
        os.utime(part, (moment, moment))
    return path


def test_folders_that_nobody_has_used_for_long_are_removed(kernels: Path) -> None:
    long = FORGOTTEN / DAY + 1
    own = folder_used(cache_folder("origin"), long)
    kept = [
        own,
        folder_used(kernels / "origin" / "late", long - 2),
        folder_used(kernels / "darwin" / "other", long),  # another game: it may be current
        folder_used(kernels / ("f" * 16), long - 2),
    ]
    gone = [
        folder_used(kernels / "origin" / "early", long),
        folder_used(kernels / SHARED / "early", long),
        folder_used(kernels / ALL / "early", long),
        folder_used(kernels / OLD, long),
    ]
    prune("origin")
    assert all((folder / "games_1234" / "kernel.step.nbi").exists() for folder in kept)
    assert not any(folder.exists() for folder in gone)


def test_a_compile_removes_what_it_replaces(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(UNCOMPILED, "0")
    old = folder_used(kernels / "origin" / "old", FORGOTTEN / DAY + 1)
    mark_prepared(bots_of("origin"))
    assert is_compiled(bots_of("origin"))
    assert not is_compiled("origin")
    assert not old.exists()


def test_of_many_folders_those_used_last_stay(kernels: Path) -> None:
    busy = [folder_used(kernels / "origin" / f"busy{i}", BUSY / DAY / 2) for i in range(KEPT + 2)]
    idle = [folder_used(kernels / "origin" / f"idle{i}", BUSY / DAY + 1 + i) for i in range(KEPT)]
    prune("origin")
    assert all(folder.exists() for folder in busy)  # someone may be at work in them
    assert not any(folder.exists() for folder in idle)
    for folder in busy[2:]:
        shutil.rmtree(folder)
    idle = [folder_used(kernels / "origin" / f"idle{i}", BUSY / DAY + 1 + i) for i in range(KEPT)]
    prune("origin")
    assert [folder.exists() for folder in idle] == [True, True, False, False]


def test_a_folder_in_use_stays(kernels: Path) -> None:
    folder = folder_used(cache_folder("origin"), 2 * FORGOTTEN / DAY)
    assert folder_in_use("origin") == folder
    renamed = folder.rename(folder.with_name("of another copy"))
    prune("origin")
    assert renamed.exists()


def test_nothing_is_raised_where_nothing_can_be_removed(kernels: Path) -> None:
    prune("origin")
    kernels.mkdir(parents=True)
    (kernels / "origin").write_text("a file")
    prune("origin")
    assert (kernels / "origin").exists()
