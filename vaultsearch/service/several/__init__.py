"""Several vaults as one."""
