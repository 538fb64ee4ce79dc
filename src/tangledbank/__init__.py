"""Tangled Bank: board games about evolution, complete and exact."""

__version__ = "0.1.0"
