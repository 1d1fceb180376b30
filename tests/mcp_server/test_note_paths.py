"""Names of notes that lead out of the vault are refused; long notes are answered in pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.errors import OutsideVaultError, QueryError
from vaultsearch.core.values.context import ReadNote
from vaultsearch.mcp_server.answers import PAGE_CHARACTERS, convert_page, split_pages
from vaultsearch.mcp_server.note_tools import within_vault

VAULT = {"": Path("/home/me/vault")}


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("Boat.md", "Boat.md"),
        (" [[Boat]] ", "Boat"),
        ("7", "7"),
        ("Projects/../Boat.md", "Projects/../Boat.md"),
        ("Wait... what", "Wait... what"),
        ("~draft", "~draft"),
        ("/home/me/vault/Projects/Boat.md", "Projects/Boat.md"),
        ("/home/me/vault/a/../Boat.md", "Boat.md"),
    ],
)
def test_a_name_within_the_vault_is_kept(name: str, inside: str) -> None:
    assert within_vault(name, VAULT) == inside


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.md", "Projects/../../secret.md", "./../secret.md"),
        *("..\\secret.md", "[[../secret]]", "/etc/passwd", "/home/me/vault/../secret.md"),
        *("/home/me/vault-of-another/secret.md", "~/secret.md"),
        *("C:\\Users\\secret.md", "\\\\server\\share\\secret.md", "Boat.md\0.txt"),
    ],
)
def test_a_path_that_leaves_the_vault_is_refused_with_a_remedy(name: str) -> None:
    with pytest.raises(OutsideVaultError, match="outside the vault") as refused:
        within_vault(name, VAULT)
    assert "path within the vault" in refused.value.remedy


def test_an_absolute_path_is_that_of_the_vault_among_several_that_it_lies_in() -> None:
    vaults = {"a/": Path("/home/me/a"), "b/": Path("/home/me/b")}
    assert within_vault("/home/me/b/Boat.md", vaults) == "b/Boat.md"
    with pytest.raises(OutsideVaultError):
        within_vault("/home/me/c/Boat.md", vaults)


@given(text=st.text(st.sampled_from("ab \n\r\u2028ü"), max_size=200), most=st.integers(1, 30))
def test_pages_put_together_are_the_text_and_none_is_too_long(text: str, most: int) -> None:
    cut = split_pages(text, most)
    assert "".join(cut) == text
    assert all(len(one) <= most for one in cut)
    assert all(cut) or cut == [""]


def test_a_page_ends_with_a_line() -> None:
    assert split_pages("one\ntwo\nthree\n", 9) == ["one\ntwo\n", "three\n"]


def test_a_page_that_is_not_there_is_an_error_that_says_which_are() -> None:
    note = ReadNote("a.md", "a", "obsidian://a", "x" * PAGE_CHARACTERS + "y")
    second = convert_page(note, 2)
    assert (second.text, second.page, second.pages) == ("y", 2, 2)
    with pytest.raises(QueryError, match="has no page 3") as missing:
        convert_page(note, 3)
    assert missing.value.remedy == "It has pages 1 to 2."
