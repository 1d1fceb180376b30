"""Sentences of a note, and the quotes that answer, verbatim, if any does. With the real models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CHUNKER, LanguageCounts, parsed, present
from vaultsearch.core.context import quotes as quoting
from vaultsearch.core.context.blocks import NoteBlocks
from vaultsearch.core.context.formats import write_read_note
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.filters import AtPath, Filter
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ContextFormat, Quote, ReadNote, SentenceAnswer, distinct_answers
from vaultsearch.core.values.search import Chunk, Space
from vaultsearch.service.parts.components import ComponentFactory

LARCH = """# Planking

Larch for the garboards. The kettle in the galley still leaks.

## Drying

It has to be dried to between 15 and 18 per cent. **Kiln-dried** boards swell when they are put into the
water. My aunt visited on Sunday.

| wood | price per metre |
| --- | --- |
| larch | 14 euros |
| oak | 31 euros |
"""
TEE = """# Tee

Am Sonntag kam meine Tante zu Besuch. Der Oolong wird mit Wasser von 95 Grad aufgegossen und zieht zwei
Minuten. Die Kanne ist aus Ton.
"""


class Notes:
    """A corpus of notes in memory, none of whose passages has a vector."""

    def __init__(self, notes: Mapping[str, str]) -> None:
        self._notes = {path: parsed(path, text) for path, text in notes.items()}

    async def get_document(self, id: str) -> str:
        return self._notes[id].text

    async def get_chunks(self, where: Filter) -> list[Chunk]:
        return CHUNKER.chunks(self._notes[where.path]) if isinstance(where, AtPath) else []

    @property
    def vectors(self) -> dict[Space, Notes]:
        return {Space.MAIN: self, Space.MULTILINGUAL: Notes({})}

    async def of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        return {}


@cache
def parts(chain: str) -> ComponentFactory:
    return ComponentFactory(Parameters({"reranker.chain": chain}))


def reader_of(notes: Notes, chain: str = "auto") -> quoting.QuoteReader:
    counts = LanguageCounts({"en": 100, "de": 20})
    return quoting.QuoteReader(
        cast(LanceCorpus, notes), lambda: parts(chain).sentence_scorer(in_thread), QueryLanguages(counts),
        lambda path: f"obsidian://open?file={PurePosixPath(path).stem}",
    )  # fmt: skip


async def quoted(text: str, question: str, chain: str = "auto") -> tuple[Quote, ...]:
    return (await reader_of(Notes({"Note.md": text}), chain)("Note.md", question)).quotes


SWELLING = "Which boards swell when they are put into the water?"
CHAINS = ["auto", "late_interaction"]


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize(
    ("question", "answer", "line"),
    [
        ("How dry must the wood be?", "It has to be dried to between 15 and 18 per cent.", 7),
        ("What does oak cost per metre?", "| oak | 31 euros |", 13),
    ],
)
async def test_the_line_that_answers_is_quoted(question: str, answer: str, line: int, chain: str) -> None:
    quotes = await quoted(LARCH, question, chain)
    assert quotes[0].text.startswith(answer)
    assert (quotes[0].line_start, quotes[0].heading_path) == (line, ("Planking", "Drying"))
    assert 0.3 <= quotes[0].probability <= 1
    assert all("aunt" not in quote.text and "kettle" not in quote.text for quote in quotes)


@pytest.mark.parametrize("chain", CHAINS)
async def test_the_one_sentence_that_surely_answers_is_told_as_it_is_read(chain: str) -> None:
    notes = Notes({"Note.md": LARCH, "Other.md": "# Kettle\n\nIt whistles.\n"})
    (dry,) = (one for one in await notes.get_chunks(AtPath("Note.md")) if "Kiln-dried" in one.content)
    reader = reader_of(notes, chain)
    (found,) = await reader.answers([dry, dry], SWELLING)  # nothing twice
    assert found.text == "Kiln-dried boards swell when they are put into the water."
    assert (found.path, found.line, found.heading_path) == ("Note.md", 7, ("Planking", "Drying"))
    assert found.probability >= quoting.MIN_ANSWER_PROBABILITY
    for unsure in ("How dry must the wood be?", "How do I reset my router?"):
        assert await reader.answers([dry], unsure) == ()
    assert await reader.answers([dry], "kiln-dried boards swell") == (), "words are no question"
    gone = replace(dry, path="gone.md")
    assert await reader_of(Notes({}), chain).answers([gone], SWELLING) == ()
    (other,) = await notes.get_chunks(AtPath("Other.md"))
    assert await reader.answers([other, dry], SWELLING) == (), "the first passage says nothing of it"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Kiln-dried boards of width $w_{10}^2 \\geq 3$", "Kiln-dried boards of width w₁₀² ≥ 3"),
        ("> [!tip] Kiln-dried boards", "Kiln-dried boards"),
    ],
)
async def test_an_answer_is_told_without_markup_and_its_formulas_in_words(text: str, answer: str) -> None:
    notes = Notes({"Note.md": f"{text} swell when they are put into the water.\n"})
    (found,) = await reader_of(notes).answers(await notes.get_chunks(AtPath("Note.md")), SWELLING)
    assert found.text == f"{answer} swell when they are put into the water."


@pytest.mark.parametrize("chain", CHAINS)
async def test_a_link_to_the_note_that_answers_is_no_answer(chain: str) -> None:
    """Below the rule itself stood a journal's link: Tides on the Deben > The rule of twelfths."""
    notes = Notes({"Journal.md": "Calm.\n\n[[Tides on the Deben#The rule of twelfths]].\n"})
    chunks = await notes.get_chunks(AtPath("Journal.md"))
    assert await reader_of(notes, chain).answers(chunks, "What is the rule of twelfths?") == ()


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ("All about rivets in [[Fastenings#Copper rivets]].", True), ("Kiln-dried boards swell.", False),
        ("Copper rivets hold better than [[Fastenings]].", False),
        ("See also [the rule of twelfths](Tides.md).", True), ("She was built by [[Arthur Pettit]].", False),
    ],
)  # fmt: skip
def test_a_sentence_with_no_word_of_its_own_beside_its_links_only_points(sentence: str, points: bool) -> None:
    assert quoting._only_points(sentence, "en") is points


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("question", ["Who won the football world cup?", "How do I reset my router?"])
async def test_nothing_is_quoted_where_nothing_answers(question: str, chain: str) -> None:
    assert await quoted(LARCH, question, chain) == ()


@pytest.mark.parametrize(
    "question", ["Wie heiß muss das Wasser für den Oolong sein?", "How hot is the water for oolong tea?"]
)
async def test_german_notes_are_read_by_the_multilingual_model(question: str) -> None:
    (first, *_) = await quoted(TEE, question)
    answer = "Der Oolong wird mit Wasser von 95 Grad aufgegossen und zieht zwei\nMinuten."
    assert (first.text.startswith(answer), first.line_start, first.line_end) == (True, 3, 4)


OAK = "Oak costs 31 euros per metre."
ASKED = "What does oak cost per metre?"


class LongNote(Notes):
    """A note of seventy sections, one of which answers: its passage has a vector of its own, or none."""

    def __init__(self, answers_at: int, vector: Literal["far", "none"]) -> None:
        said = [OAK if n == answers_at else f"My aunt visited on day {n} of the month." for n in range(70)]
        super().__init__({"Long.md": "\n\n".join(f"## Part {n}\n\n{text}" for n, text in enumerate(said))})
        self._answers, self._vector = f"Long.md:{answers_at}", vector

    async def of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        (asked,) = parts("auto").sentence_scorer(in_thread).encoder.encode_queries([ASKED])
        of_answer = {} if self._vector == "none" else {self._answers: -asked}
        return {one: asked for one in ids if one != self._answers} | of_answer


@pytest.mark.parametrize(("vector", "found"), [("far", []), ("none", [OAK])])
async def test_the_nearest_and_unencoded_are_read(vector: Literal["far", "none"], found: list[str]) -> None:
    read = await reader_of(LongNote(65, vector))("Long.md", ASKED)
    assert [quote.text for quote in read.quotes] == found


def test_sentences_nearly_as_likely_as_the_best_are_quoted_with_it() -> None:
    best, near, less = quoting.sentences_of(NoteBlocks.of("One. Two. Three."))
    assert list(quoting.choose_quoted({best: 2.0, near: 1.0, less: 0.99})) == [best, near]


async def test_without_a_question_the_note_is_read() -> None:
    note = await reader_of(Notes({"Folder/Larch.md": LARCH}))("Folder/Larch.md")
    assert note == ReadNote("Folder/Larch.md", "Larch", "obsidian://open?file=Larch", LARCH)
    assert write_read_note(note, ContextFormat.MARKDOWN) == LARCH


async def test_a_note_that_is_not_there_is_a_known_trouble() -> None:
    with pytest.raises(NoteNotFoundError):
        await reader_of(Notes({}))("Gone.md")


_TEXTS = st.lists(
    st.sampled_from(["# H", "- one. Two", "> [!note] Look\n> here. There", "| a |\n| - |\n| b |", "A. B. C."])
    | st.sampled_from(["```\ncode\n\nmore\n```"])
    | st.text(max_size=80),
    max_size=12,
).map("\n\n".join)


@given(_TEXTS, st.data())
def test_every_quote_stands_in_the_note_at_its_lines(text: str, data: st.DataObject) -> None:
    note = NoteBlocks.of(text)
    scores = {
        one: data.draw(st.sampled_from((-3.0, -0.5, 0.0, 0.5, 1.25, 3))) for one in quoting.sentences_of(note)
    }
    quotes = quoting.quotes_of(text, quoting.choose_quoted(scores, 0.5))
    assert bool(quotes) == (max(scores.values(), default=-1) >= 0)
    for quote in quotes:
        assert quote.text in text
        lines = present(quote.line_start), present(quote.line_end)
        assert quote.text in note.text[slice(*note.characters(*lines))]
        assert 0 <= quote.probability <= 1


def test_neighbors_are_joined_and_the_best_comes_first() -> None:
    text = "One. Two. Three.\n\nFour."
    one, two, _, four = quoting.sentences_of(NoteBlocks.of(text))
    quotes = quoting.quotes_of(text, {one: 1.0, two: 0.5, four: 1.4})
    assert [quote.text for quote in quotes] == ["Four.", "One. Two."]


def test_quotes_are_written_in_each_format() -> None:
    text = "A <b> & ]]>.\n"
    quotes = tuple(quoting.quotes_of(text, {quoting.sentences_of(NoteBlocks.of(text))[0]: 2.0}))
    note = ReadNote("N.md", "N", "obsidian://n", text, "what?", quotes)
    markdown, plain, xml = (
        write_read_note(note, ContextFormat(name)) for name in ("markdown", "plain", "xml")
    )
    assert markdown == "From N, line 1:\n\n> A <b> & ]]>.\n\nobsidian://n\n"
    assert "\n\nA <b> & ]]>.\n" in plain
    assert "<CONTENT>A &lt;b&gt; &amp; ]]&gt;.</CONTENT>" in xml
    nothing = ReadNote("N.md", "N", "obsidian://n", "", "what?")
    assert write_read_note(nothing, ContextFormat.MARKDOWN) == "No answer in this note.\n"


def test_further_answers_are_surer_and_say_something_else() -> None:
    likely = {"Oak costs 31 euros.": 0.8, "Oak costs 31 euros now": 0.99, "It is.": 0.9}
    likely["Larch is cheaper by the metre."] = 0.96
    answers = [SentenceAnswer(text, "a.md", "a", (), 1, probability) for text, probability in likely.items()]
    assert distinct_answers(answers) == (answers[0], answers[3])


def test_a_sentence_is_read_without_its_footnotes_and_quoted_with_them() -> None:
    text = "The keel is of *oak*[^1]."
    (sentence,) = quoting.sentences_of(NoteBlocks.of(f"{text}\n"))
    (quote,) = quoting.quotes_of(f"{text}\n", {sentence: 2.0})
    assert (quote.read, quote.text) == ("The keel is of oak.", text)


def cut(text: str) -> list[tuple[int, str, str]]:
    """Return the first line, the text as it stands, and without markup, of each sentence."""
    return [(s.line_start, text[s.start : s.end], s.read) for s in quoting.sentences_of(NoteBlocks.of(text))]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("---\na: b\n---\n# Keel\n\nOak, **one** piece. See [[Tom|the sawyer]]!\n\n- [ ] ==Bolt== it\n",
         [(6, "Oak, **one** piece.", "Oak, one piece."), (6, "See [[Tom|the sawyer]]!", "See the sawyer!"),
          (8, "- [ ] ==Bolt== it", "[ ] Bolt it")]),
        ("| part | wood |\n| --- | --- |\n| rib | oak |\n| rail | **ash** |\n| [[K\\|it]] | |\n| | a\\|b",
         [(3, "| rib | oak |", "part: rib, wood: oak"), (4, "| rail | **ash** |", "part: rail, wood: ash"),
          (5, "| [[K\\|it]] | |", "part: it"), (6, "| | a\\|b", "wood: a|b")]),
        ("| wood |\n| --- |", [(1, "| wood |", "wood: wood")]),
        ("| wood |\n| --- |\n| oak |", [(3, "| oak |", "wood: oak")]),
        *((f"```sh\nmake it\nmake all{end}", [(2, *["make it\nmake all"] * 2)]) for end in ("\n```\n", "")),
        ("水要烧开。泡两分钟。", [(1, "水要烧开。", "水要烧开。"), (1, "泡两分钟。", "泡两分钟。")]),
    ],
)  # fmt: skip
def test_sentences_have_their_place_and_no_syntax(text: str, sentences: list[tuple[int, str, str]]) -> None:
    assert cut(text) == sentences


def test_a_sentence_goes_on_in_the_next_line_where_the_line_is_full() -> None:
    wrapped = "The garboard is the plank next to the keel, and it is the one\nthat rots first."
    text = f"{wrapped} Then the next."
    assert [text for _, text, _ in cut(text)] == [wrapped, "Then the next."]
    read = {line: len(quoting.note_sentences(text, frozenset({line}), "a.md")) for line in (1, 2, 3)}
    assert read == {1: 1, 2: 2, 3: 0}, "a sentence partly in a passage is read"
    assert [text for _, text, _ in cut("Oak\nLarch\nElm")] == ["Oak", "Larch", "Elm"]


@pytest.mark.parametrize(
    ("n_lines", "blank", "parts"),
    [
        (30, (), [(2, 12), (14, 12), (26, 6)]),  # after so many lines
        (14, (3, 9), [(2, 3), (6, 5), (12, 4)]),  # at blank lines
        (8, (3,), [(2, 8)]),  # short code is whole
    ],
)
def test_long_code_is_cut(n_lines: int, blank: tuple[int, ...], parts: list[tuple[int, int]]) -> None:
    code = "\n".join("" if at in blank else f"step {at}" for at in range(n_lines))
    assert [(line, text.count("\n") + 1) for line, text, _ in cut(f"```sh\n{code}\n```\n")] == parts


@given(_TEXTS)
def test_every_sentence_stands_in_the_note_at_its_line(text: str) -> None:
    note = NoteBlocks.of(text)
    found = quoting.sentences_of(note)
    for one in found:
        assert text[one.start : one.end].strip()
        assert note.lines_of(one.start, one.end) == (one.line_start, one.line_end)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all(one.end <= after.start for one, after in pairwise(found))


def test_a_sentence_on_a_page_of_a_pdf_is_under_the_section_that_was_begun_on_an_earlier_page() -> None:
    text = (
        "# Page 1\n\n## Drying\n\nIt takes a summer.\n\n# Page 2\n\nOak takes two.\n\n## Sawing\n\nBy hand.\n"
    )
    found = quoting.sentences_of(NoteBlocks.of(text, "Wood.pdf"))
    assert [(one.heading_path, one.read) for one in found] == [
        (("Page 1", "Drying"), "It takes a summer."), (("Page 2", "Drying"), "Oak takes two."),
        (("Page 2", "Sawing"), "By hand."),
    ]  # fmt: skip
    assert quoting.sentences_of(NoteBlocks.of(text, "Wood.md"))[1].heading_path == ("Page 2",)
