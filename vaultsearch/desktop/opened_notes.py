"""Where the window keeps which notes were opened for which questions: a small file beside the settings."""

from __future__ import annotations

from vaultsearch.core.learning.usage_store import UsageStore
from vaultsearch.settings.settings import settings_file


def usage_store() -> UsageStore:
    """Give the store, of all vaults."""
    return UsageStore(settings_file().with_name("opened-notes.sqlite"))
