"""Benchmarks of speed, as ratios to a limit or to a peer measured in the same run."""

import vaultsearch  # noqa: F401  # before numpy, which reads the settings that this makes
