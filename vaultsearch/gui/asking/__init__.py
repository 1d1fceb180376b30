"""The search pane: the field, completion, chips, the way of searching."""
