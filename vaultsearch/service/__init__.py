"""One open vault, or several as one: what every surface (window, command line, MCP) is built on; no Qt."""
