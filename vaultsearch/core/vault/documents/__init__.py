"""Readers that convert a document's bytes to Markdown; none knows about notes."""
