"""What leaves the process of a passage."""

from __future__ import annotations

from dataclasses import replace

from tests.builders import chunk
from vaultsearch.core.query.query import parse
from vaultsearch.core.search.results import ObsidianVaultName, result_of
from vaultsearch.core.values.search import Elsewhere
from vaultsearch.service.serialization import passage_json


def test_a_passage_says_where_its_note_has_the_other_words_and_whether_it_is_merely_related() -> None:
    plain = result_of(chunk("n.md:0"), parse("keel mast"), ObsidianVaultName("v"))
    assert not {"elsewhere", "related"} & passage_json(plain, 1, "n", "n.md").keys()
    with_places = replace(plain, elsewhere=(Elsewhere("mast", "Rigging"),), is_related=True)
    passage = passage_json(with_places, 1, "n", "n.md")
    assert (passage["elsewhere"], passage["related"]) == ({"mast": "Rigging"}, True)
