"""The parts of an open vault, which areas and sync are built of."""
