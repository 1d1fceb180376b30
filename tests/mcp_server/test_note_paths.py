"""Names of notes that lead out of the vault are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from vaultsearch.core.errors import OutsideVaultError
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
