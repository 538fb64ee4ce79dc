"""Evolution: players that are programs."""
