"""The library: reads vaults, keeps the index, answers queries. No Qt anywhere in here."""
