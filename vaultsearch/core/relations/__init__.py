"""Relations between notes: related, linked, mentioned, without links, or duplicated."""
