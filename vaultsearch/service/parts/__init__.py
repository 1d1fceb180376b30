"""Parts for building areas and sync in an open vault."""
