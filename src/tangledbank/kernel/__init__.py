"""What every game's rules share: compiling, chance, bounded lists, events. Knows no game."""
