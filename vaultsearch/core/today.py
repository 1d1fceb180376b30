"""Today's date, the reference for "last week"."""

from __future__ import annotations

import os
from datetime import date

_TODAY_VARIABLE = "VAULTSEARCH_TODAY"


def today() -> date:
    """Return today's date, or the date in ``VAULTSEARCH_TODAY``, set by tests."""
    try:
        return date.fromisoformat(os.environ.get(_TODAY_VARIABLE, ""))
    except ValueError:
        return date.today()
