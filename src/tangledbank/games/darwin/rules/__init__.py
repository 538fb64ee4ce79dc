"""Darwin's Choice: the rules."""
