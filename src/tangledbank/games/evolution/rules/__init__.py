"""Evolution: the rules."""
