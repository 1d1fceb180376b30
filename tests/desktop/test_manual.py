"""The manual as its window shows it: every page whole, with its pictures, and links that lead somewhere."""

from __future__ import annotations

import re
from urllib.parse import unquote

from vaultsearch.desktop.storage import DiskStorage


def test_the_manual_is_rendered_whole_without_an_index() -> None:
    # It records nothing.
    storage = DiskStorage(None)  # type: ignore[arg-type]  # no store is asked
    pages = {page.title: page for page in storage.read_manual()}
    assert list(pages)[:3] == ["Start", "Asking", "Changes"]
    assert len(pages) > 15
    asking = pages["Asking"]
    assert asking.html.count("src='data:image/png;base64,") == 2
    assert "embed:" not in asking.html
    # The last heading's section is there, not the first part alone; the properties are not.
    assert asking.outline[-1].text in asking.html
    assert all("fold:0" not in page.html for page in pages.values())
    for page in pages.values():
        for address in re.findall(r"href='note:([^']*)'", page.html):
            title, _, heading = unquote(address).partition("#")
            target = pages[title] if title else page
            assert not heading or heading in [part.text for part in target.outline], (page.title, address)
