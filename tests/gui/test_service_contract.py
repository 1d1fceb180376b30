"""What the window asks of a vault: of a real one, of a group of them, and of the tests' fake."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest

from tests.builders import CHUNKER, WordCounter, WordTokenEncoder, present, write_notes
from tests.gui import fake_areas
from tests.gui.fake_script import Script, passage
from tests.gui.fake_service import FakeService
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ContextFormat, PassageState
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.query import CellKind, CountedNotes, NameKind, PropertyCell
from vaultsearch.core.values.relations import LooseEnds, NoteLinks, NoteName, VaultTopic
from vaultsearch.core.values.search import Chunk, LongQueryOutcome, Mode, Result, SearchStage, Use
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.service.areas.passages import Excerpts
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
class Contract:
    """An open vault of two notes, whose paths begin with ``prefix``; a test is named after each operation."""

    service: VaultService
    prefix: str = ""
    passage: Chunk = field(init=False)
    page: Preview = field(init=False)

    def __post_init__(self) -> None:
        self.gifts, self.clubs, self.none = (self.prefix + name for name in (GIFTS, CLUBS, "none.md"))

    async def stages(self, query: str, mode: Mode = Mode.HYBRID, n: int | None = None) -> list[SearchStage]:
        return [stage async for stage in self.service.search_stages(query, n, mode)]

    async def results(self, query: str = "pottery") -> tuple[Result, ...]:
        return (await self.stages(query))[-1].results

    async def show_gifts(self) -> None:
        (self.passage,) = [one.chunk for one in await self.results() if one.chunk.path == self.gifts]
        self.page = await self.service.pages.preview(self.passage)

    async def folder(self) -> None:
        assert self.service.folder == ALL_VAULTS if self.prefix else self.service.folder.name == "Notes"

    async def search_stages(self) -> None:
        stages = await self.stages("pottery")
        assert [stage.final for stage in stages] == [False] * (len(stages) - 1) + [True]
        assert {stage.query for stage in stages} == {"pottery"}
        last = stages[-1]
        assert {found.chunk.path for found in last.results} == {self.gifts, self.clubs}
        assert last.settled
        assert not last.more
        assert all(found.snippet.matches and found.terms for found in last.results)
        assert all(found.url.startswith("obsidian://") for found in last.results)
        assert [(len(one.results), one.more) for one in await self.stages("pottery", n=1)][-1] == (1, True)
        nothing = (await self.stages("zymurgy", Mode.FULLTEXT))[-1]
        assert (nothing.results, nothing.final, nothing.settled) == ((), True, True)

    async def notes_found(self) -> None:
        assert await self.service.query.notes_found("pottery", Mode.FULLTEXT) == 2
        assert await self.service.query.notes_found("zymurgy", Mode.FULLTEXT) is None

    async def named(self) -> None:
        (match,) = await self.service.notes.named("gfits", 9)
        assert (match.note.path, match.kind, match.name) == (self.gifts, NameKind.TITLE, "Gifts")
        assert match.marks
        assert match.uri == match.note.uri
        assert match.uri.startswith("obsidian://")
        assert {one.note.path for one in await self.service.notes.named("", 9)} == {self.gifts, self.clubs}
        assert len(await self.service.notes.named("", 1)) == 1
        assert await self.service.notes.named("zymurgy", 9) == ()

    async def titled(self) -> None:
        assert [one.note.path for one in await self.service.notes.titled("gift", 9)] == [self.gifts]
        assert await self.service.notes.titled("gift in:gifts", 9) == ()

    async def beginnings(self) -> None:
        found = await self.service.notes.beginnings(9)
        assert {note.path for note in found.changed} == {self.gifts, self.clubs}
        assert found.opened == ()

    async def search_passage(self) -> None:
        answer = await self.service.search_passage("She would love a pottery course, see Clubs .")
        assert answer.outcome is LongQueryOutcome.FOUND
        assert self.gifts in {found.chunk.path for found in answer.results}

    async def relaxations(self) -> None:
        found = await self.service.query.relaxations("zymurgy", Mode.FULLTEXT)
        assert {relaxation.mode for relaxation in found} <= {Mode.SEMANTIC}

    async def examples(self) -> None:
        assert "" not in [example.query for example in await self.service.query.examples()]

    async def loose_ends(self) -> None:
        assert await self.service.relations.loose_ends() == LooseEnds((), ())

    async def completions(self) -> None:
        dates = await self.service.query.completions("after:let", 9, ["heute", "letzte Woche"])
        assert [proposal.label for proposal in dates.proposals] == ["letzte Woche"]
        found = await self.service.query.completions("tag:cr", 6)
        assert (found.start, found.end) == (4, 6)
        assert "craft" in [one.label for one in found.proposals]

    async def parts(self) -> None:
        assert [part.written for part in await self.service.query.parts("pottery tag:craft")] == ["tag:craft"]

    async def facets(self) -> None:
        all_notes = await self.service.query.facets("", Mode.HYBRID, ())
        assert (all_notes.counted, all_notes.notes) == (CountedNotes.VAULT, 2)
        listed = await self.service.query.facets("pottery", Mode.HYBRID, [self.gifts])
        assert (listed.counted, listed.notes) == (CountedNotes.LISTED, 1)

    async def toggled(self) -> None:
        found = await self.service.query.facets("", Mode.HYBRID, ())
        (craft,) = [one for one in found.tags if one.value == "craft"]
        edit = await self.service.query.toggled("pottery", craft)
        assert edit.applied("pottery").split() == ["pottery", "tag:craft"]

    async def compared(self) -> None:
        comparison = await self.service.excerpts.compared("She paints. He sings.", "He sings.")
        assert [sentence.counterpart for sentence in comparison.first] == [None, 0]

    async def link_to(self) -> None:
        link = await self.service.excerpts.link_to(self.gifts)
        assert link.startswith("[[")
        assert "ifts" in link

    async def note_counts(self) -> None:
        counts = await self.service.query.note_counts(["tag:craft", "tag:none", "pottery"])
        assert [count and count.total for count in counts] == [1, 0, None]

    async def properties(self) -> None:
        found = await self.service.query.properties([self.gifts, self.clubs], ["rating", "none"])
        assert {(one.name, one.count) for one in found.names} == {("tags", 1), ("rating", 1)}
        assert found.cells == {self.gifts: {"rating": PropertyCell(CellKind.NUMBER, "4", 4.0)}}

    async def sync(self) -> None:
        report = await self.service.index.sync(lambda _: None)
        assert (report.added, report.changed, report.removed, report.cancelled) == (0, 0, 0, False)
        assert report.unchanged == 2

    async def read_for(self) -> None:
        for enabled in (True, False):
            await self.service.index.read_for("de", enabled=enabled)

    async def forget(self) -> None:
        await self.service.usage.forget("pottery")
        await self.service.usage.forget("pottery", self.gifts)

    async def changes(self) -> None:
        changes = self.service.index.changes()
        waiting = asyncio.ensure_future(anext(changes))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await changes.aclose()

    async def preview(self) -> None:
        assert (self.page.path, self.page.title) == (self.gifts, "Gifts")
        assert "pottery" in self.page.html
        assert self.page.anchor in self.page.html

    async def linked(self) -> None:
        assert "Bread" in present(await self.service.pages.linked("note:Clubs", self.gifts)).html
        assert await self.service.pages.linked("note:Nowhere", self.gifts) is None

    async def preview_at(self) -> None:
        assert present(await self.service.pages.preview_at(self.gifts, 0)).path == self.gifts
        assert await self.service.pages.preview_at(self.none, 0) is None

    async def marks(self) -> None:
        (result, *_) = await self.results()
        (block,) = await self.service.pages.marks(["a pottery course"], [0], result)
        assert [block.text[span.start : span.end] for span in block.matches] == ["pottery"]

    async def occurrences(self) -> None:
        (block,) = await self.service.pages.occurrences(["A Pottery course"], "pottery")
        assert [(span.start, span.end) for span in block] == [(2, 9)]

    async def occurrence_counts(self) -> None:
        assert await self.service.pages.occurrence_counts(self.page, "POTTERY") == (1,)

    async def load(self) -> None:
        """Give the basket back in its order, to whoever opens the vault."""
        chunks = [result.chunk for result in await self.results()]
        await self.service.basket.save(chunks[::-1])
        assert [chunk.id for chunk in await self.service.basket.load()] == [one.id for one in chunks[::-1]]

    async def save(self) -> None:
        await self.service.basket.save([self.passage])
        await self.service.basket.save([])
        assert await self.service.basket.load() == ()

    async def states(self) -> None:
        states = await self.service.basket.states([self.passage, replace(self.passage, path=self.none)])
        assert states == (PassageState.CURRENT, PassageState.GONE)

    async def current_passage(self) -> None:
        changed = replace(self.passage, content="She loved pottery", text="She loved pottery")
        found = present(await self.service.basket.current_passage(changed))
        assert (found.path, found.text) == (self.passage.path, self.passage.text)

    async def first_passage(self) -> None:
        assert present(await self.service.basket.first_passage(self.gifts)).path == self.gifts
        assert await self.service.basket.first_passage(self.none) is None

    async def cited(self) -> None:
        excerpt = await self.service.excerpts.cited([self.passage, self.passage])
        assert excerpt.text.count("pottery course") == excerpt.html.count("pottery course") == 2
        assert excerpt.text.count("Gifts") >= 2
        assert '<a href="obsidian://open?' in excerpt.html

    async def context_html(self) -> None:
        html = await self.service.excerpts.context_html("**pottery** <script>", ContextFormat.MARKDOWN)
        assert "pottery" in html
        assert "<script" not in html
        xml = await self.service.excerpts.context_html("<note>", ContextFormat.XML)
        assert xml == "<pre>&lt;note&gt;</pre>"

    async def wikilinks(self) -> None:
        chunk = replace(self.passage, heading_path=("Gifts", "For: [Anna]"))
        assert await self.service.excerpts.wikilinks([chunk]) == ("[[Gifts#For Anna]]",)

    async def passage_at(self) -> None:
        found = present(await self.service.excerpts.passage_at(self.gifts, self.passage.line_start + 1))
        assert (found.chunk.id, found.chunk.path) == (self.passage.id, self.gifts)
        assert found.url.startswith("obsidian://open?")
        assert await self.service.excerpts.passage_at(self.none, 1) is None

    async def text(self) -> None:
        assert "pottery" in (await self.service.pages.text(self.page) or "")

    async def note_map(self) -> None:
        shown = await self.service.relations.note_map()
        assert all(dot.path.startswith(self.prefix) for dot in shown.dots)
        assert all(max(pair) < len(shown.dots) for pair in shown.links)

    async def topic_passages(self) -> None:
        topic = VaultTopic(1, "craft", (NoteName(self.gifts, "Gifts"),))
        (passage,) = await self.service.relations.topic_passages(topic, 1)
        assert passage.path == self.gifts

    async def suggestions(self) -> None:
        suggested = await self.service.relations.suggestions(self.gifts)
        assert suggested.note.path == self.gifts
        assert all(link.path.startswith(self.prefix) for link in suggested.mentions)

    async def hiding(self) -> None:
        edit = await self.service.query.hiding("pottery", "People")
        assert edit.applied("pottery") == 'pottery -path:"People/" '

    async def context(self) -> None:
        chunks = [found.chunk for found in await self.results()]
        made = await self.service.context(chunks, budget=500)
        assert "pottery" in made.text
        assert 0 < made.tokens <= made.budget == 500
        assert {piece.path for piece in made.pieces} == {self.gifts, self.clubs}
        turned = await self.service.context(chunks[::-1], keep_order=True)
        assert [piece.path for piece in turned.pieces] == [chunk.path for chunk in chunks[::-1]]

    async def read(self) -> None:
        note = await self.service.read(self.gifts)
        assert (note.path, note.title) == (self.gifts, "Gifts")
        assert "pottery course" in note.text

    async def answers(self) -> None:
        found = await self.service.answers("zymurgy", (self.passage,))
        assert {answer.path for answer in found} <= {self.gifts}
        assert await self.service.answers("", (self.passage,)) == ()
        assert await self.service.answers("zymurgy", (replace(self.passage, path=self.none),)) == ()

    async def related(self) -> None:
        assert {note.path for note in await self.service.relations.related(self.gifts)} <= {self.clubs}

    async def links_of(self) -> None:
        assert (await self.service.relations.links_of(self.gifts)).note.path == self.gifts
        relations, none = self.service.relations, self.none
        for asking in (self.service.read(none), relations.related(none), relations.links_of(none)):
            with pytest.raises(NoteNotFoundError):
                await asking

    async def difference(self) -> None:
        deleted = NoteVersion("0" * 40, datetime.now().astimezone(), "removed", self.gifts, "")
        difference = await self.service.history.difference(self.gifts, deleted)
        assert (difference.path.endswith(GIFTS), difference.version) == (True, deleted)

    async def status(self) -> None:
        status = await self.service.status()
        assert (status.vault, status.notes) == (self.service.folder, 2)
        assert status.completeness.of_words
        assert status.last_sync is not None
        assert not status.read_only

    async def hold(self) -> None:
        self.service.hold()
        await self.service.close()
        assert (await self.service.status()).files == len(NOTES)

    async def close(self) -> None:
        """Need no test: the fixture closes the vault after every one."""


EMPTY: dict[str, Callable[[Contract], Awaitable[object]]] = {
    "active_note": lambda held: held.service.pages.active_note(),
    "part": lambda held: held.service.pages.part(held.page, 99),
    "part_with": lambda held: held.service.pages.part_with(held.page, ["zymurgy"], 0, 1),
    "refreshed": lambda held: held.service.pages.refreshed(held.page, 1),
    "picture": lambda held: held.service.pages.picture("embed:none.png", held.gifts),
    "canvas": lambda held: held.service.pages.canvas(held.gifts),
    "thumbnail": lambda held: held.service.pages.thumbnail(held.gifts),
    "sheets": lambda held: held.service.pages.sheets(held.gifts),
    "sheet": lambda held: held.service.pages.sheet(held.page, 1, 100, ("pottery",)),
    "words_in_picture": lambda held: held.service.pages.words_in_picture(held.gifts, "", ("pottery",)),
    "topics": lambda held: held.service.relations.topics(),
    "above": lambda held: held.service.relations.above(held.gifts),
    "duplicates": lambda held: held.service.relations.duplicates(),
    "versions": lambda held: held.service.history.versions(held.gifts),
    "versions_with": lambda held: held.service.history.versions_with(held.gifts, (), "pottery"),
    "note": lambda held: held.service.usage.note("x", Mode.HYBRID, held.passage, next(iter(Use)), 1),
    "note_opened": lambda held: held.service.usage.note_opened(held.gifts),
    "use": lambda held: held.service.use({}),
}
"""Operations that answer None, or an empty tuple, over these notes."""
FAKES = (
    *(FakeService, fake_areas.FakeBasket, fake_areas.FakeIndex, fake_areas.FakeNotes, fake_areas.FakePages),
    *(fake_areas.FakeQuery, Excerpts, fake_areas.FakeRelations, fake_areas.FakeUsage),
)
"""The window is tested with these: it asks nothing else of a vault."""
ASKED = {name: value for fake in FAKES for name, value in vars(fake).items()}
PROMISES = [name for name, value in ASKED.items() if inspect.isfunction(value) and name[0] != "_"]


@pytest.fixture(params=["fake", "session", "group"])
async def held(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Contract]:
    monkeypatch.setattr(ComponentFactory, "encoder", WordTokenEncoder())
    monkeypatch.setattr(WordTokenEncoder, "counter", WordCounter(), raising=False)
    monkeypatch.setattr(ComponentFactory, "chunker", CHUNKER)
    vault = tmp_path / "Notes"
    write_notes(vault, NOTES)

    async def open_one(folder: Path) -> Vault:
        workers = Workers(in_thread, in_thread)
        return await Vault.open(folder, settings.index_folder(folder), PARAMETERS, workers, write=True)

    if request.param == "fake":
        script = Script(
            passages=PASSAGES,
            links={path: NoteLinks(NoteName(path, path[:-3]), (), (), (), ()) for path in NOTES},
            notes={"note:Clubs": Preview(CLUBS, "Clubs", "<p>Bread</p>")},
            tags={"craft": 1},
            properties={GIFTS: {"tags": ["craft"], "rating": 4}},
        )
        held = Contract(cast("VaultService", FakeService(vault, script)))
    elif request.param == "session":
        held = Contract(await open_one(vault))
    else:
        parts, workers = ComponentFactory(PARAMETERS), Workers(in_thread, in_thread)
        held = Contract(await open_group([vault], open_one, parts, workers), "Notes/")
    await held.service.index.sync(lambda _: None)
    await held.show_gifts()
    yield held
    await held.service.close()


async def test_a_vault_keeps_its_promises(held: Contract) -> None:
    for promise in sorted(PROMISES, key=("use", "close").__contains__):
        if promise in EMPTY:
            assert await EMPTY[promise](held) in (None, ()), promise
        else:
            await getattr(held, promise)()
