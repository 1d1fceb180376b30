"""The results pane: the list with a model, suggestions, topics, messages."""
