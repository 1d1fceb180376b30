"""The basket: passages collected for a context."""
