"""Dates and intervals as people write them: words in twelve languages, digits, and their grammar."""
