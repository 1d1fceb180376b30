"""The results pane: rows from results, arranged, painted, gliding."""
