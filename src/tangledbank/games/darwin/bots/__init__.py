"""Darwin's Choice: players that are programs."""
