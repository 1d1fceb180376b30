"""The settings window, a page each."""
