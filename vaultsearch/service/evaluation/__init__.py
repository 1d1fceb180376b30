"""Measures retrieval quality with the real parts of an open vault."""
