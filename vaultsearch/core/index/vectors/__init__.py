"""Vectors of passages, notes, titles and tokens, in tables of their own; how they are searched."""
