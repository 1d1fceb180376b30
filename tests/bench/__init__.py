"""The benchmark: each figure with its limit or peer beside it, measured in the same run."""
