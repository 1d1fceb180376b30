"""The words of an index are counted by what changed since they were last: as if all were counted anew."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import HashEncoder
from tests.core.search.indexed_notes import expanding, indexed, write_passages
from tests.thoroughness import THOROUGH
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.index import upkeep
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables import index_tables, writing
from vaultsearch.core.index.tables.index_tables import CHUNKS
from vaultsearch.core.index.tables.predicates import is_in
from vaultsearch.core.query.vocabulary import CountedWords, DatedWordCounts, WordCounter
from vaultsearch.core.values.note import Revision

FORMS = ("run", "runs", "running", "résumé", "resume", "resumes", "töpfe", "topfe", "topf", "die", "dying")
KINDS = ("write", "delete", "move", "touch", "cut off", "restore after a cut write", "merge", "anew")
_TEXT = st.lists(st.sampled_from(FORMS), max_size=4).map(" ".join)
_TEXTS = st.lists(st.builds(SearchedText, _TEXT, _TEXT, st.sampled_from(["", "de", "en"])), max_size=8)


@given(_TEXTS, _TEXTS, _TEXTS)
def test_changed_texts_leave_the_counts_of_all(
    lasting: Sequence[SearchedText], gone: Sequence[SearchedText], come: Sequence[SearchedText]
) -> None:
    counter, changes, anew = WordCounter(), WordCounter(), WordCounter()
    counter.add([*lasting, *gone])
    changes.add(gone, -1)
    changes.add(come)
    anew.add([*come, *lasting])
    counter.merge(changes)
    assert counter.counted() == anew.counted()


def written(dice: Random) -> dict[str, str]:
    """A few notes that replace others, of words that others have."""
    sections = [f"# {dice.choice(FORMS)}\n\n{' '.join(dice.choices(FORMS, k=3))}" for _ in range(6)]
    return {
        f"{dice.choice('ab')}/{dice.choice(FORMS)} {n}.md": "\n\n".join(sections[3 * n :][:3])
        for n in range(2)
    }


async def change(corpus: LanceCorpus, kind: str, dice: Random) -> None:
    paths = sorted(await corpus.notes.paths()) or ["none.md"]
    some = dice.sample(paths, min(len(paths), dice.choice((1, 1, 4))))
    match kind:
        case "write":
            await write_passages(corpus, written(dice))
        case "delete":
            await corpus.writer.delete_notes(some)
        case "move":
            await corpus.writer.move_notes({f"moved {dice.random()}/{path}": path for path in some})
        case "touch":
            await corpus.writer.touch([Revision(path, 1, dice.randrange(10**18)) for path in some])
        case "cut off":
            await corpus.tables[CHUNKS].delete(is_in("path", some))
        case "restore after a cut write":
            versions = await corpus.tables[CHUNKS].list_versions()
            await corpus.tables[CHUNKS].checkout(versions[-2:][0]["version"])
            await corpus.tables[CHUNKS].restore()
        case "merge":
            await corpus.upkeep.tidy()
        case "anew":
            await corpus.writer.prepare(HashEncoder().dimension, anew=True, keeps_columns=True)


@pytest.mark.parametrize("seed", range(50 if THOROUGH else 2))
async def test_two_writers_count_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(index_tables, "READ_FRESHNESS", timedelta(0))
    monkeypatch.setattr(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1))
    monkeypatch.setattr(writing, "LEFT_BEHIND", 5)
    dice, done, whole = Random(seed), list[tuple[str, bool]](), list[object]()
    async with AsyncExitStack() as stack:
        own = await stack.enter_async_context(indexed(tmp_path, written(dice)))
        other = stack.enter_context(closing(await LanceCorpus.open(tmp_path)))
        expander = await stack.enter_async_context(expanding(own, rested_s=0, stored=CountedWords(tmp_path)))
        own.upkeep.through_merge[CHUNKS] = expander.through_merge
        read = own.notes.words

        def words(version: Any, former: Any = None) -> Any:
            whole.extend([version] if former is None else [])
            return read(version, former)

        monkeypatch.setattr(own.notes, "words", words)
        for kind in dice.choices(KINDS, (9, 3, 4, 2, 1, 1, 2, 1), k=30):
            is_own = dice.random() < 0.7
            await change(own if is_own else other, kind, dice)
            done.append((kind, is_own))
            if dice.random() < 0.6:
                await expander.prepare()
                assert not whole or ("merge", False) in done, done
                async with expanding(other) as anew:
                    assert vars(await expander.vocabulary()) == vars(await anew.vocabulary()), done
                done.clear()
                whole.clear()


async def test_words_are_counted_after_cut_tidying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelled while the counts were written, it left them as being written for the life of the process."""
    begun, let_go, write = asyncio.Event(), asyncio.Event(), CountedWords.write

    async def write_slowly(self: CountedWords, counted: DatedWordCounts) -> None:
        begun.set()
        await let_go.wait()
        await write(self, counted)

    async with (
        indexed(tmp_path, {f"{i}.md": "alpha" for i in range(9)}) as corpus,
        expanding(corpus, rested_s=0, stored=CountedWords(tmp_path)) as expander,
    ):
        corpus.upkeep.through_merge[CHUNKS] = expander.through_merge
        for i in range(9):
            await write_passages(corpus, {f"{i}.md": "beta"})
        await expander.prepare()
        with monkeypatch.context() as patched:
            patched.setattr(CountedWords, "write", write_slowly)
            tidying = asyncio.create_task(corpus.upkeep.tidy())
            await begun.wait()
            tidying.cancel()
            await asyncio.wait([tidying])
            let_go.set()
            await expander.prepare()
        await write_passages(corpus, {"new.md": "gamma"})
        await expander.prepare()
        assert (await expander.vocabulary()).count_as_written("gamma") == 1
