"""Live tables: who sits there, what they do, and what goes on without anyone."""
