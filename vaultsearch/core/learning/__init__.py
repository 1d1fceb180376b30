"""Learning from use: the notes opened for a question, and the boost that they get later."""
