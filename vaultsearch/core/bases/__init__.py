"""Obsidian's bases: notes selected by filters, as tables."""
