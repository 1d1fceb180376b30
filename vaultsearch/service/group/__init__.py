"""Several open vaults, searched as one."""
