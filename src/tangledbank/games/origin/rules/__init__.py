"""The Origin of Species: the rules."""
