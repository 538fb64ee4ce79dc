"""The Origin of Species: how it looks, in a terminal and on a page."""
