"""Readers of the kinds of files: the bytes of one -> a `Note`."""
