"""The numbers of notes, kept for each session."""

import os
from pathlib import Path

import pytest

from vaultsearch.cli.sessions import (
    NumberedNote,
    is_lasting,
    keep_numbered_notes,
    latest_results,
    load_numbered_notes,
    session_name,
)

NOTES = (NumberedNote(Path("/vaults/mine"), "b.md", 12), NumberedNote(Path("/vaults/Blåbär"), "ä.md"))


def test_each_session_and_each_vault_has_its_own_numbers_and_a_named_session_lasts(own_home: Path) -> None:
    assert load_numbered_notes("one") == ()
    keep_numbered_notes("one", NOTES[:1])
    keep_numbered_notes("two", NOTES)
    assert load_numbered_notes("one") == NOTES[:1]
    assert load_numbered_notes("two") == NOTES
    keep_numbered_notes(latest_results(NOTES[0][0]), NOTES)
    assert load_numbered_notes(latest_results(NOTES[0][0])) == NOTES
    assert load_numbered_notes(latest_results(NOTES[1][0])) == ()
    assert session_name({"VAULTSEARCH_SESSION": "agent 7"}) == "agent 7"
    assert session_name({}).startswith("process ")
    assert is_lasting({"VAULTSEARCH_SESSION": "agent 7"})


def test_only_the_latest_sessions_are_kept(own_home: Path) -> None:
    keep_numbered_notes("oldest", NOTES)
    for file in (own_home / "sessions").iterdir():
        os.utime(file, (0, 0))
    for number in range(50):
        keep_numbered_notes(str(number), NOTES)
    assert load_numbered_notes("oldest") == ()
    assert load_numbered_notes("0") == NOTES


@pytest.mark.parametrize(
    "damage", [b"", b"[1]", b'{"notes": 3}', b'{"notes": [1]}', b"\xff\xfe", b"{}", b"[" * 100_000]
)
def test_damaged_numbers_are_none(own_home: Path, damage: bytes) -> None:
    keep_numbered_notes("one", NOTES)
    next((own_home / "sessions").iterdir()).write_bytes(damage)
    assert load_numbered_notes("one") == ()
