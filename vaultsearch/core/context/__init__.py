"""From results to text to paste."""
