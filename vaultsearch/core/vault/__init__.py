"""From the disk to a `Note`."""
