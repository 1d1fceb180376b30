"""Everything the window can be told to do: the table, and what walks it."""
