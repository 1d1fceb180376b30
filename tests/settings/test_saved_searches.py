"""The file of saved searches: in their order, private, and never lost to a file that cannot be read."""

from __future__ import annotations

import stat
import sys

import pytest

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings.history import load_saved, save_searches, saved_file

SEARCHES = (SavedSearch("Bread 水", "tag:recipe bread"), SavedSearch("Exact", "HEAD~3", Mode.GREP))


def test_what_was_saved_is_read_back_in_its_order() -> None:
    assert load_saved(()) == {}
    save_searches({"/a": SEARCHES, "/b": SEARCHES[:1]})
    assert load_saved(("/c",)) == {"/a": SEARCHES, "/b": SEARCHES[:1]}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permission bits")
def test_only_the_user_can_read_it() -> None:
    save_searches({"/a": SEARCHES})
    assert stat.S_IMODE(saved_file().stat().st_mode) == 0o600


def test_a_file_that_is_no_table_is_put_aside() -> None:
    for content in (b"[", b"\xff", b"1"):
        saved_file().parent.mkdir(parents=True, exist_ok=True)
        saved_file().write_bytes(content)
        assert load_saved(()) == {}
        assert saved_file().with_suffix(".damaged").read_bytes() == content


def test_the_list_that_was_shared_begins_that_of_each_vault_without_what_is_no_search() -> None:
    saved_file().parent.mkdir(parents=True, exist_ok=True)
    saved_file().write_text(
        '[1, {"name": "a"}, {"name": "b", "query": ""}, {"name": "c", "query": "d", "mode": "new"}]'
    )
    assert load_saved(("/a", "/b")) == dict.fromkeys(("/a", "/b"), (SavedSearch("c", "d"),))


def test_what_the_window_saved_is_there_at_the_next_start() -> None:
    first = FileSettingsStore(Parameters())
    first.set_saved_searches(SEARCHES)
    first.set_sidebar_width(260)
    first.close()
    second = FileSettingsStore(Parameters())
    assert second.saved_searches == SEARCHES
    assert second.sidebar_width == 260
    second.set_sidebar_width(0)
    second.close()
    third = FileSettingsStore(Parameters())
    assert third.sidebar_width == 0
    third.close()
