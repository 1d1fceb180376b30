"""The files of the latest queries and saved searches: of each vault its own, for the user alone."""

import stat
import sys

import pytest

from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.settings import history
from vaultsearch.settings.settings import with_latest

SEARCHES = (SavedSearch("Bread 水", "tag:recipe bread"), SavedSearch("Exact", "HEAD~3", Mode.GREP))


def test_the_latest_comes_first_nothing_twice_and_no_more_than_wanted() -> None:
    queries: tuple[str, ...] = ()
    for query in ("one", "two", "three", "one"):
        queries = with_latest(queries, query, 2)
    history.save_recent({"/a": queries})
    assert history.load_recent(9, ()) == {"/a": ("one", "three")}
    assert history.load_recent(1, ()) == {"/a": ("one",)}


def test_what_was_saved_is_read_back_in_its_order() -> None:
    assert history.load_saved(()) == {}
    history.save_searches({"/a": SEARCHES, "/b": SEARCHES[:1]})
    assert history.load_saved(("/c",)) == {"/a": SEARCHES, "/b": SEARCHES[:1]}


def test_the_list_that_was_shared_begins_that_of_each_vault_without_what_cannot_be_read() -> None:
    """Vaults that have nothing in common had one list."""
    history.recent_file().parent.mkdir(parents=True, exist_ok=True)
    history.recent_file().write_text('["rye", 1, "oak"]')
    assert history.load_recent(9, ("/a", "/b")) == {"/a": ("rye", "oak"), "/b": ("rye", "oak")}
    searches = '[1, {"name": "a"}, {"name": "b", "query": ""}, {"name": "c", "query": "d", "mode": "new"}]'
    history.saved_file().write_text(searches)
    assert history.load_saved(("/a", "/b")) == dict.fromkeys(("/a", "/b"), (SavedSearch("c", "d"),))


@pytest.mark.parametrize("content", [b"{}", b"[1]", b'{"/a": 1}'])
@pytest.mark.parametrize("damage", [b"[", b"\xff", b"1", b"[" * 100_000])
def test_a_damaged_file_is_empty_and_saved_searches_are_put_aside(content: bytes, damage: bytes) -> None:
    history.recent_file().parent.mkdir(parents=True, exist_ok=True)
    for written in (content, damage):
        for file in (history.recent_file(), history.saved_file()):
            file.write_bytes(written)
        assert (history.load_recent(9, ("/a",)), history.load_saved(())) == ({}, {})
    assert history.saved_file().with_suffix(".damaged").read_bytes() == damage


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permission bits")
def test_only_the_user_can_read_queries_and_saved_searches() -> None:
    history.save_recent({"/a": ("private",)})
    history.save_searches({"/a": SEARCHES})
    assert [stat.S_IMODE(file.stat().st_mode) for file in (history.recent_file(), history.saved_file())] == [
        0o600,
        0o600,
    ]
