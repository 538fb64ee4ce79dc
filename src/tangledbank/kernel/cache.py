"""Where compiled rules are kept: folders for each game, named by what shapes its code.

Numba's own cache notices a change in the file of a function, not in those of the rules it calls.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path, PurePath

from tangledbank import folders

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("kernel", "games", "search")  # where compiled code is

SHARED = "shared"  # owns what belongs to no game
ALL = "all"  # owns what may use any game: tests, tools

# Rooms and modules without rules.
TEXT_ROOMS = ("text", "show")
TEXT_MODULES = ("events", "verbs", "position", "position_cards", "board", "things")

DAY = 24 * 3600.0
FORGOTTEN = 14 * DAY  # a folder unused for so long is removed
BUSY = DAY  # one used since then may be in use right now
KEPT = 4  # of one owner, beside those: other copies of the program, other versions of Python
USED = "used"  # the file in a folder that tells by its time when it was used last


def game_of(source: PurePath, package: Path = PACKAGE) -> str:
    """The game that a source or module in the package belongs to, or SHARED."""
    room, *place = source.parts
    return place[0] if room == "games" and place[0] in _games(package) else SHARED


@cache
def _games(package: Path) -> frozenset[str]:
    return frozenset(path.parent.name for path in (package / "games").glob("*/game.py"))


def owner_of(function: Callable[..., object]) -> str:
    """Whose folder keeps a function: the game it was filled in for, or that of its module."""
    game = function.__qualname__.partition(".")[0]
    if game in _games(PACKAGE):
        return game
    top, *place = function.__module__.split(".")
    is_ours = top == PACKAGE.name and place and place[0] in ROOMS
    return game_of(PurePath(*place)) if is_ours else ALL


def folder_name(owner: str, package: Path = PACKAGE) -> str:
    """A name made of everything that shapes the compiled code of an owner."""
    digest = hashlib.sha256()
    digest.update(f"{version('numba')} {version('numpy')} {platform.python_version()}".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    digest.update(str(package).encode())  # Numba keeps code by the path of its source
    for source in _sources(package):
        place = source.relative_to(package)
        if owner == ALL or game_of(place, package) in (owner, SHARED):
            digest.update(place.as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(package: Path) -> Iterator[Path]:
    """Every file that can change compiled code."""
    for room in ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.name in ("cards.toml", "biomes.toml") or (
                path.suffix == ".py" and not _is_text(path)
            ):
                yield path


def _is_text(source: Path) -> bool:
    room = source.parent.name
    return room in TEXT_ROOMS or (room == SHARED and source.stem in TEXT_MODULES)


@cache
def cache_folder(owner: str) -> Path:
    """Where the compiled code of an owner lies, a game, SHARED or ALL."""
    return _kernels() / owner / folder_name(owner)


def _kernels() -> Path:
    return folders.cache_folder() / "kernels"


@cache
def folder_in_use(owner: str) -> Path:
    """The same for a process that works with it, which is noted."""
    folder = cache_folder(owner)
    with contextlib.suppress(OSError):  # it is Numba that needs it, and says so
        folder.mkdir(parents=True, exist_ok=True)
        (folder / USED).touch()
    return folder


def prune(game: str) -> None:
    """Remove what nobody has used for long: folders of this game and of no game."""
    for owner in (game, SHARED, ALL):
        _remove_old((_kernels() / owner).glob("*"), cache_folder(owner))
    _remove_old(_kernels().glob("[0-9a-f]" * 16), None)  # once all games lay in one folder


def _remove_old(found: Iterable[Path], current: Path | None) -> None:
    others = sorted(((_last_use(path), path) for path in found if path != current), reverse=True)
    for rank, (last_use, folder) in enumerate(others):
        idle = time.time() - last_use
        if idle > FORGOTTEN or (idle > BUSY and rank >= KEPT):
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder as far as it can be; its notes first, lest anyone rely on half of it."""
    for note in folder.glob("*.ready"):
        with contextlib.suppress(OSError):
            note.unlink()
    shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """When a folder was used last, or written to where nobody has noted its use."""
    found = [0.0]
    for path in (folder / USED, folder, *folder.glob("*.ready")):
        with contextlib.suppress(OSError):
            found.append(path.stat().st_mtime)
    return max(found)
