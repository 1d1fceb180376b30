"""Unique names of vaults."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.values.sync import vault_names


def test_vaults_are_called_like_their_folders_and_told_apart_where_two_are_called_the_same() -> None:
    folders = [Path("/a/Notes"), Path("/b/notes"), Path("/c/Work")]
    assert vault_names(folders) == ("Notes (a)", "notes (b)", "Work")
    assert vault_names([Path("/x/a/N"), Path("/y/a/N"), Path("/")]) == ("N (a)", "N (a) 2", "vault")


@given(st.lists(st.sampled_from(["/a/N", "/b/N", "/c/a/N", "/a/n", "/N (a)", "/M"]).map(Path), unique=True))
def test_no_two_have_the_same_name(folders: list[Path]) -> None:
    names = [name.casefold() for name in vault_names(folders)]
    assert len(set(names)) == len(folders)
