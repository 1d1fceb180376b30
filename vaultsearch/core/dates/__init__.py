"""Dates and intervals as people write them: words in twenty-five languages, digits, and their grammar."""
