"""Evolution: words: actions, positions, sentences."""
