"""The words of an index are counted by what changed since they were last: as if all were counted anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import write_notes
from tests.core.index.indexing import small_pipeline, synced
from tests.core.index.test_killing import started
from tests.core.search.indexed_notes import expanding
from tests.monkey.changes import change_files
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.index import upkeep
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables import index_tables, writing
from vaultsearch.core.index.tables.index_tables import CHUNKS
from vaultsearch.core.query.vocabulary import CountedWords, WordCounter, WordVocabulary
from vaultsearch.core.threads import in_thread

FORMS = ("run", "runs", "running", "résumé", "resume", "resumes", "töpfe", "topfe", "topf", "die", "dying")
"""Of one stem, folded alike, or both; and a word of another stem than the word it is the stem of."""
_TEXT = st.lists(st.sampled_from(FORMS), max_size=4).map(" ".join)
_TEXTS = st.lists(st.builds(SearchedText, _TEXT, _TEXT, st.sampled_from(["", "de", "en"])), max_size=8)


def contents(vocabulary: WordVocabulary) -> dict[str, Any]:
    """All that a vocabulary holds, with what questions have it derive."""
    vocabulary.count("run", "de")
    vocabulary.containing("run")
    return vars(vocabulary) | {"_stems_by_language": +vocabulary._stems_by_language["de"]}


@given(_TEXTS, _TEXTS, _TEXTS)
def test_changed_texts_leave_the_vocabulary_of_all(
    lasting: Sequence[SearchedText], gone: Sequence[SearchedText], come: Sequence[SearchedText]
) -> None:
    counter, changes, anew = WordCounter(), WordCounter(), WordCounter()
    counter.add([*lasting, *gone])
    changes.add(gone, -1)
    changes.add(come)
    anew.add([*come, *lasting])
    former = WordVocabulary(*counter.counted())
    unchanged = contents(former)
    renewed = former.updated(counter, counter.merge(changes))
    assert counter.counted() == anew.counted()
    assert contents(renewed) == contents(WordVocabulary(*anew.counted()))
    assert contents(former) == unchanged, "another thread may be searching in it"


def change(vault: Path, dice: Random) -> None:
    kind = dice.choice(("edit", "create", "rename", "delete", "move", "rename folder"))
    folder = dice.choice(sorted(vault.rglob("*.md"))).parent
    if kind != "rename folder":
        change_files(vault, kind, 1, dice)
    elif folder != vault:
        folder.rename(vault / f"Renamed {dice.random()}")


@pytest.mark.parametrize("seed", range(9 if THOROUGH else 1))
async def test_after_any_changes_the_words_are_those_counted_anew(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """By this process or another, each of which may merge the tables, and one of which is killed."""
    monkeypatch.setattr(index_tables, "_READ_FRESHNESS", timedelta(0))
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    monkeypatch.setattr(writing, "LEFT_BEHIND", 5)
    index, dice, done, whole = tmp_path / "index", Random(seed), list[str](), list[object]()
    write_notes(
        vault, {f"{n % 3}/{word} {n}.md": f"# {word}\n\nA {word}." for n, word in enumerate(FORMS * 2)}
    )
    for _ in range(2):  # the second time, there are vectors of former texts, and their table
        await synced(vault, index)
        change_files(vault, "delete", 1, dice)
    async with AsyncExitStack() as stack:
        own, other = [stack.enter_context(closing(await LanceCorpus.open(index))) for _ in range(2)]
        expander = await stack.enter_async_context(expanding(own, rested_s=0, stored=CountedWords(index)))
        own.upkeep.through_merge = expander.through_merge
        read = own.notes.words

        def words(version: Any, former: Any = None) -> Any:
            whole.extend([version] if former is None else [])
            return read(version, former)

        monkeypatch.setattr(own.notes, "words", words)

        async def sync(anew: str | None = None) -> None:
            await small_pipeline(vault, dice.choice((own, other))).sync(anew=anew)

        async def restore() -> None:
            versions = await other.tables[CHUNKS].list_versions()
            await other.tables[CHUNKS].checkout(versions[-2:][0]["version"])
            await other.tables[CHUNKS].restore()

        async def kill() -> None:
            with started(vault, index, dice.randrange(25)) as process:
                await in_thread(process.wait, PROCESS_S)

        steps: dict[str, Callable[[], Awaitable[None]]] = {
            "sync": sync,
            "restore": restore,
            "merge": own.upkeep.tidy,
            # These drop the version that was counted.
            "anew": lambda: sync("asked for"),
            "merge elsewhere": other.upkeep.tidy,
            "kill": kill,
        }
        for name in dice.choices([*steps], (20, 3, 4, 1, 1, 1), k=40):
            for _ in range(dice.randrange(3)):
                change(vault, dice)
            await steps[name]()
            done.append(name)
            if dice.random() < 0.6:
                await expander.prepare()
                assert not whole or {*done} & {*[*steps][3:]}, done
                async with expanding(other) as anew:
                    assert contents(await expander.vocabulary()) == contents(await anew.vocabulary()), done
                done.clear()
                whole.clear()
