"""Words of the notes are counted, and the counts kept on the disk."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.filters import AtPaths
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.core.index.tables.stored_notes import StoredNotes, TextsVersion
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.vocabulary import CountedWords, WordCounter, WordCounts, WordVocabulary, words_of
from vaultsearch.core.text import UNSPACED

TERM = regex.compile(rf"[[\p{{L}}\p{{M}}]--{UNSPACED}]{{3,40}}", regex.V1)

TEXTS = [
    "Meet at the café-bar, don't be late: see note_2024 and `snake_case_name`, 3rd floor, ab, abc.",
    "Die Töpferin übt auf der Straße; ÜBUNG, Gru\u0308ße und Käse — „ja“, sagte sie … STRASSE",
    "Во дворе ёлка, Ещё мёд, й и и\u0306, слово-за-слово; Ёлка №5", "ΟΔΟΣ οδός Σίσυφος, το σπίτι μου· ΣΑΣ’Α",
    "東京タワーへ行く。コーヒーを飲む and ramen ラーメン 学习abc中文def ก็ดี",
    "한국어 단어와 Python을 배운다, 안녕하세요", "مَدرَسة کتاب‌ها שָׁלוֹם עולם हिन्दी में लिखना",
    "Emoji 🎉🎉 and 👩‍👩‍👧 between words🙂here, 𝐛𝐨𝐥𝐝 letters 𝒶𝒷𝒸 and Gothic 𐌰𐌱𐌲, 𠀀𠀁𠀂 rare Han",
    "İstanbul ıssız DİYARBAKIR ﬁne ﬂuss Ⅷ ¾ ² ª º x\u0301y\u0302z\u0303 e\u0301 \ud800 \x00\x1f",
    "".join(map(chr, range(ord("a"), ord("z") + 1))) * 4 + " " + "я" * 83 + " " + "é" * 42, "",
]  # fmt: skip


def slowly(texts: Sequence[SearchedText]) -> WordCounts:
    """Count words one by one, as they are defined."""
    counts, languages, in_titles = Counter[str](), dict[str, frozenset[str]](), set[str]()
    for text in texts:
        names, rest = (TERM.findall(normalize("NFC", one.lower())) for one in text[:2])
        in_titles.update(names)
        for word in {*names, *rest}:
            counts[word] += 1
            languages[word] = languages.get(word, frozenset()) | {text.language}
    return WordCounts(counts, languages, frozenset(in_titles))


def counted(texts: Sequence[SearchedText], at_once: int = 2) -> WordCounts:
    counter = WordCounter()
    for begun in range(0, len(texts), at_once):
        counter.add(iter(texts[begun : begun + at_once]))
    return counter.counted()


@pytest.mark.parametrize("text", TEXTS)
def test_the_words_of_a_text_are_its_runs_of_letters(text: str) -> None:
    assert words_of(text) == TERM.findall(normalize("NFC", text.lower()))


def test_every_character_is_a_letter_or_not_as_it_is_defined() -> None:
    """Of each block by itself, so that letters beyond the basic plane do not decide for the others."""
    blocks = ["".join(3 * chr(code) + " " for code in range(at, at + 256)) for at in range(0, 0x110000, 256)]
    assert [*map(words_of, blocks)] == [TERM.findall(normalize("NFC", block.lower())) for block in blocks]


def test_numbers_underscores_and_unspaced_scripts_part_words() -> None:
    assert words_of("snake_case2words don't 学习abc中文 Töpfe") == [
        *("snake", "case", "words", "don", "abc", "töpfe")
    ]


def test_a_word_counts_once_a_passage_and_keeps_each_language_and_its_title() -> None:
    texts = [
        SearchedText("Cats", "cats, Cats and kittens", "en"), SearchedText("Cats", "kittens", "de"),
        SearchedText("Dogs", "", ""),
    ]  # fmt: skip
    found = counted(texts)
    assert found.counts == {"cats": 2, "and": 1, "kittens": 2, "dogs": 1}
    both = {"en", "de"}
    assert found.languages == {"kittens": both, "cats": both, "and": {"en"}, "dogs": {""}}
    assert found.in_titles == {"cats", "dogs"}


_TEXT = st.lists(st.one_of(st.sampled_from(TEXTS), st.text(max_size=50)), max_size=4).map(" ".join)


@given(st.lists(st.builds(SearchedText, _TEXT, _TEXT, st.sampled_from(["", "de", "en", "ru"])), max_size=6))
@example([SearchedText(TEXTS[at - 1], text, "en" if at % 2 else "") for at, text in enumerate(TEXTS)])
def test_all_are_counted_as_one_by_one(texts: list[SearchedText]) -> None:
    assert counted(texts) == slowly(texts)


def test_a_vocabulary_leaves_the_cache_of_stems_to_questions() -> None:
    cached = stem_word.cache_info().currsize
    words = ("boats", "boat", "rivet", "riveted", "plankings")
    vocabulary = WordVocabulary(dict.fromkeys(words, 3), dict.fromkeys(words, frozenset({"en", "de"})))
    assert stem_word.cache_info().currsize == cached, "11 MB for the words of 10,000 notes"
    assert vocabulary.count("boating") == 6, "both forms of it"
    assert vocabulary.usual("planking") == "plankings"
    assert vocabulary.count("riveted", "de") == 3


async def test_the_words_of_stored_passages_are_those_that_full_text_searches(tmp_path: Path) -> None:
    written = "---\naliases: [Keramik, 陶芸]\n---\n# Course\n\nClay “and” a wheel.\n\n## Später\n\nGlasur."
    async with indexed(tmp_path / "index", {"Pottery.md": written, "Empty.md": ""}) as corpus:
        passages = await corpus.get_chunks(AtPaths(frozenset({"Pottery.md", "Empty.md"})))
        words = corpus.notes.words(await corpus.notes.texts_version())
        texts = [text async for _, page in words for text in page]
    assert sorted(texts) == sorted(map(SearchedText.of, passages))
    assert {"keramik", "course", "später", "glasur", "wheel"} <= counted(texts).counts.keys()


@dataclass
class Notes(StoredNotes):
    """Notes in German with words in their text, the first of which is their title."""

    text: str
    number: int = 1
    hidden: bool = False
    counted: int = 0

    async def texts_version(self) -> TextsVersion:
        return self.number, not self.hidden, 0

    async def words(
        self, version: TextsVersion, former: TextsVersion | None = None
    ) -> AsyncIterator[tuple[int, Iterator[SearchedText]]]:
        if former == version:
            return
        if former is not None:
            raise LookupError(former)
        self.counted += 1
        yield 1, iter([SearchedText(self.text.split()[0], self.text, "de")] * 4)


async def corrected(notes: Notes, index: Path, query: str, rested_s: float = 60.0) -> tuple[str, ...]:
    """Ask a process that has just been started."""
    expander = WordExpander(notes, rested_s=rested_s, stored=CountedWords(index))
    await expander.prepare()
    vocabulary = await expander.vocabulary()
    await expander.close()
    return tuple(vocabulary.near(query, 1, 3, "de"))


def kept(index: Path) -> list[Path]:
    return list(index.glob("words.*"))


@pytest.fixture
def index(tmp_path: Path) -> Path:
    write_manifest(tmp_path, Manifest("vault", "schema", "model", tables="those"))
    return tmp_path


async def test_the_next_process_counts_nothing(index: Path) -> None:
    notes = Notes("Töpferei lernen")
    first = await corrected(notes, index, "topferie")
    assert first == ("töpferei",)
    assert (await corrected(notes, index, "topferie"), notes.counted) == (first, 1)


async def test_after_an_edit_the_former_counts_do_for_a_while(index: Path) -> None:
    await corrected(Notes("Töpferei"), index, "")
    edited = Notes("Weberei", number=2)
    assert (await corrected(edited, index, "webreei"), edited.counted) == ((), 0)
    assert (await corrected(edited, index, "webreei", rested_s=0), edited.counted) == (("weberei",), 1)


async def test_tables_made_anew_are_counted_anew(index: Path) -> None:
    await corrected(Notes("Töpferei"), index, "")
    write_manifest(index, Manifest("vault", "schema", "model", tables="others"))
    anew = Notes("Weberei")
    assert (await corrected(anew, index, "webreei"), anew.counted) == (("weberei",), 1)


@pytest.mark.parametrize("content", [b"", b"no counts", b"x\x9c\xab\xae\x05\x00\x01u\x00\xf9"])
async def test_a_damaged_file_is_made_anew(index: Path, content: bytes) -> None:
    await corrected(Notes("Töpferei"), index, "")
    kept(index)[0].write_bytes(content)
    assert await corrected(Notes("Töpferei"), index, "topferie") == ("töpferei",)


async def test_hidden_notes_leave_no_word_behind_and_are_told_none(index: Path) -> None:
    hiding = Notes("Weberei", hidden=True)
    await corrected(hiding, index, "")
    assert kept(index) == []
    await corrected(Notes("Töpferei"), index, "")
    assert await corrected(hiding, index, "topferie") == ()
