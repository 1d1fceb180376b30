"""The engine thread, the background threads, and the window's side of both."""
