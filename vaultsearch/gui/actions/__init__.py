"""The table of actions: declared by menu, built for the window."""
