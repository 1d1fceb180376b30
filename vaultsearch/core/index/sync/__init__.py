"""A sync: read what changed, write it, encode it."""
