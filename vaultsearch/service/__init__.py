"""One open vault, or several as one: the base of the window, the command line and the MCP server; no Qt."""
