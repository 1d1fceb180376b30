"""What leaves the process of a passage."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.builders import chunk
from vaultsearch.core.query.query import parse
from vaultsearch.core.search.results import ObsidianVaultName, result_of
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.relations import NoteName, NoteSummary
from vaultsearch.core.values.search import Elsewhere
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.service.serialization import passage_json, record, version_json
from vaultsearch.service.shapes import Summary


def test_a_passage_says_where_its_note_has_the_other_words_and_whether_it_is_merely_related() -> None:
    plain = result_of(chunk("n.md:0"), parse("keel mast"), ObsidianVaultName("v"))
    assert not {"elsewhere", "related"} & passage_json(plain, 1, "n", "n.md").keys()
    with_places = replace(plain, elsewhere=(Elsewhere("mast", "Rigging"),), is_related=True)
    passage = passage_json(with_places, 1, "n", "n.md")
    assert (passage["elsewhere"], passage["related"]) == ({"mast": "Rigging"}, True)


def test_a_record_has_the_keys_of_its_shape_in_their_order() -> None:
    moment = datetime(2025, 6, 1, 12, tzinfo=UTC)
    version = NoteVersion("c0ffee", moment, "Sail", "Boats/Keel.md", "blob", 3, 1)
    assert list(version_json(version).items()) == [
        ("commit", "c0ffee"),
        ("date", "2025-06-01T12:00:00+00:00"),
        ("subject", "Sail"),
        ("path", "Boats/Keel.md"),
        ("added", 3),
        ("removed", 1),
        ("deleted", False),
    ]
    address = NoteAddress(Path("/vault"), "Keel.md", "keel", "obsidian://open")
    summary = NoteSummary(NoteName("Keel.md", "Keel"), "Sentences.")
    # What was computed goes before a field, and the first value before the next one.
    assert record(Summary, address, summary.note, summary, path=Path("Bow.md"), summary=("a", "b")) == {
        "id": "keel",
        "path": "Bow.md",
        "title": "Keel",
        "summary": ["a", "b"],
        "by_model": None,
    }
    assert record(Summary, summary, address, without={"title", "summary", "path"}) == {
        "id": "keel",
        "by_model": None,
    }
    with pytest.raises(AttributeError, match="title"):
        record(Summary, address)
