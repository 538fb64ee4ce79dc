"""Darwin's Choice: words: actions, positions, sentences."""
