"""Tangled Bank: board games about evolution, complete and exact."""

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Refused", "Table", "__version__"]

if TYPE_CHECKING:
    from tangledbank.errors import Refused
    from tangledbank.table import Table


def __getattr__(name: str) -> object:
    """Load the rules only when they are asked for: the command starts without them."""
    if name == "Table":
        from tangledbank.table import Table

        return Table
    if name == "Refused":
        from tangledbank.errors import Refused

        return Refused
    raise AttributeError(name)
