"""The numbers of notes, kept for each session."""

import os
from pathlib import Path

import pytest

from vaultsearch.cli import sessions
from vaultsearch.settings.vault_records import latest_results

NOTES = (
    sessions.NumberedNote(Path("/vaults/mine"), "b.md", 12),
    sessions.NumberedNote(Path("/vaults/Blåbär"), "ä.md"),
)


def test_each_session_and_each_vault_has_its_own_numbers_and_a_named_session_lasts(own_home: Path) -> None:
    assert sessions.load_numbered_notes("one") == ()
    sessions.keep_numbered_notes("one", NOTES[:1])
    sessions.keep_numbered_notes("two", NOTES)
    assert sessions.load_numbered_notes("one") == NOTES[:1]
    assert sessions.load_numbered_notes("two") == NOTES
    sessions.keep_numbered_notes(latest_results(NOTES[0][0]), NOTES)
    assert sessions.load_numbered_notes(latest_results(NOTES[0][0])) == NOTES
    assert sessions.load_numbered_notes(latest_results(NOTES[1][0])) == ()
    assert sessions.session_name({"VAULTSEARCH_SESSION": "agent 7"}) == "agent 7"
    assert sessions.session_name({}).startswith("process ")
    assert sessions.is_lasting({"VAULTSEARCH_SESSION": "agent 7"})


def test_only_the_latest_sessions_are_kept(own_home: Path) -> None:
    sessions.keep_numbered_notes("oldest", NOTES)
    for file in (own_home / "sessions").iterdir():
        os.utime(file, (0, 0))
    for number in range(50):
        sessions.keep_numbered_notes(str(number), NOTES)
    assert sessions.load_numbered_notes("oldest") == ()
    assert sessions.load_numbered_notes("0") == NOTES


@pytest.mark.parametrize(
    "damage", [b"", b"[1]", b'{"notes": 3}', b'{"notes": [1]}', b"\xff\xfe", b"{}", b"[" * 100_000]
)
def test_damaged_numbers_are_none(own_home: Path, damage: bytes) -> None:
    sessions.keep_numbered_notes("one", NOTES)
    next((own_home / "sessions").iterdir()).write_bytes(damage)
    assert sessions.load_numbered_notes("one") == ()
