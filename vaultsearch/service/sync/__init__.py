"""Syncing: an index is kept up to date."""
