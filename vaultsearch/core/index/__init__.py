"""From a `Note` to rows of the index."""
