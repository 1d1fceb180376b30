"""A sync of notes in several languages: each passage has the vectors that its language calls for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.builders import HashEncoder, write_notes
from tests.core.index.indexing import synced
from vaultsearch.core.filters import AtPath, InLanguages
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import (
    add_question_language,
    question_languages,
    remove_question_language,
)
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import SyncReport

ENGLISH = "The boat needs new planks below the waterline, and the keel bolts have to be looked at in spring."
GERMAN = "Das Boot braucht neue Planken unter der Wasserlinie, und die Kielbolzen sind im Frühjahr fällig."
CHINESE = "水线以下的船板要换新的，春天还要检查龙骨螺栓。"


@dataclass(frozen=True, slots=True)
class NotingEncoder(HashEncoder):
    """Notes what it reads."""

    read: list[str] = field(default_factory=list, compare=False)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.read.extend(texts)
        return self.encode_queries(texts)


def main_model(name: str = "english") -> NotingEncoder:
    return NotingEncoder(name, 32, f"{name}-1")


def multilingual_model(name: str = "multilingual", dimension: int = 24) -> NotingEncoder:
    return NotingEncoder(name, dimension, f"{name}-1")


class Bench:
    """A vault of several languages, its index, and syncs between them."""

    def __init__(self, folder: Path, notes: dict[str, str]) -> None:
        self.vault, self.index = folder / "vault", folder / "index"
        self.main, self.multilingual = main_model(), multilingual_model()
        write_notes(self.vault, notes)

    async def sync(
        self,
        main: NotingEncoder | None = None,
        multilingual: NotingEncoder | None = None,
        *,
        alone: bool = False,
    ) -> SyncReport:
        """Sync with new models, whose reading is noted; ``alone`` without a multilingual one."""
        self.main, self.multilingual = main or main_model(), multilingual or multilingual_model()
        other = None if alone else self.multilingual
        return await synced(self.vault, self.index, encoder=self.main, multilingual=other)

    async def spaces(self) -> dict[str, set[Space]]:
        """Give the spaces that each note's passages have vectors in."""
        with closing(await LanceCorpus.open(self.index)) as corpus:
            found = {}
            for path in sorted(await corpus.notes.paths()):
                ids = [chunk.id for chunk in await corpus.get_chunks(AtPath(path))]
                found[path] = {space for space in Space if await corpus.vectors.of(ids, space)}
        return found

    @property
    def read(self) -> tuple[int, int]:
        """How many texts the two models have read in the last sync."""
        return len(self.main.read), len(self.multilingual.read)


@pytest.fixture
def mixed(tmp_path: Path) -> Bench:
    return Bench(tmp_path, {"boat.md": ENGLISH, "Boot.md": GERMAN, "船.md": CHINESE})


@pytest.fixture
def english(tmp_path: Path) -> Bench:
    return Bench(tmp_path, {f"{number}.md": f"{ENGLISH} {number}" for number in range(3)})


async def test_a_vault_of_english_alone_is_read_by_the_embedding_model_alone(english: Bench) -> None:
    await english.sync()
    assert english.read == (3, 0)
    assert set(map(frozenset, (await english.spaces()).values())) == {frozenset({Space.MAIN})}


async def test_a_vault_without_english_is_not_read_by_the_embedding_model(tmp_path: Path) -> None:
    bench = Bench(tmp_path, {"船.md": CHINESE, "Boot.md": GERMAN})
    await bench.sync()
    assert bench.read == (0, 2)
    assert await bench.spaces() == {"Boot.md": {Space.MULTILINGUAL}, "船.md": {Space.MULTILINGUAL}}


async def test_where_languages_mix_english_is_read_for_questions_in_the_others_too(mixed: Bench) -> None:
    await mixed.sync()
    assert await mixed.spaces() == {
        "boat.md": {Space.MAIN, Space.MULTILINGUAL},
        "Boot.md": {Space.MULTILINGUAL},
        "船.md": {Space.MULTILINGUAL},
    }
    again = await mixed.sync()
    assert (again.embedded, mixed.read) == (0, (0, 0))


async def test_a_question_in_another_language_has_english_notes_read_for_it(english: Bench) -> None:
    await english.sync()
    add_question_language(english.index, "de")
    report = await english.sync()
    assert (report.embedded, english.read) == (3, (0, 3))
    (english.vault / "3.md").write_text(f"{ENGLISH} 3")
    assert (await english.sync()).embedded == 1, "a passage that two models read is one passage"
    assert (await english.spaces())["3.md"] == {Space.MAIN, Space.MULTILINGUAL}, "also what is written later"


async def test_a_language_that_is_switched_off_during_a_sync_is_not_read_to_its_end(tmp_path: Path) -> None:
    bench = Bench(tmp_path, {f"{number}.md": f"{ENGLISH} {number}" for number in range(300)})
    await bench.sync()
    add_question_language(bench.index, "de")

    @dataclass(frozen=True, slots=True)
    class SwitchedOff(NotingEncoder):
        def encode_passages(self, texts: Sequence[str]) -> Vectors:
            remove_question_language(bench.index, "de")
            return NotingEncoder.encode_passages(self, texts)

    report = await bench.sync(multilingual=SwitchedOff("multilingual", 24, "multilingual-1"))
    # Passages are written 128 at a time, and the next ones are under way by then.
    assert (report.embedded, len(bench.multilingual.read)) == (256, 256)
    again = await bench.sync()
    assert (again.embedded, bench.read) == (0, (0, 0)), "nobody asks in it any more"


async def test_the_languages_asked_in_are_codes_and_nothing_else(tmp_path: Path) -> None:
    assert question_languages(tmp_path) == frozenset()
    for language in ("de", "zh", "de"):
        add_question_language(tmp_path, language)
    assert question_languages(tmp_path) == {"de", "zh"}
    (tmp_path / "asked_languages.txt").write_bytes(b"de\nwas ist das\n\xff\n")
    assert question_languages(tmp_path) == {"de"}


async def test_every_language_is_searched_by_words_and_filtered(mixed: Bench) -> None:
    await mixed.sync()
    with closing(await LanceCorpus.open(mixed.index)) as corpus:
        assert [c.path for c in await corpus.query_text("龙骨", 3)] == ["船.md"]
        assert [c.path for c in await corpus.get_chunks(InLanguages(frozenset({"de", "zh"})))] == [
            "Boot.md",
            "船.md",
        ]
        assert dict(await corpus.notes.languages()) == {"en": 1, "de": 1, "zh": 1}


async def test_another_multilingual_model_makes_its_own_vectors_anew_and_no_others(mixed: Bench) -> None:
    await mixed.sync()
    report = await mixed.sync(multilingual=multilingual_model("other", dimension=40))
    assert mixed.read == (0, 3)
    assert (report.added, report.changed) == (0, 0)
    assert report.rebuilt is not None
    assert "other languages" in report.rebuilt
    same_length = await mixed.sync(multilingual=multilingual_model("third", dimension=40))
    assert (same_length.embedded, mixed.read) == (3, (0, 3))


async def test_another_embedding_model_leaves_the_multilingual_vectors(mixed: Bench) -> None:
    await mixed.sync()
    report = await mixed.sync(main=main_model("better"))
    assert mixed.read == (1, 0)
    assert report.rebuilt is not None
    assert (await mixed.spaces())["Boot.md"] == {Space.MULTILINGUAL}


async def test_without_a_multilingual_model_the_embedding_model_reads_all(mixed: Bench) -> None:
    await mixed.sync()
    await mixed.sync(alone=True)
    assert mixed.read == (2, 0), "what it had not read"
    assert set(map(frozenset, (await mixed.spaces()).values())) == {frozenset({Space.MAIN})}
    await mixed.sync()
    assert mixed.read == (0, 3)


async def test_a_note_that_is_written_in_another_language_is_read_by_the_other_model(mixed: Bench) -> None:
    await mixed.sync()
    (mixed.vault / "Boot.md").write_text("---\ntitle: Boot\n---\n" + ENGLISH + " Said again.")
    await mixed.sync()
    assert mixed.read == (1, 1)
    assert (await mixed.spaces())["Boot.md"] == {Space.MAIN, Space.MULTILINGUAL}


async def test_a_renamed_note_keeps_its_vectors_in_both_spaces(mixed: Bench) -> None:
    await mixed.sync()
    (mixed.vault / "Boot.md").rename(mixed.vault / "Kahn.md")
    await mixed.sync()
    assert mixed.read == (0, 0)
    assert (await mixed.spaces())["Kahn.md"] == {Space.MULTILINGUAL}
    await mixed.sync()
    assert mixed.read == (0, 1), "made anew under its new title"
