"""Speed, as ratios to a limit or a peer that is measured in the same run."""
