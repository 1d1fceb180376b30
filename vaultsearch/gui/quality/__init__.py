"""The report on how well the notes are found."""
