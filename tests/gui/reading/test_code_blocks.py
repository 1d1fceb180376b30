"""Blocks of code: a button comes where the pointer is, and copies what stands there, as it is written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from tests.gui.conftest import Desk, clipboard
from vaultsearch.core.vault.rendering.page import NotePage

NOTE = """# Sums

Some words first.

```python
def total(sums):
    return sum(sums)
```

Words between.

```sh
ls
```
"""


@pytest.fixture
def sums(desk: Desk) -> Desk:
    """A desk that shows a note with two blocks of code."""
    desk.script.preview_html = NotePage("Sums.md", "Sums", NOTE).at_line(0).html
    desk.open()
    desk.ask("bread", until="preview")
    return desk


def _point_at(desk: Desk, words: str) -> None:
    view = desk.window.page.preview.view
    cursor = view.document().find(words)
    assert not cursor.isNull()
    QTest.mouseMove(view.viewport(), view.cursorRect(cursor).center() + QPoint(2, 0))


def _button(desk: Desk) -> QToolButton:
    [button] = desk.window.page.preview.view.viewport().findChildren(QToolButton)
    return button


def test_the_button_copies_the_block_under_the_pointer_and_goes_with_it(sums: Desk) -> None:
    _point_at(sums, "ls")
    sums.bot.waitUntil(_button(sums).isVisible)
    _button(sums).click()

    assert clipboard() == "ls"
    sums.says("Code copied")
    _point_at(sums, "Words between")
    sums.bot.waitUntil(lambda: not _button(sums).isVisible())


def test_by_keyboard_the_first_block_in_sight_is_copied_with_its_indentation(sums: Desk) -> None:
    sums.trigger("copy_code")

    assert clipboard() == "def total(sums):\n    return sum(sums)"


def test_without_code_it_says_so(ready: Desk) -> None:
    ready.ask("bread", until="preview")
    ready.trigger("copy_code")

    ready.says("There is no code in sight")
