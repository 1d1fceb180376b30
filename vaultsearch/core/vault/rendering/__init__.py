"""A note's Markdown -> parts of safe HTML: nothing in it is executed or fetched."""
