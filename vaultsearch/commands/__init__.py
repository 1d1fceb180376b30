"""The larger commands of the command line, and what all commands need."""
