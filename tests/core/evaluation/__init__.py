"""How well a search ranks."""
