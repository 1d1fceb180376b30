"""Several open vaults as one: their answers merged, their statuses and reports summed."""
