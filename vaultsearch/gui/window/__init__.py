"""The main window, its dialogs, and its life from start to end."""
