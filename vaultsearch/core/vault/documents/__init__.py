"""Readers of documents: the bytes of one -> its text as Markdown; none of them knows of notes."""
