"""What an open vault is made of."""
