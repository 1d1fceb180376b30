"""Around the window: single instance, settings store, storage upkeep, log, model download."""
