"""The query language and the words of a question: grammar, conditions, completion, facets, expansion."""
