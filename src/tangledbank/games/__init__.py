"""The games, one folder each."""

GAMES = ("origin", "evolution", "darwin")  # the first is the default
