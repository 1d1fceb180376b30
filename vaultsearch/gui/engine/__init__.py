"""The window's side of the engine: its thread, and what is asked of it."""
