"""Areas: the questions an open vault answers."""
