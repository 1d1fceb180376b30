"""The slim window beside Obsidian."""
