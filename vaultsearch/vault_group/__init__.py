"""Several vaults, searched together as one: what each answers, under its name."""
