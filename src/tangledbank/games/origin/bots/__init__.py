"""The Origin of Species: players that are programs."""
