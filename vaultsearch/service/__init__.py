"""An open vault, or several together: the base for window, command line and MCP server; no Qt."""
