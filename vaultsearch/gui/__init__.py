"""The window: PySide6 over the values of `vaultsearch.core`; nothing here touches disk, index or model."""
