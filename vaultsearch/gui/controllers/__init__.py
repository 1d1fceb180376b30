"""Controllers: each joins panes, engine and settings for one feature; all run in the GUI thread."""
