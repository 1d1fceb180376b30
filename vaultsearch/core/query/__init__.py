"""The query language and the terms of a query: grammar, conditions, completion, facets, expansion."""
