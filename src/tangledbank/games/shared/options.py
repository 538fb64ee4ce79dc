"""How the options of a game are called where people choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tangledbank.text import say


class OptionWords(NamedTuple):
    """An option for people, marked for translation, with a title for each value."""

    title: str
    values: Mapping[str, str]
    about: str = ""  # a line for those who do not know it
    is_ruling: bool = True  # a ruling that tables dispute; others choose what game it is

    def said(self, value: str) -> str:
        """The title of a value; a table that someone wrote themselves has none."""
        return say(self.values[value]) if value in self.values else say("your own")
