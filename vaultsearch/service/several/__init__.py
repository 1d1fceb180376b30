"""Several vaults together."""
