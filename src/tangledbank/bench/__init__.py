"""How fast things are, measured."""
