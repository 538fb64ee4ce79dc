"""Boards in words: what the terminal and the pages both show of a table."""
