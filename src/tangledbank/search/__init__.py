"""Players that are programs. They get observations only."""
