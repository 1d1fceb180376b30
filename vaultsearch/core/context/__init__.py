"""Results -> text to paste, quotes of a note, and the names that notes are asked for by."""
