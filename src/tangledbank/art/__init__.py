"""Pictures: pure functions from facts of the games to SVG text."""
