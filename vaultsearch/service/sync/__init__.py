"""What keeps an index up to date."""
