"""Faster imports after Qt: PySide6 is kept from reading the source of each module."""

from __future__ import annotations

import importlib
from typing import Any


def spare_sources() -> None:
    """Import PySide6, and stop it from reading the source of modules that are imported from now on.

    WORKAROUND PySide6 6.11: after each import it looks for its own name in the module's source, to decide in
    which modules its other spellings (snake_case, true_property) may be switched on. They never are in this
    program, and the search is a tenth of the time until the first answer. Replaces a private function.
    """
    import PySide6.QtCore  # noqa: F401 - which brings the module

    try:
        feature: Any = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    feature._mod_uses_pyside = _no


def _no(_module: object) -> bool:
    return False
