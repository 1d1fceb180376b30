"""The translations: they are complete, fit their sources, and are what the window says."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QDialogButtonBox

from vaultsearch.core.parameters import PARAMETERS
from vaultsearch.gui.actions import ACTIONS, MOVES, Menu
from vaultsearch.gui.catalogue import read_texts, speak

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication, QMenuBar

    from tests.gui.conftest import Desk

ROOT = Path(__file__).parents[2]
COMMAND = "packaging/update_translations.py"
FOLDER = ROOT / "resources" / "translations"
FILES = sorted(FOLDER.glob("*.ts"))
PLACE = re.compile(r"\{[^{}]*\}")
ENDINGS = ("…", ":")

of_each_language = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@pytest.fixture(scope="module")
def texts() -> set[str]:
    """The texts of the program, as the command finds them."""
    of_modules = runpy.run_path(str(ROOT / COMMAND))["texts"]()
    return {text for module in of_modules.values() for text in module}
