"""The preview: a note as a page, the outline, the history of visits, and related places."""
