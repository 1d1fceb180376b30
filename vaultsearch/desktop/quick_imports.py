"""Spares what is imported after Qt a look into the source of each module."""

from __future__ import annotations

import importlib
from typing import Any


def spare_sources() -> None:
    """Have PySide6 read the source of no module that is imported from now on.

    WORKAROUND PySide6 6.11: after each import it looks for its own name in the module's source, to know where
    its other spellings (snake_case, true_property) may be switched on. They never are here, and the looking
    is a tenth of the time until the first answer.
    """
    try:
        feature: Any = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    feature._mod_uses_pyside = _no


def _no(_module: object) -> bool:
    return False
