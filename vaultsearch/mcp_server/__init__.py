"""The MCP server: a vault's search, notes and relations for other programs, read only."""
