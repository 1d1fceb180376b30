"""Passages dragged out of the real program by a real pointer, into another program."""
