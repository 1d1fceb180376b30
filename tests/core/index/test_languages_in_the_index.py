"""A sync of notes in several languages: each passage has the vectors that its language calls for."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.builders import write_notes
from tests.core.index.indexing import RecordingEncoder, synced
from vaultsearch.core.filters import AtPath, InLanguages
from vaultsearch.core.index.corpus import MADE_ANEW, LanceCorpus
from vaultsearch.core.index.index_folder import question_languages, set_question_language
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import SyncReport

ENGLISH = "The boat needs new planks below the waterline, and the keel bolts have to be looked at in spring."
GERMAN = "Das Boot braucht neue Planken unter der Wasserlinie, und die Kielbolzen sind im Frühjahr fällig."
CHINESE = "水线以下的船板要换新的，春天还要检查龙骨螺栓。"


def model(name: str, dimension: int) -> RecordingEncoder:
    return RecordingEncoder(name, dimension, f"{name}-1")


class Bench:
    """A vault of several languages, its index, and syncs between them."""

    def __init__(self, folder: Path, notes: dict[str, str]) -> None:
        self.vault, self.index = folder / "vault", folder / "index"
        self.read = (0, 0)
        """How many texts the two models have read in the last sync."""
        write_notes(self.vault, notes)

    async def sync(
        self,
        main: RecordingEncoder | None = None,
        multilingual: RecordingEncoder | None = None,
        *,
        alone: bool = False,
    ) -> SyncReport:
        """Sync with new models, whose reading is noted; ``alone`` without a multilingual one."""
        main, other = main or model("english", 32), multilingual or model("multilingual", 24)
        report = await synced(self.vault, self.index, encoder=main, multilingual=None if alone else other)
        self.read = len(main.encoded), len(other.encoded)
        return report

    async def spaces(self) -> dict[str, set[Space]]:
        with closing(await LanceCorpus.open(self.index)) as corpus:
            found = {}
            for path in sorted(await corpus.notes.paths()):
                ids = [chunk.id for chunk in await corpus.get_chunks(AtPath(path))]
                found[path] = {space for space in Space if await corpus.vectors[space].of(ids)}
        return found


MIXED = {"boat.md": ENGLISH, "Boot.md": GERMAN, "船.md": CHINESE}


MAIN, OTHER, BOTH = {Space.MAIN}, {Space.MULTILINGUAL}, {Space.MAIN, Space.MULTILINGUAL}
MIXED_SPACES = {"boat.md": BOTH, "Boot.md": OTHER, "船.md": OTHER}


@pytest.mark.parametrize(("notes", "read", "spaces"), [
    ({"1.md": ENGLISH, "2.md": ENGLISH}, (2, 0), {"1.md": MAIN, "2.md": MAIN}),
    ({"船.md": CHINESE, "Boot.md": GERMAN}, (0, 2), {"船.md": OTHER, "Boot.md": OTHER}),
    (MIXED, (1, 3), MIXED_SPACES),  # English is read for questions in the others, too
], ids=["English", "others", "mixed"])  # fmt: skip
async def test_passages_are_read_once_by_the_models_that_their_languages_call_for(
    tmp_path: Path, notes: dict[str, str], read: tuple[int, int], spaces: dict[str, set[Space]]
) -> None:
    bench = Bench(tmp_path, notes)
    await bench.sync()
    assert (bench.read, await bench.spaces()) == (read, spaces)
    assert ((await bench.sync()).embedded, bench.read) == (0, (0, 0))


async def test_a_question_in_another_language_has_english_notes_read_for_it(tmp_path: Path) -> None:
    english = Bench(tmp_path, {f"{number}.md": f"{ENGLISH} {number}" for number in range(3)})
    await english.sync()
    set_question_language(english.index, "de")
    assert ((await english.sync()).embedded, english.read) == (3, (0, 3))
    (english.vault / "3.md").write_text(f"{ENGLISH} 3")
    assert (await english.sync()).embedded == 1, "a passage that two models read is one passage"
    assert (await english.spaces())["3.md"] == {Space.MAIN, Space.MULTILINGUAL}, "also what is written later"


async def test_a_language_that_is_switched_off_during_a_sync_is_not_read_to_its_end(tmp_path: Path) -> None:
    bench = Bench(tmp_path, {f"{number}.md": f"{ENGLISH} {number}" for number in range(300)})
    await bench.sync()
    set_question_language(bench.index, "de")

    @dataclass(frozen=True, slots=True)
    class SwitchedOff(RecordingEncoder):
        def encode_passages(self, texts: Sequence[str]) -> Vectors:
            set_question_language(bench.index, "de", enabled=False)
            return RecordingEncoder.encode_passages(self, texts)

    report = await bench.sync(multilingual=SwitchedOff("multilingual", 24, "multilingual-1"))
    # Passages are written 128 at a time, and the next ones are under way by then.
    assert (report.embedded, bench.read) == (256, (0, 256))
    assert ((await bench.sync()).embedded, bench.read) == (0, (0, 0)), "nobody asks in it any more"


async def test_the_languages_asked_in_are_codes_and_nothing_else(tmp_path: Path) -> None:
    assert question_languages(tmp_path) == frozenset()
    for language in ("de", "zh", "de"):
        set_question_language(tmp_path, language)
    assert question_languages(tmp_path) == {"de", "zh"}
    (tmp_path / "asked_languages.txt").write_bytes(b"de\nwas ist das\n\xff\n")
    assert question_languages(tmp_path) == {"de"}


async def test_every_language_is_searched_by_words_and_filtered(tmp_path: Path) -> None:
    mixed = Bench(tmp_path, MIXED)
    await mixed.sync()
    with closing(await LanceCorpus.open(mixed.index)) as corpus:
        assert [c.path for c in await corpus.query_text("龙骨", 3)] == ["船.md"]
        others = await corpus.get_chunks(InLanguages(frozenset({"de", "zh"})))
        assert [chunk.path for chunk in others] == ["Boot.md", "船.md"]
        assert dict(await corpus.notes.languages()) == {"en": 1, "de": 1, "zh": 1}


AGAIN = {"Boot.md": f"---\ntitle: Boot\n---\n{ENGLISH} Said again."}
BETTER, OTHER_40, THIRD_40 = model("better", 32), model("other", 40), model("third", 40)
KEPT_THEN_ANEW: list[tuple[dict[str, Any], int, int, None]] = [({}, 0, 0, None), ({}, 0, 1, None)]
OTHERS_ANEW = "Notes in other languages were re-indexed for the new model."


@pytest.mark.parametrize(("change", "syncs", "changed"), [
    # Of another length, and of the same.
    (bool, [({"multilingual": model}, 0, 3, OTHERS_ANEW) for model in (OTHER_40, THIRD_40)], {}),
    (bool, [({"main": BETTER}, 1, 0, MADE_ANEW)], {}),  # the multilingual vectors stay
    (bool, [({"alone": True}, 2, 0, OTHERS_ANEW)], dict.fromkeys(MIXED, MAIN)),  # reads what it had not
    (bool, [({"alone": True}, 2, 0, OTHERS_ANEW), ({}, 0, 3, OTHERS_ANEW)], dict.fromkeys(MIXED, BOTH)),
    (lambda vault: write_notes(vault, AGAIN), [({}, 1, 1, None)], {"Boot.md": BOTH}),
    # A renamed note keeps its vectors, which are made anew under its new title.
    (lambda vault: (vault / "Boot.md").rename(vault / "Kahn.md"), KEPT_THEN_ANEW, {"Kahn.md": OTHER}),
], ids=["multilingual model", "embedding model", "alone", "both again", "language", "name"])  # fmt: skip
async def test_what_another_model_or_text_calls_for_is_read_and_nothing_else(
    tmp_path: Path,
    change: Callable[[Path], object],
    syncs: list[tuple[dict[str, Any], int, int, str | None]],
    changed: dict[str, set[Space]],
) -> None:
    mixed = Bench(tmp_path, MIXED)
    await mixed.sync()
    change(mixed.vault)
    for models, main, multilingual, rebuilt in syncs:
        assert ((await mixed.sync(**models)).rebuilt, mixed.read) == (rebuilt, (main, multilingual))
    spaces = MIXED_SPACES | changed
    assert await mixed.spaces() == {path: spaces[path] for path in spaces if (mixed.vault / path).exists()}
