"""Learning from use: which notes were opened for which question, and what that raises later."""
