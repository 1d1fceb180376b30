"""The operations on open vaults, an area a file, each with the rule by which vaults' answers merge."""
