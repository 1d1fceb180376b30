"""Searching with a text of three topics by the real models: its segments, their topics, labels and notes."""

import asyncio
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, HashEncoder, chunk, index_vault, write_notes
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.long_queries import search, topics
from vaultsearch.core.long_queries.segments import Segment, cut_into_segments
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.query.vocabulary import WordVocabulary
from vaultsearch.core.values.search import Chunk, LongQueryAnswer, LongQueryOutcome
from vaultsearch.service.vault import Vault

_PLACES = ("Lisbon", "Porto", "Seville", "Granada", "Valencia", "Faro", "Coimbra", "Cadiz")
DEBUGGING, RECIPE = "Code/Race condition.md", "Kitchen/Lentil soup.md"
NOTES = {
    f"Travel/{place}.md": f"# {place}\n\nTravel notes for {place}: trains from the station, where to stay in "
    "the old town, walks along the river, museums and the best month for a trip.\n"
    for place in _PLACES
} | {
    DEBUGGING: "# Race condition\n\n"
    "The crash came from two threads writing to the same cache without a "
    "lock. Reproduce it under the debugger with a breakpoint in the writer.\n",
    RECIPE: "# Lentil soup\n\nFry onions and garlic in olive oil, add red lentils, cumin and stock, "
    "simmer for twenty minutes, finish with lemon.\n",
}
TRAVEL = (
    "For the trip through Portugal and Spain we compared the trains. From Lisbon the line follows the river, "
    "and in the old town there are small hotels near the station. Porto is best in May, and its museums are "
    "closed on Mondays. Afterwards we travel on to Seville, and walk along the river there in the evening. "
)
TEXT = "\n\n".join(
    [
        *(TRAVEL + f"The plan for day {day} is to see another old town." for day in range(1, 6)),
        "At work the program crashes now and then. I suspect that two threads change the shared cache at "
        "once, and that a lock is missing. How did I catch that in the debugger the last time?",
        "And for supper on Friday I want to cook a soup of red lentils, with cumin, garlic and a little "
        "lemon. How long did it have to simmer?",
    ]
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A vault in which travel dominates, and its index."""
    folder = tmp_path_factory.mktemp("topics")
    write_notes(folder / "vault", NOTES)
    asyncio.run(index_vault(folder / "vault", folder / "index"))
    return folder / "vault", folder / "index"


async def opened(
    place: tuple[Path, Path], parameters: dict[str, object] | None = None, *, write: bool = False
) -> Vault:
    command = {f"passages.{key}": value for key, value in (parameters or {}).items()}
    return await Vault.open(*place, Parameters(command=command), write=write)


async def asked(place: tuple[Path, Path], text: str, n: int = 5, **parameters: object) -> LongQueryAnswer:
    async with await opened(place, parameters) as session:
        await session.search_service.expand.prepare()
        return await session.search_passage(text, n)


def paths_of(chunks: Iterable[Chunk]) -> list[str]:
    return [chunk.path for chunk in chunks]


def paths(answer: LongQueryAnswer) -> list[str]:
    return paths_of(result.chunk for result in answer.results)


async def test_topics_have_their_lines_their_notes_and_telling_names(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT)
    assert answer.outcome is LongQueryOutcome.FOUND
    assert [(topic.line_start, topic.line_end) for topic in answer.topics] == [(1, 9), (11, 11), (13, 13)]
    _, debugging, recipe = answer.topics
    assert recipe.text.split() == TEXT.splitlines()[12].split()
    assert [topic.results[0].chunk.path for topic in (debugging, recipe)] == [DEBUGGING, RECIPE]
    assert {"cache", "lock", "threads"} & {*debugging.label.split(", ")}
    assert {"lentils", "cumin", "soup", "garlic", "simmer", "lemon"} & {*recipe.label.split(", ")}


async def test_a_note_to_search_with_is_told_and_left_out_with_its_copies(tmp_path: Path) -> None:
    drafts = dict.fromkeys(("Draft.md", "Old/Draft.md"), f"# Plans\n\n{TEXT}")
    write_notes(tmp_path / "vault", NOTES | drafts)
    await index_vault(tmp_path / "vault", tmp_path / "index")
    answer = await asked((tmp_path / "vault", tmp_path / "index"), drafts["Draft.md"])
    assert answer.notice == "This text is in your notes: Draft.md, Old/Draft.md. Listed are others."
    assert [topic.results[0].chunk.path for topic in answer.topics[1:]] == [DEBUGGING, RECIPE]
    assert not {*drafts} & {r.chunk.path for topic in answer.topics for r in topic.results}
    quoted = await asked((tmp_path / "vault", tmp_path / "index"), TEXT.split("\n\n")[0])
    assert (paths(quoted)[0] in drafts, quoted.notice) == (True, None), "a quoted paragraph asks for its note"


async def test_what_went_through_is_counted_and_a_note_given_once(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT, n=50)
    counts = answer.counts
    assert counts.segments == 12 == len(counts.per_segment), "five long paragraphs are cut in two"
    assert max(counts.per_segment) <= 5
    assert sum(counts.per_segment) >= counts.collected >= counts.deduplicated
    assert counts.given == counts.deduplicated == len({*paths(answer)}) == len(paths(answer))
    steps = {step.name: (step.count_in, step.count_out) for step in answer.steps}
    assert steps == {"pieces": (1, 12), "nearest": (12, steps["nearest"][1]), "topics": (3, 3)}


async def test_a_short_text_is_one_query_and_no_operator(place: tuple[Path, Path]) -> None:
    answer = await asked(place, "-lentils: how long does the soup simmer?")
    assert paths(answer)[0] == RECIPE
    assert "fulltext" in {step.name for step in answer.steps}
    assert answer.counts.segments == 1 == len(answer.topics)


async def test_a_chat_is_searched_by_its_messages(place: tuple[Path, Path]) -> None:
    lines = [f"14.03.26, 10:{at:02} - Anna: {paragraph}" for at, paragraph in enumerate(TEXT.split("\n\n"))]
    answer = await asked(place, "\n".join(lines))
    assert answer.messages == 7
    assert {path.split("/")[0] for path in paths(answer)} == {"Travel", "Code", "Kitchen"}
    assert [topic.messages for topic in answer.topics] == [(1, 5), (6, 6), (7, 7)]


async def test_frontmatter_is_not_searched_with(place: tuple[Path, Path]) -> None:
    answer = await asked(place, f"---\ntags: [lentils, soup]\n---\n{TRAVEL}\n\n{TRAVEL}")
    assert RECIPE not in [r.chunk.path for topic in answer.topics for r in topic.results[:3]]


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        (TEXT, "No notes similar to this text."),
        *((text, "No text to search with.") for text in ("", " \n\n ", "---\na: b\n---\n")),
    ],
)
async def test_nothing_near_or_no_text_is_no_error(place: tuple[Path, Path], text: str, notice: str) -> None:
    answer = await asked(place, text, min_similarity_threshold=0.99)
    assert (answer.outcome, answer.results, answer.trouble) == (LongQueryOutcome.NO_HITS, (), None)
    assert answer.notice == notice


async def test_a_missing_model_is_told(place: tuple[Path, Path], tmp_path: Path) -> None:
    parameters = Parameters(command={"embedding.embedding_model": str(tmp_path / "nowhere")})
    async with await Vault.open(*place, parameters, write=False) as session:
        answer = await session.search_passage(TEXT)
    assert answer.outcome is LongQueryOutcome.FAILED
    assert "neither a folder nor in the local hub cache" in str(answer.trouble)
    assert answer.remedy


async def test_an_index_that_is_not_there_yet_or_damaged_is_told(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {path: NOTES[path] for path in (DEBUGGING, RECIPE)})
    async with await opened((vault, tmp_path / "index"), write=True) as session:
        early = await session.search_passage(TEXT)
        await session.index.sync()
        for file in (tmp_path / "index" / "chunks.lance" / "data").iterdir():
            file.write_bytes(b"")
        late = await session.search_passage(TEXT)
    assert (early.outcome, late.outcome) == (LongQueryOutcome.FAILED, LongQueryOutcome.FAILED)
    assert early.trouble == "Your notes are still being indexed."
    assert "damaged" in str(late.trouble)


async def test_endless_texts_are_cut_short(place: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_TEXT_CHARACTERS", len(TEXT))
    whole = await asked(place, TEXT)
    answer = await asked(place, f"{TEXT}\n\n" + f"{TRAVEL}\n\n" * 2000)
    assert (whole.notice, "were used" in str(answer.notice)) == (None, True)
    assert paths(answer) == paths(whole)


_LONG = " ".join(f"Sentence number {i} has seven words here." for i in range(100))


@pytest.mark.parametrize(
    ("text", "fewest", "segments"),
    [
        ("One two three.\n\nFour five six.\n", 3, [("One two three.", 1, 1), ("Four five six.", 3, 3)]),
        # Short ones are joined with what follows, and headings stand before what is under them.
        ("Yes.\n\nNo.\n\nOne two.\n\nThree six.\n", 4, [("Yes.\nNo.\nOne two.", 1, 5), ("Three six.", 7, 7)]),
        ("---\ntags: [a]\n---\n# Supper\n\nSoup.\n\nBread.\n", 16, [("Supper\nSoup.\nBread.", 6, 8)]),
        # A question typed as a heading was answered with "There is no text to search with".
        ("# How do I embed a note?\n", 16, [("How do I embed a note?", 1, 1)]),
        ("---\ntags: [a]\n---\n# One\n## Two\n", 16, [("One\nTwo", 4, 5)]),
        ("---\ntags: [a]\n---\n", 16, []),
    ],
)
def test_paragraphs_are_segments(text: str, fewest: int, segments: list[tuple[str, int, int]]) -> None:
    found = cut_into_segments(text, CHUNKER, 0.08, fewest)
    assert [(segment.text, segment.line_start, segment.line_end) for segment in found] == segments


def test_a_long_paragraph_is_cut_with_an_overlap() -> None:
    segments = cut_into_segments(_LONG, CHUNKER, 0.08, 8, by_parts=False)
    assert len(segments) > 2
    for before, after in pairwise(segments):
        assert before.text.rsplit(". ", 1)[-1].rstrip(".") in after.text


def test_a_long_paragraph_of_three_subjects_is_cut_at_its_sentences() -> None:
    """Pasted without blank lines, three subjects were one topic, and only the first was found."""
    subjects = [
        "I want to bake rye bread, and the dough should rest overnight in a cold room until it has risen.",
        "The mast of the boat needs to be sanded, and varnished with seven coats before\nthe launch in May.",
        "For my sister's birthday I look for a present, maybe a course in pottery on Tuesday evenings soon.",
    ]
    segments = cut_into_segments(" ".join(subjects), CHUNKER, 0.08, 8)
    assert [segment.text for segment in segments] == subjects
    assert [(one.line_start, one.line_end) for one in segments] == [(1, 1), (1, 2), (2, 2)]
    (whole,) = cut_into_segments(" ".join(subjects), CHUNKER, 0.08, 8, by_parts=False)
    assert whole.text == " ".join(subjects)


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("- Sand\n  - the mast of the boat\n\n    today\n- Bake the bread\n", [(1, 4), (5, 5)]),
        ("- [ ] Sand the mast\n- [x] Bake the bread\n", [(1, 1), (2, 2)]),
        ("1. Sand the mast\n   of the boat\n2. Bake the bread\n", [(1, 2), (3, 3)]),
        ("• Sand the mast\n• Bake the bread\n", [(1, 1), (2, 2)]),
        ("| job | at |\n| - | - |\n| [[Mast\\|sand]] it | 2 |\n| bread | 3 |\n", [(1, 1), (3, 3), (4, 4)]),
        ("Is the mast sanded?\nWho bakes the bread?\n", [(1, 1), (2, 2)]),
        ("> [!todo] Jobs of today\n>\n> - Sand the mast\n> - Bake the bread\n", [(1, 1), (3, 3), (4, 4)]),
        ("The mast of the boat\nis sanded. The bread\nis baked.\n", [(1, 3)]),
        ("One two three. Four five six. Seven.", [(1, 1)]),
        ("```\n- one item of code\n- two items of code\n```\n", [(1, 4)]),
    ],
)
def test_items_and_rows_are_segments_not_prose_or_code(text: str, segments: list[tuple[int, int]]) -> None:
    """Of a list of six questions, the first alone was answered."""
    cut = cut_into_segments(text, CHUNKER, 0.0, 3)
    assert [(segment.line_start, segment.line_end) for segment in cut] == segments
    assert len(cut_into_segments(text, CHUNKER, 0.0, 3, by_parts=False)) == 1


def test_the_number_of_a_message_is_no_heading() -> None:
    chat = "\n".join(f"## Message {n} (Bob, 10:03)\n\nYes, {n}.\n" for n in (1, 2, 3))
    (segment,) = cut_into_segments(chat, CHUNKER, 0.08, 16, is_chat=True)
    assert (segment.text, segment.messages) == ("Yes, 1.\nYes, 2.\nYes, 3.", (1, 3))


@given(st.lists(st.text(alphabet="abc .\n#", min_size=1, max_size=60), max_size=8))
def test_no_word_is_lost(paragraphs: list[str]) -> None:
    text = "\n\n".join(f"word{at} {one}" for at, one in enumerate(paragraphs))
    read = " ".join(segment.text for segment in cut_into_segments(text, CHUNKER, 0.0, 16))
    assert all(f"word{at}" in read for at in range(len(paragraphs)))


VOCABULARY = WordVocabulary({"boat": 50, "anchor": 2, "water": 90, "lentil": 1})


def found(*paths: str) -> list[Chunk]:
    return [chunk(f"{path}.md:0", score=1.0 - at / 10) for at, path in enumerate(paths)]


@pytest.mark.parametrize(
    ("segments", "groups"),
    [(["ab", "ba", "c", "ab"], [(0, 1, 3), (2,)]), (["a", "", "a", ""], [(0, 2)]), (["", ""], [])],
)
def test_segments_of_the_same_notes_are_one_topic(segments: list[str], groups: list[tuple[int, ...]]) -> None:
    assert topics.group_by_topic([found(*paths) for paths in segments]) == groups


def test_a_topic_that_returns_joins_the_earlier_one() -> None:
    """Five themes that came back six times each made 25 topics."""
    themes = [found(f"{theme}1", f"{theme}2", f"{theme}3") for theme in "abcde"]
    groups = topics.group_by_topic(themes * 6)
    assert len(groups) == 5
    assert topics.split_at_other_groups(groups[0], groups) == [[0], [5], [10], [15], [20], [25]]
    assert topics.split_at_other_groups((0, 2, 5), [(0, 2, 5), (4,)]) == [[0, 2], [5]]


@pytest.mark.parametrize(
    ("text", "found", "label"),
    [
        ("A boat is there. The anchor holds the boat.", chunk(text="anchor of boat"), "anchor, boat, holds"),
        ("an oak, the lentil, an anchor, a boat", chunk("Notes/Anna.md:0"), "lentil, anchor, oak"),
        ("a boat at anchor", chunk("Notes/Anna.md:0"), "anchor, boat"),
        ("the anchor is able", chunk("Notes/Anna.md:0"), "anchor, Anna"),
        ("what is it", chunk("Notes/Anna.md:0"), "Anna"),
        ("普洱茶要存放在干处。普洱茶怕潮。", chunk(text="普洱茶的存放"), "普洱茶怕潮, 普洱茶要存放在干处"),
    ],
)
def test_rare_words_of_the_vault_name_a_topic_else_its_best_note(text: str, found: Chunk, label: str) -> None:
    assert topics.label_topic(text, [found], VOCABULARY, 100) == label


def test_a_word_of_every_topic_names_none() -> None:
    texts = ["money buys bread, money, money", "money and lentils, money", "money for the anchor, money"]
    among = topics.TopicCounts.of(texts)
    named = [topics.label_topic(text, [], WordVocabulary(), 100, among=among) for text in texts]
    assert [name.split(", ")[0] for name in named] == ["bread", "lentils", "anchor"]


def test_the_best_of_each_topic_comes_before_the_second_of_any() -> None:
    loud = [chunk(f"loud{i}.md:0", score=0.9 - i / 100) for i in range(3)]
    found = search.interleave_topics([loud, [chunk("quiet.md:0", score=0.4)]])
    assert paths_of(found) == ["loud0.md", "quiet.md", "loud1.md", "loud2.md"]


@pytest.mark.parametrize(("n_segments", "whole"), [(1, []), (2, ["2.md"]), (3, ["3.md"])])
async def test_the_mean_of_several_segments_is_asked_with_them(n_segments: int, whole: list[str]) -> None:
    class Corpus:
        async def require_encoder(self, *_: object) -> None: ...

        async def query_many_embeddings(self, vectors: Vectors, *_: object) -> list[list[Chunk]]:
            return [[chunk(f"{place}.md:0", score=0.5)] for place in range(len(vectors))]

    retriever = search.SegmentRetriever(cast("LanceCorpus", Corpus()), search.SegmentReader(HashEncoder()))
    near = await retriever([Segment(f"word{place}", 1, 1, "en") for place in range(n_segments)], Routing(), 5)
    assert [paths_of(chunks) for chunks in near.by_segment] == [[f"{at}.md"] for at in range(n_segments)]
    assert paths_of(near.whole) == whole


def test_a_passage_keeps_the_best_score_that_any_segment_gave_it() -> None:
    (one,) = search.combine_by_max([chunk(score=0.4), chunk(score=0.7), chunk(score=0.5)])
    assert one.score == 0.7


@pytest.mark.parametrize(
    ("weight", "scores"),
    [(0.0, {"a.md": 0.5, "b.md": 0.49, "d.md": 0.0}), (0.2, {"b.md": 0.512, "a.md": 0.42, "d.md": 0.02})],
)
def test_being_near_to_the_whole_counts(weight: float, scores: dict[str, float]) -> None:
    chunks = [chunk("a.md:0", score=0.50), chunk("b.md:0", score=0.49), chunk("d.md:0")]
    whole = [chunk("b.md:0", score=0.6), chunk("c.md:0", score=0.1)]
    blended = search.blend_with_whole(chunks, whole, weight)
    assert paths_of(blended) == list(scores)
    assert [one.score for one in blended] == pytest.approx(list(scores.values()))
