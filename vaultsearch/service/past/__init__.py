"""Searches in the past of a vault: as it was on a day, what changed, and what was deleted."""
