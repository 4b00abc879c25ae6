"""Doors to other programs: imports, exports, the local API and MCP."""
