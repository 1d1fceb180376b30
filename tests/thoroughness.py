"""Whether this run is a thorough one: `python -m tests --thorough`."""

import os

VARIABLE = "VAULTSEARCH_THOROUGH"

THOROUGH = bool(os.environ.get(VARIABLE))
