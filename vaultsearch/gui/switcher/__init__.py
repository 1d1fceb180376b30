"""The quick switcher: a field over the window that finds notes by their names."""
