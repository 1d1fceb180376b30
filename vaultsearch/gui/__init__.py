"""The window: PySide6 over the values of `vaultsearch.core`; touches no disk, index or model."""
