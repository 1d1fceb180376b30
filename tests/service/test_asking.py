"""Processes that have a vault open are asked by those of the same program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import vaultsearch
from vaultsearch.service.asking import program

if TYPE_CHECKING:
    import pytest


def test_a_frozen_program_is_known_without_the_files_of_its_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = program.__wrapped__()
    monkeypatch.setattr(vaultsearch, "__file__", "/application/_internal/vaultsearch/__init__.py")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert len(program.__wrapped__()) == 16
    assert program.__wrapped__() != installed
