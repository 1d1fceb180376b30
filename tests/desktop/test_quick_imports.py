"""Imports after Qt skip PySide6's look into their sources."""

from __future__ import annotations

import importlib
import inspect
from typing import TYPE_CHECKING, Any

from vaultsearch.desktop.quick_imports import spare_sources

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_source_of_a_module_is_read_until_that_is_spared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(module: Any) -> str:
        read.append(module.__name__)
        return ""

    feature: Any = importlib.import_module("shibokensupport.feature")
    monkeypatch.setattr(feature, "_mod_uses_pyside", feature._mod_uses_pyside)
    monkeypatch.setattr(inspect, "getsource", noted)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("read_once", "spared"):
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    __import__("read_once")
    spare_sources()
    __import__("spared")
    assert read == ["read_once"]
