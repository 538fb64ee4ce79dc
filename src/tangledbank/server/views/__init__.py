"""What a seat sees of each game, made from its view in words only; a module for each game."""
