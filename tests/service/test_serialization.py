"""What leaves the process of a passage."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import ValidationError

from tests.builders import chunk
from vaultsearch.core.messages import Message
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.search.results import ObsidianVaultName, make_result
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.relations import NoteName, NoteSummary
from vaultsearch.core.values.search import Elsewhere
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.service.serialization import passage_json
from vaultsearch.service.shapes import Summary, Version
from vaultsearch.service.wire import UNSET, fill_answer, plain_json


def test_a_passage_says_where_its_note_has_the_other_words_and_whether_it_is_merely_related() -> None:
    plain = make_result(chunk("n.md:0"), parse_query("keel mast"), ObsidianVaultName("v"))
    assert not {"elsewhere", "related"} & plain_json(passage_json(plain, 1, "n", "n.md")).keys()
    with_places = replace(plain, elsewhere=(Elsewhere("mast", "Rigging"),), is_related=True)
    passage = passage_json(with_places, 1, "n", "n.md")
    assert (passage.elsewhere, passage.related) == ({"mast": "Rigging"}, True)


def test_an_answer_has_the_keys_of_its_shape_in_their_order() -> None:
    moment = datetime(2025, 6, 1, 12, tzinfo=UTC)
    version = NoteVersion("c0ffee", moment, "Sail", "Boats/Keel.md", "blob", 3, 1)
    assert list(plain_json(fill_answer(Version, version)).items()) == [
        ("commit", "c0ffee"),
        ("date", "2025-06-01T12:00:00+00:00"),
        ("subject", "Sail"),
        ("path", "Boats/Keel.md"),
        ("added", 3),
        ("removed", 1),
        ("deleted", False),
    ]
    address = NoteAddress(Path("/vault"), "Keel.md", "keel", "obsidian://open")
    summary = NoteSummary(NoteName("Keel.md", "Keel"), Message("{} sentences.", 3))
    # What was computed goes before a field, and the first value before the next one.
    made = fill_answer(Summary, address, summary.note, summary, path="Bow.md", summary=summary.text)
    plain = plain_json(made)
    assert plain == {
        "id": "keel",
        "path": "Bow.md",
        "title": "Keel",
        "summary": "3 sentences.",
        "by_model": None,
    }
    assert type(plain["summary"]) is str
    with pytest.raises(ValidationError, match="title"):
        fill_answer(Summary, address, summary=None, by_model=None)
    with pytest.raises(ValidationError, match="title"):
        fill_answer(Summary, address, summary.note, summary, title=UNSET)
    with pytest.raises(ValidationError, match=r"Expected `str`, got `int` - at `\$.path`"):
        fill_answer(Summary, address, summary.note, summary, path=3)
