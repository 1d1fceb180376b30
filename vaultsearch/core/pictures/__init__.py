"""Pictures: decoding them within limits, and the texts recognised in them."""
