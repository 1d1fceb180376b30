"""Search with a long text: segments, topics, and the passages near to each."""
