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
