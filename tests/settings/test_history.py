"""The latest queries and saved searches: of each vault its own, for the user alone."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings.history import (
    load_recent,
    load_saved,
    recent_file,
    save_recent,
    save_searches,
    saved_file,
    with_latest,
)


def test_the_latest_comes_first_nothing_twice_and_no_more_than_wanted() -> None:
    queries: tuple[str, ...] = ()
    for query in ("one", "two", "three", "one"):
        queries = with_latest(queries, query, 2)
    save_recent({"/a": queries})
    assert load_recent(9, ()) == {"/a": ("one", "three")}
    assert load_recent(1, ()) == {"/a": ("one",)}


def test_the_list_that_was_shared_begins_that_of_each_vault() -> None:
    """Vaults that have nothing in common had one list."""
    recent_file().parent.mkdir(parents=True, exist_ok=True)
    recent_file().write_text('["rye", 1, "oak"]')
    assert load_recent(9, ("/a", "/b")) == {"/a": ("rye", "oak"), "/b": ("rye", "oak")}


def test_each_vault_and_all_together_have_their_own(tmp_path: Path) -> None:
    store = FileSettingsStore(Parameters())
    for vault, query in ((tmp_path / "a", "rye"), (tmp_path / "b", "oak")):
        store.set_last_vault(vault)
        store.add_recent_query(query)
        store.set_saved_searches((SavedSearch(query, query),))
    store.set_all_vaults_open()
    assert (store.recent_queries, store.saved_searches) == ((), ())
    store.close()
    again = FileSettingsStore(Parameters())
    again.set_last_vault(tmp_path / "a")
    assert again.recent_queries == ("rye",)
    assert [search.name for search in again.saved_searches] == ["rye"]
    again.clear_recent_queries()
    again.set_last_vault(tmp_path / "b")
    assert not again.recent_queries
    assert not again.has_recent_queries
    again.close()


def test_a_damaged_file_is_an_empty_one() -> None:
    for content in (b"[", b"\xff", b"{}", b"[1]", b'{"/a": 1}', b"[" * 100_000):
        recent_file().parent.mkdir(parents=True, exist_ok=True)
        recent_file().write_bytes(content)
        assert load_recent(9, ("/a",)) == {}


def test_what_the_window_remembers_is_there_at_the_next_start() -> None:
    first = FileSettingsStore(Parameters())
    first.add_recent_query("tag:project 水")
    assert first.recent_queries == ("tag:project 水",)
    first.close()
    second = FileSettingsStore(Parameters())
    assert second.recent_queries == first.recent_queries
    second.close()


def test_none_are_kept_and_those_that_were_are_forgotten_where_the_user_wants_none() -> None:
    save_recent({"/a": ("secret",)})
    none = FileSettingsStore(Parameters(file={"window.recent_queries": 0}))
    none.add_recent_query("another")
    none.close()
    assert none.recent_queries == ()
    assert not recent_file().exists()


SEARCHES = (SavedSearch("Bread 水", "tag:recipe bread"), SavedSearch("Exact", "HEAD~3", Mode.GREP))


def test_what_was_saved_is_read_back_in_its_order() -> None:
    assert load_saved(()) == {}
    save_searches({"/a": SEARCHES, "/b": SEARCHES[:1]})
    assert load_saved(("/c",)) == {"/a": SEARCHES, "/b": SEARCHES[:1]}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permission bits")
def test_only_the_user_can_read_queries_and_saved_searches() -> None:
    save_recent({"/a": ("private",)})
    save_searches({"/a": SEARCHES})
    assert [stat.S_IMODE(file.stat().st_mode) for file in (recent_file(), saved_file())] == [0o600, 0o600]


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
