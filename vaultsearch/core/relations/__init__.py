"""Notes among themselves: what is related, linked, mentioned, alone, or written twice."""
