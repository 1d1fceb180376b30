"""Frozen values that travel between the stages, in the order of the data's way."""
