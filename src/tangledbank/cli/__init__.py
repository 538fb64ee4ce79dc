"""The command. Its modules are loaded when they are asked for: help comes without them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tangledbank.cli import common, look, play, serve, studies, tournament

__all__ = ["common", "look", "play", "serve", "studies", "tournament"]


def __getattr__(name: str) -> ModuleType:
    """A module of the command."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
