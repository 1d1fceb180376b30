"""Search over a person's own notes: meaning and words at once, entirely on their machine."""
