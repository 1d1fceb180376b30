"""Questions with known answers."""
