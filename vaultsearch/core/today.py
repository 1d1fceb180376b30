"""Today, from which "last week" counts."""

from __future__ import annotations

import os
from datetime import date

_FIXED = "VAULTSEARCH_TODAY"


def today() -> date:
    """Return today's date, or the one in ``VAULTSEARCH_TODAY``, by which tests hold time still."""
    try:
        return date.fromisoformat(os.environ.get(_FIXED, ""))
    except ValueError:
        return date.today()
