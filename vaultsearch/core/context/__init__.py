"""Results -> text to paste, quotes of a note, and the names people ask for notes by."""
