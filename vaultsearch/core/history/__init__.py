"""The history of notes: their versions, a vault as it was, and what was changed or deleted."""
