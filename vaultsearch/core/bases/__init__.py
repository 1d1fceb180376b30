"""Obsidian's bases: the notes that their filters select, as tables."""
