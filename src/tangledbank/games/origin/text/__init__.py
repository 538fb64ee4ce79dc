"""The Origin of Species: words: actions, positions, sentences."""
