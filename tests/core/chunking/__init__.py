"""See the package of the same name."""
