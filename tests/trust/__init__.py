"""Checks of the promises about privacy, each on real processes."""
