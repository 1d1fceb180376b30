"""Example queries from the names in a vault."""

from __future__ import annotations

from datetime import UTC, datetime

from vaultsearch.core.index.stored_notes import StoredNote
from vaultsearch.core.query.completion import examples
from vaultsearch.core.query.names import QueryNames
from vaultsearch.core.query.query import parse
from vaultsearch.core.values.query import Example, Teaching


def test_examples_are_made_of_what_is_most_frequent_in_the_vault() -> None:
    when = datetime(2026, 5, 2, tzinfo=UTC)
    rows = [("Log book/a.md", ("boat",)), ("Log book/b.md", ("boat", "rig")), ("c.md", ())]
    notes = [StoredNote(path, path, when, "", tags, {"due date": 1}, (), (), ()) for path, tags in rows]
    found = examples(QueryNames.of(notes))
    assert Example(Teaching.TAG, "tag:boat") in found
    assert Example(Teaching.FOLDER, 'path:"Log book"') in found
    assert Example(Teaching.PROPERTY, "[due date]") in found
    assert {one.teaching for one in found} == set(Teaching)


def test_an_empty_vault_teaches_what_holds_everywhere() -> None:
    found = examples(QueryNames())
    assert {one.teaching for one in found} == set(Teaching) - {
        Teaching.TAG,
        Teaching.FOLDER,
        Teaching.PROPERTY,
    }


def test_each_example_is_read_as_a_condition_without_a_hint() -> None:
    for one in examples(QueryNames()):
        read = parse(one.query)
        assert len(read.conditions) == 1
        assert (read.words, read.hints) == ("", ())
