"""Exports of chats -> Markdown."""
