"""The table of actions, and the dialogs made from it."""
