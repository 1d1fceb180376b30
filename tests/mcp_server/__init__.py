"""A vault served to other programs."""
