"""Controllers: each joins panes, engine and settings for one thing that the window does."""
