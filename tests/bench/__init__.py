"""Benchmarks of speed, as ratios to a limit or to a peer measured in the same run."""
