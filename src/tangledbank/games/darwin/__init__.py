"""Darwin's Choice."""
