"""The results pane: the list and its model, suggestions, topics, messages."""
