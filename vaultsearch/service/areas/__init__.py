"""What is asked of an open vault, by areas."""
