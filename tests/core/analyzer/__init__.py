"""The analyzer: text -> terms with their spans."""
