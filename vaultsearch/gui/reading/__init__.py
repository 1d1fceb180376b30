"""The preview: a note as a page, its outline, the history of visits, and related places."""
