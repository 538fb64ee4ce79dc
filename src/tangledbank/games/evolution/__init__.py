"""Evolution – Fressen und gefressen werden."""
