"""Evaluation with the real parts: over an index that is brought up to date, asked as the window asks."""
