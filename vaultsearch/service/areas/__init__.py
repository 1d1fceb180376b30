"""The areas of an open vault: the questions that can be asked of it."""
