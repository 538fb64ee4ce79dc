"""The games, one folder each."""

GAMES = ("origin", "evolution")  # the first is the default
