"""Darwin's Choice: how it looks, in a terminal and on a page."""
