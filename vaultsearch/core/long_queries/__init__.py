"""Search with a long text: its segments, their topics, and the passages near to each."""
