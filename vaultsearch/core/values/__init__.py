"""Frozen values that are passed between the stages; no behaviour beyond simple properties."""
