"""Colours, measures, style sheet and icons."""
