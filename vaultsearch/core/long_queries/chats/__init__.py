"""Exported or copied chats -> Markdown."""
