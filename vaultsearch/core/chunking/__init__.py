"""A note -> its passages, and the text of each that is embedded."""
