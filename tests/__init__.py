"""The tests; `python -m tests` runs every check."""

import os

# Whatever a test or measurement starts must not outlive it.
os.environ["VAULTSEARCH_NO_SERVER"] = "1"
