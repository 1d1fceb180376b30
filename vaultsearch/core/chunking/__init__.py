"""A note -> passages, and the text to embed for each."""
