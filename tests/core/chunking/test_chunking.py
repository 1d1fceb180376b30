"""Passages: along headings, within the window, at the right lines, nothing lost."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders import CHUNKER, WordCounter, parsed
from vaultsearch.core.chunking.chunker import (
    Chunker,
    NoteLanguages,
    embedding_text,
    placed_lines,
    split_into_sentences,
)
from vaultsearch.core.chunking.embedded_text import embedded_texts
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.tokens import text_lengths


class CharacterCounter:
    window = 256

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]


PAGE = "Run the installer as an administrator, and restart the machine."


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        pytest.param(
            "before the first\n\n# A\nsome words of a\n## B\nsome words of b\n# C\nsome words of c\n",
            [
                ((), "before the first", 1, 1), (("A",), "some words of a", 4, 4),
                (("A", "B"), "some words of b", 6, 6), (("C",), "some words of c", 8, 8),
            ],
            id="below the headings above it",
        ),
        pytest.param("# Empty\n\n# Tiny\nyes\n", [(("Tiny",), "yes", 4, 4)], id="of few letters, yet alone"),
        pytest.param("# First\n## Second\n", [((), "First\nSecond", 1, 2)], id="headings alone"),
        pytest.param(f"---\nrating: 5\n---\n{PAGE}\n", [((), PAGE, 4, 4)], id="without the properties"),
        pytest.param("# A\n\n## B\n\na\n\n# A2\n\nyes\n", [(("A", "B"), "a", 5, 5), (("A2",), "yes", 9, 9)],
                     id="of few letters, without a common parent"),
    ],
)  # fmt: skip
def test_no_passage_spans_two_headings_unless_it_is_short(text: str, passages: list[object]) -> None:
    cut = CHUNKER.chunks(parsed("n.md", text))
    assert [(c.heading_path, c.text, c.line_start, c.line_end) for c in cut] == passages
    assert [c.id for c in cut] == [f"n.md:{number}" for number in range(len(cut))]


def test_a_few_letters_are_joined_to_their_neighbor_and_keep_their_heading_among_its_words() -> None:
    """Cells of code such as `cls` ranked first for whatever their notes are called."""
    text = f"```\ncls\n```\n\n# Setup\n\n{PAGE}\n\n## See also\n\n[[Git]]\n"
    (only,) = CHUNKER.chunks(parsed("n.md", text))
    assert (only.heading_path, only.line_start, only.line_end) == (("Setup",), 1, 11)
    assert only.text == f"cls\n\n{PAGE}\n\nSee also\n\nGit"
    # The lines of the file, that of the passage's own heading blank.
    assert only.content == text.replace("# Setup", "", 1).rstrip()
    # However far below the other section is.
    (deep,) = CHUNKER.chunks(parsed("n.md", f"```PowerShell\ncls\n```\n\n# Server\n\n## Setup\n\n{PAGE}\n"))
    assert (deep.heading_path, deep.text) == (("Server", "Setup"), f"cls\n\n{PAGE}")


def test_a_link_in_a_paragraph_longer_than_a_passage_is_in_the_passage_with_its_text() -> None:
    filler = "Much is said of boats here. " * 8
    links = "The **[yard](https://yard.example/a)** is old. ", "See [the chart][c] of it. "
    note = parsed("n.md", f"{filler}{links[0]}{filler}{links[1]}\n\n[c]: https://chart.example\n")
    cut = [chunk for chunk in Chunker(WordCounter(), 40).chunks(note) if chunk.line_start == 1]
    assert len(cut) > 2
    assert {address: chunk.text for chunk in cut for address in chunk.addresses} == {
        "https://yard.example/a": next(chunk.text for chunk in cut if "yard" in chunk.text),
        "https://chart.example": next(chunk.text for chunk in cut if "chart" in chunk.text),
    }


@pytest.mark.parametrize("text", ["", "---\n---\n", "\n\n"])
def test_an_empty_note_is_one_passage_that_its_title_answers_for_by_words_alone(text: str) -> None:
    (only,) = CHUNKER.chunks(parsed("Winter reading.md", text))
    assert (only.title, only.content, only.text, only.heading_path) == ("Winter reading", "", "", ())
    assert only.shown == "(empty note)"
    (embedded,) = embedded_texts([only])
    assert "Winter" not in embedded.text, "its title made it the nearest answer to whatever it names"


@pytest.mark.parametrize("body", ["", "\n![image](https://example.org/a.png)\n"])
def test_a_note_of_properties_alone_is_found_by_them(body: str) -> None:
    block = "genre: ['[[Film/Drama|Drama]]', '[[Noir]]']\nrating: 5\nseen: 2023-04-02\nlast:"
    (only,) = CHUNKER.chunks(parsed("Heat.md", f"---\n{block}\n---\n{body}"))
    told = "Properties: genre: Drama, Noir;\nrating: 5;\nseen: 2023-04-02;\nlast"
    assert only.text == (f"{told}\n\nimage" if body else told)
    assert (only.line_start, only.content.startswith(block)) == (2, True)


@pytest.mark.parametrize(("letters", "before"), [(23, "Properties: genre: Drama\n\n"), (24, "")])
def test_properties_stand_before_few_words(letters: int, before: str) -> None:
    (only,) = CHUNKER.chunks(parsed("n.md", f"---\ngenre: Drama\n---\n{'x' * letters}\n"))
    assert only.text == before + "x" * letters


def test_the_first_passage_is_searched_by_tags_and_properties_that_say_something() -> None:
    front = """title: T
aliases: [A]
tags: [a/b]
by: '[[Noir|Ann]]'
at: 2024-05-01
month: 2024-05
ok: true
rating: 4.5
budget: 14500
of: [x, {y: z}]
none:"""
    text = f"---\n{front}\n---\n# H\n\n{PAGE} #c\nby2:: Bob\n\n# I\n\n{PAGE}\n"
    first, *others = CHUNKER.chunks(parsed("n.md", text))
    assert first.addresses == ("a/b", "by: Ann", "budget: 14500", "of: x, y: z")
    assert [chunk.addresses for chunk in others] == [()] * len(others)
    assert "Ann" not in embedded_texts([first])[0].text


def test_many_properties_are_cut_and_nothing_below_them_stands_alone() -> None:
    values = ["some words of a value"] * 3 + ["Papers of a value"] + ["some words of a value"] * 56
    block = "\n".join(f"key{number}: {value}" for number, value in enumerate(values))
    cut = Chunker(WordCounter(), chunk_size=50).chunks(parsed("n.md", f"---\n{block}\n---\nyes\n"))
    assert len(cut) > 5
    assert cut[0].text.startswith("Properties: key0: some words of a value;\n")
    assert cut[0].text.endswith("yes")
    assert "key59: some words of a value" in cut[-1].text
    for chunk in cut[1:]:
        keys = [int(number) for number in re.findall(r"key(\d+)", chunk.text)]
        assert (chunk.line_start, chunk.line_end) == (keys[0] + 2, keys[-1] + 2)
        assert chunk.content.startswith(f"key{keys[0]}:"), "the letters of its mark were looked for below"


FULL, OXEN = " ".join(["word"] * 50), " ".join(["ox"] * 15)


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        (f"# A\n\n{FULL}\n\ncls\n\n{FULL}\n", [f"{FULL}\n\ncls", FULL]),
        # The neighbor under the same heading comes first.
        (f"## A\n\n{FULL}\n\n## B\n\nyes\n\n{FULL}\n", [FULL, f"yes\n\n{FULL}"]),
        # With its heading, sixteen tokens above the size are the most.
        (f"# A\n\n{FULL}\n\n## {OXEN}\n\nyes\n", [f"{FULL}\n\n{OXEN}\n\nyes"]),
        (f"# A\n\n{FULL}\n\n## ox {OXEN}\n\nyes\n", [FULL, "yes"]),
    ],
)
def test_few_letters_join_the_passage_beside_them_unless_too_long(text: str, passages: list[str]) -> None:
    cut = Chunker(WordCounter(window=200), chunk_size=63).chunks(parsed("n.md", text))
    assert [c.text for c in cut] == passages


def test_a_glossary_of_few_letters_becomes_passages_under_the_heading_that_its_terms_share() -> None:
    terms = "\n".join(f"## T{number}\n\nyes {number}\n" for number in range(30))
    cut = CHUNKER.chunks(parsed("n.md", f"# Glossary\n\n{terms}"))
    assert len(cut) < 10
    assert {c.heading_path for c in cut} == {("Glossary",)}
    assert all(f"T{number}\n\nyes {number}" in "\n\n".join(c.text for c in cut) for number in range(30))


def test_paragraphs_are_packed_up_to_the_size_and_not_cut() -> None:
    words = [f"w{i}" for i in range(30)]
    text = "\n\n".join(" ".join(words[i : i + 10]) for i in (0, 10, 20))
    cut = Chunker(WordCounter(), chunk_size=50, overlap=0).chunks(parsed("n.md", text))
    assert [(c.line_start, c.line_end) for c in cut] == [(1, 5)]
    cut = Chunker(WordCounter(window=200), chunk_size=32).chunks(parsed("n.md", text))
    assert [(c.line_start, c.line_end) for c in cut] == [(1, 5)]
    cut = Chunker(WordCounter(), chunk_size=20).chunks(parsed("n.md", text))
    assert [(c.line_start, c.line_end) for c in cut] == [(1, 3), (5, 5)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('He said "Go." Then he went.', ['He said "Go."', "Then he went."]),
        ("Dr. No (1962). End", ["Dr.", "No (1962).", "End"]),
        ("我来了。你呢？！他说：「走。」好；再见",
         ["我来了。", "你呢？！", "他说：「走。」", "好；", "再见"]),
        ("هل أنت هنا؟ نعم. یہ ہے۔ اچھا", ["هل أنت هنا؟", "نعم.", "یہ ہے۔", "اچھا"]),
        ("यह है। वह है॥ हाँ", ["यह है।", "वह है॥", "हाँ"]),
        ("นี่คือประโยค นี่อีกประโยค Python ดี", ["นี่คือประโยค", "นี่อีกประโยค", "Python ดี"]),
        ("នេះ។ នោះ", ["នេះ។", "នោះ"]), ("မြန်မာ။ဘာသာ။", ["မြန်မာ။", "ဘာသာ။"]),
        ("3.14 und 2.71", ["3.14 und 2.71"]), ("one\ntwo", ["one", "two"]),
    ],
)  # fmt: skip
def test_sentences_end_with_the_signs_of_their_script(text: str, found: list[str]) -> None:
    assert split_into_sentences(text) == found


@pytest.mark.parametrize(
    "sentence",
    ["我喜欢在海边散步。", "東京は大きいです！", "इसमें कुछ शब्द हैं। ", "ฉันชอบอ่านหนังสือ ", "A few words here. "],
)
def test_a_long_line_of_any_script_is_cut_between_sentences_and_joined_as_it_was(sentence: str) -> None:
    cut = Chunker(CharacterCounter(), chunk_size=40).chunks(parsed("n.md", sentence * 20))
    assert len(cut) > 3
    assert {(c.line_start, c.line_end) for c in cut} == {(1, 1)}
    assert all(c.text.endswith(sentence.strip()) and c.text in sentence * 20 for c in cut)
    assert "".join(c.text for c in cut).replace(" ", "") == (sentence * 20).replace(" ", "")


@given(
    st.lists(st.sampled_from(["ก็", "字", "e\u0301", "👨‍👩‍👧", "क्षि"]), min_size=40, max_size=200).map("".join)
)
def test_what_has_no_sentences_is_never_cut_within_a_letter(text: str) -> None:
    letters = set(regex.findall(r"\X", text))
    cut = Chunker(CharacterCounter(), chunk_size=40).chunks(parsed("n.md", text))
    assert "".join(c.text for c in cut) == text
    assert {letter for c in cut for letter in regex.findall(r"\X", c.text)} <= letters


def test_a_long_fence_is_cut_between_its_lines_and_keeps_their_numbers() -> None:
    code = "\n".join(f"do step number {i} of it" for i in range(20))
    note = parsed("n.md", f"intro\n\n```bash\n{code}\n```\n")
    lines = note.text.split("\n")
    cut = Chunker(WordCounter(), chunk_size=24).chunks(note)
    assert len(cut) > 3
    for c in cut:
        standing = "\n".join(lines[c.line_start - 1 : c.line_end])
        assert all(line in standing for line in c.text.split("\n") if line)


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("- 使用[[ACCESS 笔记]]\n- 强调[[用efforts|别名]]\n- [[流动]]。给笔记", [1, 2, 3]),
        ("1. one two\n1. three **fo**ur\n1. five six", [1, 2, 3]),
        ("- [ ] open a\n- [x] done b\n\t- [ ] open a", [1, 2, 3]),
        ("> [!tip] the title\n> - a\n> - a\n> - b", [1, 2, 3, 4]),
        ("| a | b |\n|---|---|\n| [[x\\|y]] | 1 |\n| a | b |", [1, 3, 4]),
        ("```python\npython = 1\n\npython = 2\n```", [2, 4]), ("first<br>second\nfirst third", [1, 1, 2]),
        ("see [the page](https://example.org/a/b) now\nthe page", [1, 2]),
    ],
)  # fmt: skip
def test_each_line_of_a_block_that_is_cut_stands_where_it_says(note: str, places: list[int]) -> None:
    (section,) = parsed("n.md", note).sections
    (block,) = section.blocks
    assert [at + 1 for at, line in placed_lines(block) if line.strip()] == places


def test_overlap_repeats_the_end_of_a_passage_within_its_section() -> None:
    text = "\n\n".join(f"p{i} " + "x " * 6 for i in range(6)) + "\n\n# Next\n\nother words"
    cut = Chunker(WordCounter(), chunk_size=21, overlap=8).chunks(parsed("n.md", text))
    for before, after in pairwise(cut):
        last = before.text.split("\n\n")[-1]
        if after.heading_path:
            assert after.text == "other words"
        else:
            assert after.text.startswith(last)
            assert after.line_start <= before.line_end


@example(20, 10, [8, 20])
@given(st.integers(20, 60), st.integers(0, 60), st.lists(st.integers(4, 20), min_size=2, max_size=12))
def test_overlap_makes_no_passage_too_long(size: int, overlap: int, paragraphs: list[int]) -> None:
    text = "\n\n".join(" ".join(["oak"] * words) for words in paragraphs)
    cut = Chunker(WordCounter(), size, overlap).chunks(parsed("n.md", text))
    assert max(len(c.text.split()) for c in cut) <= size


@pytest.mark.parametrize(
    "text",
    [
        "ฉันชอบอ่านหนังสือ" * 60, "https://example.org/" + "a1b2c3/" * 300, "word " * 2000, "水" * 3000,
        "| a | b |\n|---|---|\n" + "| cell with words | another one |\n" * 80,
    ],
    ids=["thai", "address", "words", "chinese", "table"],
)  # fmt: skip
def test_nothing_is_longer_than_the_models_window(text: str) -> None:
    counter = OnnxEncoder.installed().counter
    title, heading = "A rather long title of a note " * 4, "and a heading " * 20
    note = parsed(f"{title}.md", f"# {heading}\n{text}")
    for c in Chunker(counter).chunks(note):
        whole = embedding_text(c.title, c.heading_path, c.text)
        assert counter.count([whole])[0] + 2 <= counter.window
        assert text_lengths(counter.count([c.text]), [c.text])[0] <= 200


_paragraphs = st.lists(
    st.one_of(
        st.text(alphabet="abc déf. 水の\n", min_size=1, max_size=300),
        st.sampled_from(
            ["# H1", "## H2", "- item\n- item two", "```\ncode # no\n```", "> [!note] T\n> body"]
        ),
    ),
    max_size=12,
)


@given(_paragraphs, st.integers(16, 64), st.integers(0, 16))
def test_every_word_is_in_a_passage_in_order(paragraphs: list[str], size: int, overlap: int) -> None:
    note = parsed("n.md", "\n\n".join(paragraphs))
    cut = Chunker(WordCounter(), size, overlap).chunks(note)
    words = {w for s in note.sections for b in s.blocks for w in re.findall(r"\w+", b.text)}
    kept = "".join(c.text for c in cut).replace("\n", "").replace(" ", "")
    assert all(word in kept for word in words)
    last = max(1, len(note.text.split("\n")))
    assert all(1 <= c.line_start <= c.line_end <= last for c in cut)
    starts = [c.line_start for c in cut]
    assert starts == sorted(starts)


ENGLISH = "The boat needs new planks below the waterline, and the keel bolts have to be looked at in spring."
GERMAN = "Das Boot braucht neue Planken unter der Wasserlinie, und die Kielbolzen sind im Frühjahr fällig."
SPRING = "The boat needs new planks in the spring."


@pytest.mark.parametrize(
    ("text", "always", "languages"),
    [
        (ENGLISH, "", ["en"]),
        (f"{GERMAN}\n\n## Teile\n\nM8 x 40, M10 x 60, Unterlegscheiben\n", "", ["de", "de"]),
        (f"# Log\n{ENGLISH} {ENGLISH}\n\n# Brief\n{GERMAN} {GERMAN}\n", "", ["en", "de"]),
        # Of forty characters, a passage may be in another language than its note.
        (f"# Brief\n{GERMAN}\n\n# Log\n{SPRING}\n", "", ["de", "en"]),
        (f"# Brief\n{GERMAN}\n\n# Log\n{SPRING[:-1]}\n", "", ["de", "de"]),
        (f"{GERMAN}\n\n```python\nfor item in the_list: print(item)\n```\n", "", ["de"]),
        ("```\nx = y\n```\n", "", [""]),
        ("42\n", "", [""]),
        (f"---\nlang: de-AT\n---\n{ENGLISH}\n", "", ["de"]),
        (f"---\nLanguage: French\n---\n{ENGLISH}\n", "", ["fr"]),
        (f"---\nlang: klingon\n---\n{ENGLISH}\n", "", ["en"]),
        (f"---\nlang: [de]\n---\n{ENGLISH}\n", "", ["en"]),
        (ENGLISH, "nl", ["nl"]),
        (f"---\nlang: de\n---\n{ENGLISH}\n", "nl", ["de"]),
    ],
)
def test_a_passage_has_its_sections_or_a_told_language(text: str, always: str, languages: list[str]) -> None:
    chunker = Chunker(WordCounter(), languages=NoteLanguages(always))
    assert [chunk.language for chunk in chunker.chunks(parsed("note.md", text))] == languages


@dataclass(frozen=True, slots=True)
class Doubled(WordCounter):
    """Counts each word twice."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [2 * len(text.split()) for text in texts]


def test_notes_in_other_languages_are_cut_by_what_counts_in_them() -> None:
    chunker, plain = Chunker(WordCounter(), 80, multilingual=Doubled()), Chunker(WordCounter(), 80)
    german, english = (parsed("a.md", "\n\n".join([text] * 6)) for text in (GERMAN, ENGLISH))
    assert (len(chunker.chunks(german)), len(plain.chunks(german))) == (3, 2)
    assert chunker.chunks(english) == plain.chunks(english)
