"""The preview: a note as a page, its links followed, its outline, what has to do with it."""
