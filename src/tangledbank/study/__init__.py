"""Studies of whole games: many of them, played and counted."""
