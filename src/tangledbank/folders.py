"""Where this computer keeps things for Tangled Bank."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

CACHE = "TANGLEDBANK_CACHE"
DATA = "TANGLEDBANK_DATA"


def cache_folder() -> Path:
    """For what can be made again: compiled rules and languages."""
    return Path(os.environ.get(CACHE) or platformdirs.user_cache_dir("tangledbank"))


def data_folder() -> Path:
    """For what people want to keep: their games."""
    return Path(os.environ.get(DATA) or platformdirs.user_data_dir("tangledbank"))


def new_file(folder: Path, stem: str) -> Path:
    """An empty file of our own; where there is one of this name already it is numbered."""
    folder.mkdir(parents=True, exist_ok=True)
    path, number = folder / f"{stem}.jsonl", 1
    while True:
        try:
            path.touch(exist_ok=False)  # nobody else can take the name in between
        except FileExistsError:
            number += 1
            path = folder / f"{stem}-{number}.jsonl"
        else:
            return path
