"""What the window asks of a vault: of a real one, of a group of them, and of the tests' fake."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest

from tests.builders import CHUNKER, WordCounter, WordTokenEncoder, write_notes
from tests.gui.fake_areas import (
    FakeBasket,
    FakeExcerpts,
    FakeIndex,
    FakeNotes,
    FakePages,
    FakeQuery,
    FakeRelations,
    FakeUsage,
)
from tests.gui.fake_script import Script, passage
from tests.gui.fake_service import FakeService
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ContextFormat, PassageState
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.query import CellKind, CountedNotes, NameKind, PropertyCell
from vaultsearch.core.values.relations import LooseEnds, NoteLinks, NoteName
from vaultsearch.core.values.search import Chunk, LongQueryOutcome, Mode, Result, SearchStage, Use
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.service.opening import open_group
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.protocol import VaultService
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

PARAMETERS = Parameters(command={"reranker.chain": "late_interaction", "multilingual_model": "none"})
GIFTS, CLUBS = "Gifts.md", "Clubs.md"
NOTES = {
    GIFTS: "---\ntags: [craft]\nrating: 4\n---\n# Gifts\n\n"
    "She would love a pottery course, see [[Clubs]] .\n",
    CLUBS: "# Clubs\n\nBread, bookbinding, pottery\n",
}
PASSAGES = (
    replace(passage("Gifts", "She would love a pottery course, see Clubs ."), tags=("craft",)),
    passage("Clubs", "Bread, bookbinding, pottery"),
)


@dataclass
class Held:
    """An open vault of two notes; their paths begin with ``prefix``."""

    service: VaultService
    prefix: str = ""

    @property
    def gifts(self) -> str:
        return self.prefix + GIFTS

    async def stages(self, query: str, mode: Mode = Mode.HYBRID, n: int | None = None) -> list[SearchStage]:
        return [stage async for stage in self.service.search_stages(query, n, mode)]

    async def results(self, query: str = "pottery") -> tuple[Result, ...]:
        return (await self.stages(query))[-1].results

    async def chunk(self) -> Chunk:
        return next(one.chunk for one in await self.results() if one.chunk.path == self.gifts)


@pytest.fixture(params=["fake", "session", "group"])
async def held(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Held]:
    monkeypatch.setattr(ComponentFactory, "encoder", WordTokenEncoder())
    monkeypatch.setattr(WordTokenEncoder, "counter", WordCounter(), raising=False)
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    vault = tmp_path / "Notes"
    write_notes(vault, NOTES)

    async def open_one(folder: Path) -> Vault:
        workers = Workers(in_thread, in_thread)
        index = settings.index_folder(folder)
        return await Vault.open(folder, index, PARAMETERS, workers, write=True)

    if request.param == "fake":
        links = {path: NoteLinks(NoteName(path, path[:-3]), (), (), (), ()) for path in NOTES}
        linked = {"note:Clubs": Preview(CLUBS, "Clubs", "<p>Bread</p>")}
        script = Script(
            passages=PASSAGES,
            links=links,
            notes=linked,
            tags={"craft": 1},
            properties={GIFTS: {"tags": ["craft"], "rating": 4}},
        )
        held = Held(cast("VaultService", FakeService(vault, script)))
    elif request.param == "session":
        held = Held(await open_one(vault))
    else:
        parts, workers = ComponentFactory(PARAMETERS), Workers(in_thread, in_thread)
        held = Held(await open_group([vault], open_one, parts, workers), "Notes/")
    await held.service.index.sync(lambda _: None)
    yield held
    await held.service.close()


class Contract:
    """A test for each operation, under its name."""

    @staticmethod
    async def folder(held: Held) -> None:
        assert held.service.folder == ALL_VAULTS if held.prefix else held.service.folder.name == "Notes"

    @staticmethod
    async def search_stages(held: Held) -> None:
        stages = await held.stages("pottery")
        assert [stage.final for stage in stages] == [False] * (len(stages) - 1) + [True]
        assert {stage.query for stage in stages} == {"pottery"}
        last = stages[-1]
        assert {found.chunk.path for found in last.results} == {held.gifts, held.prefix + CLUBS}
        assert last.settled
        assert not last.more
        assert all(found.snippet.matches and found.terms for found in last.results)
        assert all(found.url.startswith("obsidian://") for found in last.results)
        assert [(len(one.results), one.more) for one in await held.stages("pottery", n=1)][-1] == (1, True)
        nothing = (await held.stages("zymurgy", Mode.FULLTEXT))[-1]
        assert (nothing.results, nothing.final, nothing.settled) == ((), True, True)

    @staticmethod
    async def notes_found(held: Held) -> None:
        assert await held.service.query.notes_found("pottery", Mode.FULLTEXT) == 2
        assert await held.service.query.notes_found("zymurgy", Mode.FULLTEXT) is None

    @staticmethod
    async def note(held: Held) -> None:
        await held.service.usage.note("pottery", Mode.HYBRID, await held.chunk(), next(iter(Use)), 1)

    @staticmethod
    async def note_opened(held: Held) -> None:
        await held.service.usage.note_opened(held.gifts)

    @staticmethod
    async def named(held: Held) -> None:
        (match,) = await held.service.notes.named("gfits", 9)
        assert (match.note.path, match.kind, match.name) == (held.gifts, NameKind.TITLE, "Gifts")
        assert match.marks
        assert match.uri == match.note.uri
        assert match.uri.startswith("obsidian://")
        assert {one.note.path for one in await held.service.notes.named("", 9)} == {
            held.gifts,
            held.prefix + CLUBS,
        }
        assert len(await held.service.notes.named("", 1)) == 1
        assert await held.service.notes.named("zymurgy", 9) == ()

    @staticmethod
    async def titled(held: Held) -> None:
        assert [one.note.path for one in await held.service.notes.titled("gift", 9)] == [held.gifts]
        assert await held.service.notes.titled("gift in:gifts", 9) == ()

    @staticmethod
    async def beginnings(held: Held) -> None:
        found = await held.service.notes.beginnings(9)
        assert {note.path for note in found.changed} == {held.gifts, held.prefix + CLUBS}
        assert found.opened == ()

    @staticmethod
    async def forget(held: Held) -> None:
        await held.service.usage.forget("pottery")
        await held.service.usage.forget("pottery", held.gifts)

    @staticmethod
    async def search_passage(held: Held) -> None:
        answer = await held.service.search_passage("She would love a pottery course, see Clubs .")
        assert answer.outcome is LongQueryOutcome.FOUND
        assert held.gifts in {found.chunk.path for found in answer.results}

    @staticmethod
    async def completions(held: Held) -> None:
        found = await held.service.query.completions("tag:cr", 6)
        assert (found.start, found.end) == (4, 6)
        assert "craft" in [one.label for one in found.proposals]

    @staticmethod
    async def parts(held: Held) -> None:
        assert [part.written for part in await held.service.query.parts("pottery tag:craft")] == ["tag:craft"]

    @staticmethod
    async def facets(held: Held) -> None:
        all_notes = await held.service.query.facets("", Mode.HYBRID, ())
        assert (all_notes.counted, all_notes.notes) == (CountedNotes.VAULT, 2)
        listed = await held.service.query.facets("pottery", Mode.HYBRID, [held.gifts])
        assert (listed.counted, listed.notes) == (CountedNotes.LISTED, 1)

    @staticmethod
    async def toggled(held: Held) -> None:
        found = await held.service.query.facets("", Mode.HYBRID, ())
        (craft,) = [one for one in found.tags if one.value == "craft"]
        edit = await held.service.query.toggled("pottery", craft)
        assert edit.applied("pottery").split() == ["pottery", "tag:craft"]

    @staticmethod
    async def active_note(held: Held) -> None:
        assert await held.service.pages.active_note() is None, "Obsidian has not opened these"

    @staticmethod
    async def compared(held: Held) -> None:
        comparison = await held.service.excerpts.compared("She paints. He sings.", "He sings.")
        assert [sentence.counterpart for sentence in comparison.first] == [None, 0]

    @staticmethod
    async def link_to(held: Held) -> None:
        link = await held.service.excerpts.link_to(held.gifts)
        assert link.startswith("[[")
        assert "ifts" in link

    @staticmethod
    async def note_counts(held: Held) -> None:
        counts = await held.service.query.note_counts(["tag:craft", "tag:none", "pottery"])
        assert [count and count.total for count in counts] == [1, 0, None]

    @staticmethod
    async def relaxations(held: Held) -> None:
        assert isinstance(await held.service.query.relaxations("zymurgy", Mode.FULLTEXT), tuple)

    @staticmethod
    async def properties(held: Held) -> None:
        found = await held.service.query.properties([held.gifts, held.prefix + CLUBS], ["rating", "none"])
        assert {(one.name, one.count) for one in found.names} == {("tags", 1), ("rating", 1)}
        assert found.cells == {held.gifts: {"rating": PropertyCell(CellKind.NUMBER, "4", 4.0)}}

    @staticmethod
    async def examples(held: Held) -> None:
        assert isinstance(await held.service.query.examples(), tuple)

    @staticmethod
    async def sync(held: Held) -> None:
        report = await held.service.index.sync(lambda _: None)
        assert (report.added, report.changed, report.removed, report.cancelled) == (0, 0, 0, False)
        assert report.unchanged == 2

    @staticmethod
    async def read_for(held: Held) -> None:
        await held.service.index.read_for("de", enabled=True)
        await held.service.index.read_for("de", enabled=False)

    @staticmethod
    async def changes(held: Held) -> None:
        changes = held.service.index.changes()
        waiting = asyncio.ensure_future(anext(changes))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await changes.aclose()

    @staticmethod
    async def preview(held: Held) -> None:
        preview = await held.service.pages.preview(await held.chunk())
        assert (preview.path, preview.title) == (held.gifts, "Gifts")
        assert "pottery" in preview.html
        assert preview.anchor in preview.html

    @staticmethod
    async def part(held: Held) -> None:
        assert await held.service.pages.part(await held.service.pages.preview(await held.chunk()), 99) is None

    @staticmethod
    async def refreshed(held: Held) -> None:
        shown = await held.service.pages.preview(await held.chunk())
        assert await held.service.pages.refreshed(shown, 1) is None

    @staticmethod
    async def linked(held: Held) -> None:
        linked = await held.service.pages.linked("note:Clubs", held.gifts)
        assert linked is not None
        assert "Bread" in linked.html
        assert await held.service.pages.linked("note:Nowhere", held.gifts) is None

    @staticmethod
    async def preview_at(held: Held) -> None:
        top = await held.service.pages.preview_at(held.gifts, 0)
        assert top is not None
        assert top.path == held.gifts
        assert await held.service.pages.preview_at(f"{held.prefix}none.md", 0) is None

    @staticmethod
    async def part_with(held: Held) -> None:
        preview = await held.service.pages.preview(await held.chunk())
        assert await held.service.pages.part_with(preview, ["zymurgy"], 0, 1) is None

    @staticmethod
    async def marks(held: Held) -> None:
        (result, *_) = await held.results()
        (block,) = await held.service.pages.marks(["a pottery course"], [0], result)
        assert [block.text[span.start : span.end] for span in block.matches] == ["pottery"]

    @staticmethod
    async def occurrences(held: Held) -> None:
        (block,) = await held.service.pages.occurrences(["A Pottery course"], "pottery")
        assert [(span.start, span.end) for span in block] == [(2, 9)]

    @staticmethod
    async def occurrence_counts(held: Held) -> None:
        preview = await held.service.pages.preview(await held.chunk())
        assert await held.service.pages.occurrence_counts(preview, "POTTERY") == (1,)

    @staticmethod
    async def load(held: Held) -> None:
        """Give the basket back in its order, to whoever opens the vault."""
        chunks = [result.chunk for result in await held.results()]
        await held.service.basket.save(chunks[::-1])
        assert [chunk.id for chunk in await held.service.basket.load()] == [one.id for one in chunks[::-1]]

    @staticmethod
    async def save(held: Held) -> None:
        await held.service.basket.save([await held.chunk()])
        await held.service.basket.save([])
        assert await held.service.basket.load() == ()

    @staticmethod
    async def states(held: Held) -> None:
        chunk = await held.chunk()
        gone = replace(chunk, path=f"{held.prefix}none.md")
        assert await held.service.basket.states([chunk, gone]) == (PassageState.CURRENT, PassageState.GONE)

    @staticmethod
    async def current_passage(held: Held) -> None:
        chunk = await held.chunk()
        changed = replace(chunk, content="She loved pottery", text="She loved pottery")
        found = await held.service.basket.current_passage(changed)
        assert found is not None
        assert (found.path, found.text) == (chunk.path, chunk.text)

    @staticmethod
    async def first_passage(held: Held) -> None:
        first = await held.service.basket.first_passage(held.gifts)
        assert first is not None
        assert first.path == held.gifts
        assert await held.service.basket.first_passage(f"{held.prefix}none.md") is None

    @staticmethod
    async def picture(held: Held) -> None:
        assert await held.service.pages.picture("embed:none.png", held.gifts) is None

    @staticmethod
    async def canvas(held: Held) -> None:
        assert await held.service.pages.canvas(held.gifts) is None

    @staticmethod
    async def thumbnail(held: Held) -> None:
        assert await held.service.pages.thumbnail(held.gifts) is None

    @staticmethod
    async def sheets(held: Held) -> None:
        assert await held.service.pages.sheets(held.gifts) == ()

    @staticmethod
    async def sheet(held: Held) -> None:
        preview = await held.service.pages.preview(await held.chunk())
        assert await held.service.pages.sheet(preview, 1, 100, ("pottery",)) is None

    @staticmethod
    async def words_in_picture(held: Held) -> None:
        assert await held.service.pages.words_in_picture(held.gifts, "", ("pottery",)) == ()

    @staticmethod
    async def cited(held: Held) -> None:
        chunk = await held.chunk()
        excerpt = await held.service.excerpts.cited([chunk, chunk])
        assert excerpt.text.count("pottery course") == excerpt.html.count("pottery course") == 2
        assert excerpt.text.count("Gifts") >= 2
        assert '<a href="obsidian://open?' in excerpt.html

    @staticmethod
    async def context_html(held: Held) -> None:
        html = await held.service.excerpts.context_html("**pottery** <script>", ContextFormat.MARKDOWN)
        assert "pottery" in html
        assert "<script" not in html
        xml = await held.service.excerpts.context_html("<note>", ContextFormat.XML)
        assert xml == "<pre>&lt;note&gt;</pre>"

    @staticmethod
    async def wikilinks(held: Held) -> None:
        chunk = replace(await held.chunk(), heading_path=("Gifts", "For: [Anna]"))
        assert await held.service.excerpts.wikilinks([chunk]) == ("[[Gifts#For Anna]]",)

    @staticmethod
    async def passage_at(held: Held) -> None:
        chunk = await held.chunk()
        found = await held.service.excerpts.passage_at(held.gifts, chunk.line_start + 1)
        assert found is not None
        assert (found.chunk.id, found.chunk.path) == (chunk.id, held.gifts)
        assert found.url.startswith("obsidian://open?")
        assert await held.service.excerpts.passage_at(f"{held.prefix}none.md", 1) is None

    @staticmethod
    async def text(held: Held) -> None:
        chunk = (await held.results())[0].chunk
        preview = await held.service.pages.preview(chunk)
        assert "pottery" in (await held.service.pages.text(preview) or "")

    @staticmethod
    async def versions_with(held: Held) -> None:
        assert await held.service.history.versions_with(held.gifts, (), "pottery") == ()

    @staticmethod
    async def topics(held: Held) -> None:
        for topic in await held.service.relations.topics():
            assert all(note.path.startswith(held.prefix) for note in topic.notes)

    @staticmethod
    async def entities(held: Held) -> None:
        for entity in await held.service.relations.entities():
            assert all(note.path.startswith(held.prefix) for note in entity.notes)
            assert not entity.path or entity.path.startswith(held.prefix)

    @staticmethod
    async def above(held: Held) -> None:
        assert await held.service.relations.above(held.gifts) == ()

    @staticmethod
    async def note_map(held: Held) -> None:
        shown = await held.service.relations.note_map()
        assert all(dot.path.startswith(held.prefix) for dot in shown.dots)
        assert all(max(pair) < len(shown.dots) for pair in shown.links)

    @staticmethod
    async def topic_passages(held: Held) -> None:
        for topic in await held.service.relations.topics():
            (passage,) = await held.service.relations.topic_passages(topic, 1)
            assert passage.path.startswith(held.prefix)

    @staticmethod
    async def suggestions(held: Held) -> None:
        suggested = await held.service.relations.suggestions(held.gifts)
        assert suggested.note.path == held.gifts
        assert all(link.path.startswith(held.prefix) for link in suggested.mentions)

    @staticmethod
    async def hiding(held: Held) -> None:
        edit = await held.service.query.hiding("pottery", "People")
        assert edit.applied("pottery") == 'pottery -path:"People/" '

    @staticmethod
    async def context(held: Held) -> None:
        chunks = [found.chunk for found in await held.results()]
        made = await held.service.context(chunks, budget=500)
        assert "pottery" in made.text
        assert 0 < made.tokens <= made.budget == 500
        assert {piece.path for piece in made.pieces} == {held.gifts, held.prefix + CLUBS}
        turned = await held.service.context(chunks[::-1], keep_order=True)
        assert [piece.path for piece in turned.pieces] == [chunk.path for chunk in chunks[::-1]]

    @staticmethod
    async def find_note(held: Held) -> None:
        assert await held.service.find_note("Gifts") == held.gifts
        with pytest.raises(NoteNotFoundError):
            await held.service.find_note("Nowhere")

    @staticmethod
    async def read(held: Held) -> None:
        note = await held.service.read(held.gifts)
        assert (note.path, note.title) == (held.gifts, "Gifts")
        assert "pottery course" in note.text
        with pytest.raises(NoteNotFoundError):
            await held.service.read(f"{held.prefix}none.md")

    @staticmethod
    async def answers(held: Held) -> None:
        chunk = await held.chunk()
        found = await held.service.answers("zymurgy", (chunk,))
        assert {answer.path for answer in found} <= {held.gifts}
        assert await held.service.answers("", (replace(chunk, path=held.gifts),)) == ()
        assert await held.service.answers("zymurgy", (replace(chunk, path=f"{held.prefix}none.md"),)) == ()

    @staticmethod
    async def related(held: Held) -> None:
        assert isinstance(await held.service.relations.related(held.gifts), tuple)
        with pytest.raises(NoteNotFoundError):
            await held.service.relations.related(f"{held.prefix}none.md")

    @staticmethod
    async def links_of(held: Held) -> None:
        assert (await held.service.relations.links_of(held.gifts)).note.path == held.gifts
        with pytest.raises(NoteNotFoundError):
            await held.service.relations.links_of(f"{held.prefix}none.md")

    @staticmethod
    async def loose_ends(held: Held) -> None:
        assert isinstance(await held.service.relations.loose_ends(), LooseEnds)

    @staticmethod
    async def duplicates(held: Held) -> None:
        assert await held.service.relations.duplicates() == ()

    @staticmethod
    async def versions(held: Held) -> None:
        assert await held.service.history.versions(held.gifts) == ()

    @staticmethod
    async def difference(held: Held) -> None:
        deleted = NoteVersion("0" * 40, datetime.now().astimezone(), "removed", held.gifts, "")
        difference = await held.service.history.difference(held.gifts, deleted)
        assert (difference.path.endswith(GIFTS), difference.version) == (True, deleted)

    @staticmethod
    async def fill_summaries(held: Held) -> None:
        await held.service.index.fill_summaries(lambda _: None)
        assert await held.service.index.fill_summaries(lambda _: None) == 0

    @staticmethod
    async def status(held: Held) -> None:
        status = await held.service.status()
        assert (status.vault, status.notes) == (held.service.folder, 2)
        assert status.completeness.of_words
        assert status.last_sync is not None
        assert not status.read_only

    @staticmethod
    async def use(held: Held) -> None:
        await held.service.use({})

    @staticmethod
    async def hold(held: Held) -> None:
        held.service.hold()
        await held.service.close()
        assert (await held.service.status()).files == len(NOTES)

    @staticmethod
    async def close(held: Held) -> None:
        """Need no test: the fixture closes the vault after every one."""


FAKES = (
    *(FakeService, FakeBasket, FakeIndex, FakeNotes, FakePages),
    *(FakeQuery, FakeExcerpts, FakeRelations, FakeUsage),
)
"""The window is tested with these: it asks nothing else of a vault."""
PROMISES = [
    name
    for fake in FAKES
    for name, value in vars(fake).items()
    if inspect.isfunction(value) and name[0] != "_"
]


@pytest.mark.parametrize("promise", PROMISES)
async def test_a_vault_keeps_its_promise(held: Held, promise: str) -> None:
    await getattr(Contract, promise)(held)
