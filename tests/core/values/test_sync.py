"""Several vaults: their unique names, and their counts added up."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.search import Completeness
from vaultsearch.core.values.sync import EndingCount, KindCount, summed_endings, summed_kinds, vault_names


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (Recognition(True, False, 2, 5, 1, 10.0, "battery"), Recognition(False, True, 8, 7, 3, 5.0, "typing"),
         Recognition(True, True, 10, 12, 4, 6.0, "battery")),
        (Recognition(seconds_each=3.0), Recognition(), Recognition(seconds_each=3.0)),
        (Completeness(9, 7, 4), Completeness(5, 4, 2, False, 1), Completeness(14, 11, 6, False, 1)),
    ],
)  # fmt: skip
def test_the_counts_of_two_vaults_are_added_up(first: Any, second: Any, both: Any) -> None:
    assert first + second == both


def test_kinds_and_endings_are_summed_in_their_order() -> None:
    note, pdf = KindCount(FileKind.NOTE, 1, 2, 3), KindCount(FileKind.PDF, 4, 5, 6)
    assert summed_kinds([pdf, note, pdf]) == (note, KindCount(FileKind.PDF, 8, 10, 12))
    endings = [EndingCount(*each) for each in ((".b", 2), (".c", 1), (".a", 2), (".c", 3))]
    assert summed_endings(endings) == tuple(EndingCount(*each) for each in ((".c", 4), (".a", 2), (".b", 2)))


@pytest.mark.parametrize(
    ("held", "by_words", "by_meaning"),
    [
        (Completeness(3, 2, 2, failed=1), True, True), (Completeness(3, 2, 1, failed=1), True, False),
        (Completeness(3, 1, 1, failed=1), False, False), (Completeness(3, 3, 3, scanned=False), False, False),
    ],
)  # fmt: skip
def test_nothing_found_is_conclusive_once_tried(held: Completeness, by_words: bool, by_meaning: bool) -> None:
    assert (held.of_words, held.of_meaning) == (by_words, by_meaning)


def test_vaults_are_called_like_their_folders_and_told_apart_where_two_are_called_the_same() -> None:
    folders = [Path("/a/Notes"), Path("/b/notes"), Path("/c/Work")]
    assert vault_names(folders) == ("Notes (a)", "notes (b)", "Work")
    assert vault_names([Path("/x/a/N"), Path("/y/a/N"), Path("/")]) == ("N (a)", "N (a) 2", "vault")


@given(st.lists(st.sampled_from(["/a/N", "/b/N", "/c/a/N", "/a/n", "/N (a)", "/M"]).map(Path), unique=True))
def test_no_two_have_the_same_name(folders: list[Path]) -> None:
    names = [name.casefold() for name in vault_names(folders)]
    assert len(set(names)) == len(folders)
