"""Names and texts match in NFC and in NFD, which macOS uses for file names, and with either apostrophe."""

from collections.abc import AsyncIterator
from typing import Literal, TypeAlias
from unicodedata import normalize

import pytest
import pytest_asyncio

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.results import is_named
from vaultsearch.core.search.retrieval import GrepRetriever
from vaultsearch.core.values.note import LinkKind, ParsedLink
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.vault.links import LinkResolver

pytestmark = pytest.mark.asyncio(loop_scope="module")
Form: TypeAlias = Literal["NFC", "NFD"]
FORMS: list[Form] = ["NFC", "NFD"]
NOTE = (
    "---\ntags: [straßenbäume]\naliases: [Bäumchen]\nGröße: Zwölf\n---\n# Über Gärten\n"
    "Die Bäume 한국어 がく wachsen, sagt [[Bürö/Müller]]. Peter’s Linde.\n- [ ] gießen für Jürgen\n"
)
NOTES = {
    "Bürö/Gärten.md": NOTE, "Bürö/Müller.md": "---\ntitle: Ärztin\n---\nMensch.\n", "Other.md": "Nothing.",
}  # fmt: skip
GARDEN, PERSON = "Bürö/Gärten.md", "Bürö/Müller.md"


@pytest_asyncio.fixture(params=FORMS, scope="module", loop_scope="module")
async def corpus(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[LanceCorpus]:
    written = {normalize(request.param, path): normalize(request.param, text) for path, text in NOTES.items()}
    async with indexed(tmp_path_factory.mktemp("names") / "index", written) as opened:
        yield opened


def composed(chunks: list[Chunk]) -> set[str]:
    return {normalize("NFC", chunk.path) for chunk in chunks}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "typed",
    [
        '"peter\'s linde"', "line:(peter’s linde)", "/peter['’]s/", "file:gärten", "file:/g.rten/",
        "path:bürö -file:müller", "title:gärten", "title:ärztin", "heading:gärten", "tag:straßenbäume",
        "tag:/bäume/", "link:Müller", "link:ärztin OR link:[[Bürö/Müller]]", '"die bäume 한국어"',
        "match-case:Bäume", "content:がく", "/B.ume/", "line:wachsen line:bäume", "section:bäume",
        "task-todo:jürgen", "[größe]", "[größe:zwölf]", "[größe:=zwölf]",
    ],
)  # fmt: skip
async def test_operators_find_either_form(corpus: LanceCorpus, form: Form, typed: str) -> None:
    where = await QueryScope(corpus.notes).filter(parse_query(normalize(form, typed)))
    assert composed(await corpus.get_chunks(where)) == {PERSON if typed == "title:ärztin" else GARDEN}


SPELLINGS = {
    "tags.md": "#Straße #IŞIK #İzmir #ΟΔΟΣ/νέα",
    "plain.md": "#STRASSE",
    "texts.md": "كَتَبَ שָׁלוֹם\na soft\u00adhyphen on the ＷＩＤＥ road\nİSTANBUL, Don’t",
    "other.md": "Nothing.",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def spellings(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LanceCorpus]:
    async with indexed(tmp_path_factory.mktemp("spellings") / "index", SPELLINGS) as opened:
        yield opened


@pytest.mark.parametrize(
    ("typed", "paths"),
    [
        *((typed, ["plain.md", "tags.md"]) for typed in ("tag:STRASSE", "tag:straße", "tag:(strasse OR x)")),
        ("tag:Strasse -tag:izmir", ["plain.md"]),
        *((f"tag:{name}", ["tags.md"]) for name in ("ışık", "IŞIK", "İZMİR", "izmir", "οδος", "ΟΔΟΣ/ΝΈΑ")),
        ("tag:strase", []),
        *((typed, ["texts.md"]) for typed in ('"كتب"', '"שלום"', "content:ıstanbul", '"istanbul, don\'t"')),
        ('"softhyphen on the wide road"', ["texts.md"]), ("line:(softhyphen wide)", ["texts.md"]),
    ],
)  # fmt: skip
async def test_conditions_ignore_case_and_width(spellings: LanceCorpus, typed: str, paths: list[str]) -> None:
    where = await QueryScope(spellings.notes).filter(parse_query(typed))
    assert sorted({chunk.path for chunk in await spellings.get_chunks(where)}) == paths


@pytest.mark.parametrize("query", ["don't", "softhyphen", "wide road", "istanbul", "كتب"])
async def test_exact_text_ignores_what_nobody_types(spellings: LanceCorpus, query: str) -> None:
    assert [chunk.path for chunk in await GrepRetriever(spellings)(query, 5)] == ["texts.md"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("query", ["die bäume", "한국어", "がく", "/b.ume 한/"])
async def test_literal_queries_find_either_form(corpus: LanceCorpus, form: Form, query: str) -> None:
    assert composed(await GrepRetriever(corpus)(normalize(form, query), 5)) == {GARDEN}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("query", ["Bäume", "한국어", "gärten", "bäumchen", "がく", "über"])
async def test_words_are_found_in_either_form(corpus: LanceCorpus, form: Form, query: str) -> None:
    assert composed(await corpus.query_text(normalize(form, query), 5)) == {GARDEN}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["gärten", "Bäumchen"])
async def test_a_title_is_exact_in_either_form(corpus: LanceCorpus, form: Form, name: str) -> None:
    chunks = [chunk async for chunk in corpus.get_all_text()]
    assert composed([chunk for chunk in chunks if is_named(chunk, normalize(form, name))]) == {GARDEN}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("other", FORMS)
@pytest.mark.parametrize("target", ["Müller", "bürö/müller", "Müller.md", "Bäumchen"])
async def test_a_link_leads_to_the_note_in_either_form(form: Form, other: Form, target: str) -> None:
    path = normalize(form, "Bürö/Müller.md")
    resolver = LinkResolver({path: [normalize(form, "Bäumchen")], "Other.md": []})
    link = ParsedLink(LinkKind.WIKILINK, normalize(other, target), 1)
    assert resolver.path_of(link, "Other.md") == path
