"""Results: the link that Obsidian opens, the reason in one line, exact titles first, scores that fall."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.builders import chunk
from tests.core.search.test_fusion import is_in_order
from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.filters import Filter
from vaultsearch.core.protocols import NamedReranker
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.engine import SearchEngine, _tagged_first
from vaultsearch.core.search.literal import LITERAL_LEG, LiteralMatch
from vaultsearch.core.search.results import (
    ObsidianVaultName,
    explain_ranks,
    make_result,
    mark_related,
    named_among,
)
from vaultsearch.core.search.whole_notes import NO_WORDS, HeldWords
from vaultsearch.core.values.note import StoredNote, StoredPlace
from vaultsearch.core.values.search import Chunk, ChunkSection, Holders, LegRank, Mode, Result, SearchStage
from vaultsearch.service.wire import decode_value, encode_value


@pytest.mark.parametrize(
    ("path", "headings", "target"),
    [
        ("Gift ideas.md", (), "Gift ideas"),
        ("People/Gift ideas.md", ("Family", "Anna"), "People/Gift ideas#Family#Anna"),
        ("People/Gift ideas.md", ("Gift ideas", "###", "Anna"), "People/Gift ideas#Anna"),
        ("a&b=c%20.md", ("1: [[x]] | y #z ^q",), "a&b=c%20#1 x y z q"),
        ("番茄.md", ("做法",), "番茄#做法"),
        ("NOTE.MD", (), "NOTE"),
        ("Papers/moths.pdf", ("Page 3 (iii)", "Of Insects"), "Papers/moths.pdf#page=3"),
        ("Page.md", ("Page 3",), "Page#Page 3"),
    ],
)
def test_the_link_opens_the_note_at_its_heading(path: str, headings: tuple[str, ...], target: str) -> None:
    uri = ObsidianVaultName("My & vault").uri(path, headings)
    asked = parse_qs(urlsplit(uri).query)
    assert (urlsplit(uri).scheme, urlsplit(uri).netloc) == ("obsidian", "open")
    assert asked == {"vault": ["My & vault"], "file": [target]}
    assert "/" not in uri.partition("file=")[2]


def test_a_folder_within_a_vault_is_named_by_the_vault(tmp_path: Path) -> None:
    (tmp_path / "Brain" / ".obsidian").mkdir(parents=True)
    (tmp_path / "Brain" / "Work" / "2026").mkdir(parents=True)
    inner = ObsidianVaultName.of(tmp_path / "Brain" / "Work" / "2026")
    assert inner == ObsidianVaultName("Brain", "Work/2026/")
    assert inner.uri("a.md") == "obsidian://open?vault=Brain&file=Work%2F2026%2Fa"


def test_the_reason_is_one_line() -> None:
    ranks = {"semantic": LegRank(1, 0.714), "fulltext": LegRank(3, 8.0), "cross": LegRank(2, 7.86)}
    found = chunk("Gift ideas.md:0", ranks=ranks)
    reason = "meaning #1 (0.71) · words #3 · cross #2 (7.9)"
    assert explain_ranks(found, "gift") == reason
    assert explain_ranks(found, "gift  IDEAS") == f"{reason} · title match"


NAMED = (
    chunk("Caf\u0065\u0301.md:0", title="The place", aliases=("Zum Löwen",)),
    chunk("Bases/Movies.base:0", title="Films"), chunk("Lernen/机器学习.md:0", title="机器学习"),
    chunk("学习机.md:0", title="学习机"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("note", "queries"),
    [
        (0, ("café", "zum lowen", "the place")), (1, ("movies.base", "Movies", "films")),
        (2, ("机器学习", "机气学习", "机器学习的")), (None, ("", ".base", "cafes", "机气学刁", "学刁机")),
    ],
)  # fmt: skip
def test_a_note_is_named_by_title_file_or_alias_or_nearly(note: int | None, queries: tuple[str, ...]) -> None:
    for query in queries:
        assert named_among(NAMED, parse_query(query)) == ([] if note is None else [NAMED[note]]), query


class Everywhere:
    """No notes, for queries without conditions."""

    async def all(self) -> tuple[StoredNote, ...]:
        return ()

    async def places(self) -> dict[str, list[StoredPlace]]:
        return {}

    async def newest(self, where: Filter, n: int) -> list[list[Chunk]]:
        return []


def engine(chunks: list[Chunk], *rerankers: NamedReranker) -> SearchEngine:
    async def retrieve(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        return chunks[:n]

    return SearchEngine(
        lambda _: retrieve,
        scope=QueryScope(Everywhere()),  # type: ignore[arg-type]  # no passage is asked for
        vault=ObsidianVaultName("v"),
        rerankers=lambda: rerankers,
    )


def test_notes_with_the_tag_asked_for_stand_first_and_scores_fall() -> None:
    a, b, c, d = (chunk(f"{score}.md:0", score=score) for score in (3.0, 2.0, 1.0, None))
    scores = [(each.path, each.score) for each in _tagged_first([a, b, c], [c, d])]
    assert scores == [("1.0.md", 5.0), ("None.md", 4.0), ("3.0.md", 3.0), ("2.0.md", 2.0)]
    assert _tagged_first([a, b], []) == [a, b]


async def stages(asked: AsyncIterator[SearchStage]) -> list[SearchStage]:
    """Return all answers, of which each has falling scores."""
    answers = [stage async for stage in asked]
    assert all(map(is_in_order, answers))
    return answers


def order(stage: SearchStage) -> str:
    return "".join(result.chunk.title for result in stage.results)


CHUNKS = [chunk(f"{name}.md:0", score=1 / rank) for rank, name in enumerate("abcde", start=1)]


class Backwards:
    def __init__(self, most: int, name: str = "backwards") -> None:
        self.name, self._most = name, most

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        first, rest = chunks[: self._most], chunks[self._most :]
        turned = [*reversed(first), *rest]
        return [replace(c, score=float(len(turned) - i)) for i, c in enumerate(turned)]


class Broken:
    name = "broken"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        raise WorkerDiedError("It died.", "It is being restarted.")


backwards = Backwards(3)


class Reading(Backwards):
    """Turns the first ones around by a model, which has to be loaded."""

    async def warm_up(self) -> None: ...


def held_by(*paths: str, match: LiteralMatch = LiteralMatch.PHRASE) -> Any:
    """Return a floor that finds what is typed in these notes."""

    async def find(*_: object) -> list[Chunk]:
        return [chunk(f"{path}:0", ranks={LITERAL_LEG: LegRank(1, float(match))}) for path in paths]

    return find


HELD = HeldWords({"typed": 1.0}, as_written={"typed": Holders(["d.md:0"], ["d.md"])}, best=(CHUNKS[3],))


@pytest.mark.parametrize(
    ("query", "literal", "held", "models"),
    [
        ("typed words", held_by(), NO_WORDS, 1), ("typed words", held_by("d.md"), NO_WORDS, 0),
        ("typed words", held_by("d.md", "e.md"), NO_WORDS, 1),
        ("typed words", held_by("d.md", match=LiteralMatch.PART), NO_WORDS, 1),
        ("typed words", held_by(), HELD, 1), ("typed", held_by(), HELD, 0),
    ],
)  # fmt: skip
async def test_no_model_reads_if_words_tell(query: str, literal: Any, held: HeldWords, models: int) -> None:
    async def hold(*_: object) -> HeldWords:
        return held

    words: Any = hold
    asked = replace(engine(CHUNKS, Reading(2, "model"), backwards), literal=literal, whole_notes=words)
    *_, last = await stages(asked.search(query, Mode.HYBRID, 5))
    assert ([step.name for step in last.steps].count("model"), last.final) == (models, True)


async def test_each_reranker_shows_what_it_made_of_the_former_ones_order() -> None:
    chain = (Backwards(2, "quick"), Backwards(3, "thorough"))
    answers = await stages(engine(CHUNKS, *chain).search("q", Mode.HYBRID, 5))
    assert [(order(answer), answer.name, answer.final) for answer in answers] == [
        ("abcde", "fused", False), ("bacde", "reranked", False), ("cabde", "reranked", True),
    ]  # fmt: skip
    assert [s.name for s in answers[-1].steps] == ["hybrid", "quick", "thorough"]


async def test_an_exact_title_is_not_for_a_reranker_to_bury() -> None:
    *_, last = await stages(engine(CHUNKS, backwards).search("A -tag:x", Mode.HYBRID, 5))
    assert order(last) == "acbde"
    assert last.results[0].why.endswith("title match")


VALUE, CLOSING = "path: needs a value and is ignored.", "Closing parenthesis assumed at the end."


@pytest.mark.parametrize(
    ("query", "mode", "listed", "reading", "hints"),
    [
        # Who asks for words gets the order of words.
        ("q", Mode.FULLTEXT, "abcde", "words: q", ()),
        ("q", Mode.GREP, "abcde", "exact text: q", ()),
        # Words rank and conditions narrow; what is asked literally has no operators.
        ("A -tag:x (", Mode.FULLTEXT, "abcde", "words: A · not (tagged x)", (CLOSING,)),
        ('"(path:', Mode.GREP, "abcde", 'exact text: "(path:', ()),
        ("path:x", Mode.HYBRID, "", "path contains x", ()),
        # An empty query, and an operator that waits for its words, ask nobody.
        ("   ", Mode.HYBRID, "", None, ()),
        ("path:", Mode.HYBRID, "", None, (VALUE,)),
    ],
)
async def test_what_no_reranker_is_asked_of_has_one_answer(
    query: str, mode: Mode, listed: str, reading: str | None, hints: tuple[str, ...]
) -> None:
    (only,) = await stages(engine(CHUNKS, backwards).search(query, mode, 5))
    assert (only.query, only.final, order(only)) == (query.strip(), True, listed)
    assert (only.reading, only.hints) == (reading, hints)


async def test_a_reranker_in_trouble_leaves_the_order_to_the_next_and_says_why() -> None:
    *_, last = await stages(engine(CHUNKS, Broken(), backwards).search("q", Mode.HYBRID, 5))
    assert (order(last), last.final, last.notice) == ("cbade", True, "It died. It is being restarted.")


@pytest.mark.parametrize("text", ["Movies.base > Actor", "Movies I liked", "Movies\n\nAlien", "Movies"])
def test_a_text_that_begins_with_its_headings_word_is_shown_whole(text: str) -> None:
    sections = (ChunkSection(0, len(text), 3, 3, ("Movies",)),)
    found = make_result(chunk(text=text, sections=sections), parse_query("movies"), ObsidianVaultName("v"))
    assert found.snippet.text == text.removeprefix("Movies\n\n")


def test_a_snippet_marks_the_words_of_phrases_too() -> None:
    found = chunk("a.md:0", text="Here the sea grass grows.")
    shown = make_result(found, parse_query('"sea grass" -grows'), ObsidianVaultName("v")).snippet
    assert [shown.text[m.start : m.end] for m in shown.matches] == ["sea", "grass"]


class Far:
    """Finds that no passage comes near to the question."""

    name = "far"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        return [replace(one, ranks={"late": LegRank(rank, 0.1)}) for rank, one in enumerate(chunks, start=1)]


async def test_the_last_answer_tells_that_nothing_in_it_answers() -> None:
    fused, last = await stages(engine(CHUNKS, Far()).search("how to mend a bicycle", Mode.HYBRID, 5))
    assert (fused.unanswered, last.unanswered) == (False, True)
    assert last.notice == "No clear answer in your notes. Closest matches:"
    _, last = await stages(engine(CHUNKS, Far()).search("some words", Mode.HYBRID, 5))
    assert (last.unanswered, last.notice) == (False, None)


def test_the_tags_with_a_query_word_are_known() -> None:
    found = chunk(text="sun", tags=("boat/mast", "keels", "sail"))
    query, vault = parse_query("keel mast"), ObsidianVaultName("v")
    assert make_result(found, query, vault).matching_tags == ("boat/mast", "keels")


def test_a_result_travels_with_its_snippet_cut_out() -> None:
    found = make_result(chunk(text="Numbats eat termites"), parse_query("termites"), ObsidianVaultName("v"))
    travelled: Result = decode_value(encode_value(found), Result)
    assert travelled.snippet_source == found.snippet
    assert travelled == replace(found, snippet_source=found.snippet)


@pytest.mark.parametrize(
    ("texts", "ranks", "related"),
    [
        (["the keel", "a mast", "sails", "sun"], [{}, {}, {}, {}], [False, False, True, True]),
        (["sun", "keels", "sails"], [{}, {}, {}], [False, False, True]),  # another form is a word of it
        (["sun", "sails"], [{}, {"cross": LegRank(1, 8.0)}], [False, False]),  # a model is sure
        (["keel", "sails"], [{}, {"cross": LegRank(1, 2.0)}], [False, True]),
        (["keel", "sails"], [{}, {"literal": LegRank(1, 4.0)}], [False, False]),
        (["sun", "sails"], [{}, {}], [True, True]),
        (["sun #mast", "sails"], [{}, {}], [False, True]),  # a tag, which the text need not repeat
    ],
)
def test_the_rest_are_related(texts: list[str], ranks: list[dict[str, LegRank]], related: list[bool]) -> None:
    parted = [text.partition(" #") for text in texts]
    chunks = [
        chunk(text=text, tags=tuple(tag.split()), ranks=rank)
        for (text, _, tag), rank in zip(parted, ranks, strict=True)
    ]
    query, vault = parse_query("keel mast"), ObsidianVaultName("v")
    results = [make_result(one, query, vault) for one in chunks]
    assert [each.is_related for each in mark_related(results)] == related
