"""Dates and intervals as people write them: words of twelve languages, digits, and their grammar."""
