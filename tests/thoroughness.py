"""Whether this run is a thorough one: `python -m tests --thorough`."""

from __future__ import annotations

import os

VARIABLE = "VAULTSEARCH_THOROUGH"

THOROUGH = bool(os.environ.get(VARIABLE))
