"""Which language a text is written in."""
