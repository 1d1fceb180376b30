"""Chats as their programs export or copy them -> Markdown that is cut and searched as any other text."""
