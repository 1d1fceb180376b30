"""The file of recent queries: latest first, no more than wanted, private, and gone where none are wanted."""

from __future__ import annotations

import stat
import sys

import pytest

from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings.history import load_recent, recent_file, remember_query


def test_the_latest_comes_first_nothing_twice_and_no_more_than_wanted() -> None:
    for query in ("one", "two", "three", "one"):
        remember_query(query, 2)
    assert load_recent(9) == ("one", "three")


def test_a_damaged_file_is_an_empty_one() -> None:
    for content in (b"[", b"\xff", b"{}", b"[1]", b"[" * 100_000):
        recent_file().parent.mkdir(parents=True, exist_ok=True)
        recent_file().write_bytes(content)
        assert load_recent(9) == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permission bits")
def test_only_the_user_can_read_it() -> None:
    remember_query("private", 9)
    assert stat.S_IMODE(recent_file().stat().st_mode) == 0o600


def test_what_the_window_remembers_is_there_at_the_next_start() -> None:
    first = FileSettingsStore(Parameters())
    first.add_recent_query("tag:project 水")
    assert first.recent_queries == ("tag:project 水",)
    first.close()
    second = FileSettingsStore(Parameters())
    assert second.recent_queries == first.recent_queries
    second.close()


def test_none_are_kept_and_those_that_were_are_forgotten_where_the_user_wants_none() -> None:
    remember_query("secret", 9)
    none = FileSettingsStore(Parameters(file={"window.recent_queries": 0}))
    none.add_recent_query("another")
    none.close()
    assert none.recent_queries == ()
    assert not recent_file().exists()
