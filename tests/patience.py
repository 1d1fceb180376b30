"""The time that tests wait for an event; only a failing test waits in vain."""

SIGNAL_S = 60
"""For an answer of a thread, a window or a watcher."""
PROCESS_S = 280
"""The timeout for another process that may have to load a model first; less than pytest's for a test."""
