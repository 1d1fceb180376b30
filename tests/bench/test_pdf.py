"""Phrases of the pages of bound texts are found by words on their very page, in every layout."""

from pathlib import Path

import pytest

from tests.bench.pdf import LEAST_FOUND, SAMPLE, bound, phrases, words_of
from tests.builders import write_notes
from tests.core.index.indexing import small_pipeline
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault


async def test_phrases_lead_to_their_page_in_every_layout(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.pdf.PAGES_A_FILE", 3)
    books = list(bound(words_of(SAMPLE)[:3_600]))
    assert len({book.name.partition(" (")[2] for book in books}) == 5
    write_notes(vault, {"Home.md": "# Home\n\nA vault of PDFs.\n"})
    for book in books:
        (vault / f"{book.name}.pdf").write_bytes(book.pdf.written())
    corpus = await LanceCorpus.open(tmp_path / "index")
    await small_pipeline(ObsidianVault(vault, files=FileRules.of(Parameters())), corpus).sync()
    wanted = phrases(books, 60)
    scope = QueryScope(corpus.notes)
    missed = []
    for phrase, name, page in wanted:
        best = [(one.path, one.page) for one in await corpus.query_text(phrase, 5)]
        if (name, page) not in best:
            missed.append((phrase, name, page, best))
        quoted = [(one.path, one.page) for one in await scope.newest(parse_query(f'"{phrase}"'), 3)]
        assert quoted == [(name, page)], f"{phrase}, which may stand across two passages"
    corpus.close()
    assert len(missed) <= (1 - LEAST_FOUND) * len(wanted), missed
