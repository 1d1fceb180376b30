"""The settings window, one module for each page."""
