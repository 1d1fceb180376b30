"""Rows of results: arranged, worded and painted, for every list."""
