"""Rows of results as they are arranged, worded and painted, in every list."""
