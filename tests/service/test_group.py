"""Several vaults as one: notes are searched, read, cited and synced, each in its own vault."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders import found_paths, last_stage, open_vaults, present, write_notes
from tests.pdf_files import Pdf, PdfPage, TextLine
from tests.scripted_model import MODEL, ScriptedModel
from vaultsearch.core.errors import IndexDamagedError, NoteNotFoundError, NotIndexedError, VaultSearchError
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.values.relations import ModelRelation, NoteName
from vaultsearch.core.values.search import LongQueryTopic, Mode, RelaxationKind, Use, UsedBefore
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, Progress
from vaultsearch.core.vault.rendering.inline_html import wikilink_address
from vaultsearch.service.several.group import VaultGroup
from vaultsearch.service.several.merged_searches import merged_answer, summed_status
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

pytestmark = pytest.mark.usefixtures("token_parts")
PARAMETERS = Parameters(command={"reranker.chain": "late_interaction", "multilingual_model": "none"})
HOME = {
    "Boat/Planks.md": "---\ntags: [boat]\n---\n# Planks\n\nThe garboard has rivets and [[Glue]] .\n",
    "Glue.md": "# Glue\n\nResin for the house.\n",
    "Same.md": "rivets at home\n",
}
WORK = {
    "Projects/Bridge.md": "---\ntags: [steel]\n---\n# Bridge\n\nSteel beams and rivets and [[Glue]] .\n",
    "Glue.md": "# Glue\n\nEpoxy for the office.\n",
    "Same.md": "rivets at work\n",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_notes(tmp_path / "Home", HOME)
    return tmp_path / "Home"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    write_notes(tmp_path / "Work", WORK)
    return tmp_path / "Work"


async def open_one(vault: Path) -> Vault:
    return await Vault.open(vault, settings.index_folder(vault), PARAMETERS)


async def opened(*vaults: Path) -> VaultGroup:
    return await open_vaults(vaults, open_one, PARAMETERS)


@asynccontextmanager
async def grouped(*vaults: Path) -> AsyncIterator[VaultGroup]:
    """Open vaults as one, and bring their indexes up to date."""
    group = await opened(*vaults)
    try:
        await group.index.sync(lambda _: None)
        yield group
    finally:
        await group.close()


@pytest.fixture
async def group(home: Path, work: Path) -> AsyncIterator[VaultGroup]:
    async with grouped(home, work) as group:
        yield group


async def test_the_best_passages_of_all_vaults_are_one_list_under_the_vaults_names(group: VaultGroup) -> None:
    given = [stage async for stage in group.search_stages("rivets beams")]
    assert [stage.final for stage in given] == [False] * (len(given) - 1) + [True]
    paths = [result.chunk.path for result in given[-1].results]
    assert paths[0] == "Work/Projects/Bridge.md"
    assert {"Home/Boat/Planks.md", "Home/Same.md", "Work/Same.md"} < set(paths)
    ids = [result.chunk.id for result in given[-1].results]
    assert len(set(ids)) == len(ids), "notes of one path in two vaults are two"


async def test_a_misspelt_title_stands_on_top_of_all_vaults_as_in_its_own(home: Path, work: Path) -> None:
    """Regression: only a title exactly as typed came first among several vaults."""
    write_notes(home, {"Sourdough Starter.md": "Flour, water, patience.\n"})
    write_notes(work, {f"{at}.md": f"The starter of day {at} is no sourdough strater.\n" for at in range(4)})
    async with grouped(home, work) as group:
        for query in ("sourdough starter ", "sourdouhg starter "):
            first = (await last_stage(group, query)).results[0]
            assert (first.chunk.path, first.is_exact_title) == ("Home/Sourdough Starter.md", True)


async def test_every_mode_searches_every_vault(group: VaultGroup) -> None:
    for mode in Mode:
        name = "Glue" if mode is Mode.EXPLORE else "Same"  # exploring follows the links of each
        found = set(await found_paths(group, "rivets", mode=mode))
        assert {f"Home/{name}.md", f"Work/{name}.md"} <= found, mode


async def test_conditions_hold_in_each_vault_and_a_vaults_name_is_a_folder(group: VaultGroup) -> None:
    answers = {
        "tag:boat": {"Home/Boat/Planks.md"},
        "path:Work/ rivets": {"Work/Projects/Bridge.md", "Work/Same.md", "Work/Glue.md"},
        "-path:Work/ rivets": {"Home/Boat/Planks.md", "Home/Same.md", "Home/Glue.md"},
        r"rivets path:/^Work\/Projects\//": {"Work/Projects/Bridge.md"},
        "path:Home/Boat rivets": {"Home/Boat/Planks.md"},
        "path:Boat OR path:Projects": {"Home/Boat/Planks.md", "Work/Projects/Bridge.md"},
    }
    assert {query: set(await found_paths(group, query)) for query in answers} == answers


async def test_facets_are_those_of_all_vaults_and_narrow_to_one(group: VaultGroup) -> None:
    facets = await group.query.facets("", Mode.HYBRID, [])
    assert (facets.notes, facets.counted) == (6, CountedNotes.VAULT)
    assert [(one.value, one.count) for one in facets.folders] == [("Home", 3), ("Work", 3)]
    assert {one.value for one in facets.tags} == {"boat", "steel"}
    query = (await group.query.toggled("rivets ", facets.folders[1])).applied("rivets ")
    assert {path.partition("/")[0] for path in await found_paths(group, query)} == {"Work"}
    narrowed = await group.query.facets(query, Mode.HYBRID, ["Work/Same.md"])
    assert [(one.value, one.chosen) for one in narrowed.folders] == [("Work", True)]
    matching = await group.query.facets("tag:boat", Mode.HYBRID, [])
    assert (matching.notes, matching.counted) == (1, CountedNotes.MATCHING)
    assert (await group.query.completions("lang:eng", 8)).proposals[0].label == "English"
    proposed = await group.query.completions("path:Wo", 7)
    assert "Work" in {one.label.strip("/") for one in proposed.proposals}


async def test_a_note_is_read_and_its_links_lead_within_its_own_vault(group: VaultGroup) -> None:
    for query, glue, text in (("beams", "Work/Glue.md", "Epoxy"), ("garboard", "Home/Glue.md", "Resin")):
        result = (await last_stage(group, query)).results[0]
        page = await group.pages.preview(result.chunk)
        assert (page.path, await group.pages.part(page, 0) is None) == (result.chunk.path, False)
        links = await group.relations.links_of(result.chunk.path)
        assert (links.note.path, [one.path for one in links.outgoing]) == (result.chunk.path, [glue])
        linked = present(await group.pages.linked(wikilink_address("Glue"), result.chunk.path))
        assert (linked.path, text in linked.html) == (glue, True)
        assert present(await group.pages.preview_at(glue, 0)).path == glue
        assert text in (await group.read(glue)).text
    assert await group.pages.preview_at("Elsewhere/Glue.md", 0) is None
    with pytest.raises(NoteNotFoundError):
        await group.read("Elsewhere/Glue.md")
    orphans = (await group.relations.loose_ends()).orphans
    assert {one.path.partition("/")[0] for one in orphans} == {"Home", "Work"}


async def test_the_start_page_tells_of_links_as_each_vault_does(home: Path, work: Path) -> None:
    """A link went to the note of that name in any vault, of which no backlink was told."""
    write_notes(
        home, {"Maps/Index.md": "# Index\n", **dict.fromkeys(("a.md", "b.md", "c.md"), "[[Index]]\n")}
    )
    write_notes(work, {"Index.md": "# Index\n", "templates/Day.md": "a\n"})
    os.utime(home / "Maps/Index.md", (0, 0))
    async with grouped(home, work) as group:
        listed = await group.notes.beginnings(9)
        linked = await group.relations.links_of("Home/Maps/Index.md")
    assert [note.path for note in linked.backlinks] == ["Home/a.md", "Home/b.md", "Home/c.md"]
    assert [note.path for note in (*listed.central, *listed.most_linked)] == ["Home/Maps/Index.md"] * 2
    assert {note.path for note in listed.unlinked} == {"Home/Same.md", "Work/Index.md", "Work/Same.md"}


async def test_a_notes_words_are_marked_and_gone_through_in_its_own_vault(group: VaultGroup) -> None:
    result = (await last_stage(group, "garboard rivets")).results[0]
    assert result.chunk.path == "Home/Boat/Planks.md"
    text = "The garboard has rivets and Glue ."
    # The numbers of a passage's blocks were taken for paths of notes.
    nothing, marked = await group.pages.marks(["nothing", text], frozenset({0, 1}), result)
    assert nothing.matches == ()
    assert {text[span.start : span.end] for span in marked.matches} == {"garboard", "rivets"}
    page = await group.pages.preview(result.chunk)
    assert (await group.pages.part_with(page, ["rivets"], 0, 1) or (None,))[0] == 0
    assert await group.pages.part_with(page, ["beams"], 0, 1) is None


async def test_where_nothing_is_found_what_helps_counts_in_every_vault(group: VaultGroup) -> None:
    (first, *_) = await group.query.relaxations("rivets tag:none", Mode.FULLTEXT)
    assert (first.kind, first.subject, first.notes) == (RelaxationKind.CONDITION, "tag:none", 4)
    assert first.edit.applied("rivets tag:none").strip() == "rivets"
    words = await group.query.relaxations('"rivets resin"', Mode.FULLTEXT)
    alone = [(one.subject, one.notes) for one in words if one.kind is RelaxationKind.WORD]
    assert alone == [("resin", 1), ("rivets", 4)], "the rarest first"


async def test_each_passage_of_a_context_is_cited_by_its_own_vaults_link(group: VaultGroup) -> None:
    results = (await last_stage(group, "rivets")).results
    context = await group.context([result.chunk for result in results])
    by_path = {piece.path: piece.uri for piece in context.pieces}
    uris = [f"obsidian://open?vault={name}&file=Same" for name in ("Home", "Work")]
    assert [by_path["Home/Same.md"], by_path["Work/Same.md"]] == uris
    assert {*uris, "rivets at home", "rivets at work"} <= set(context.text.splitlines())
    same = next(result for result in results if result.chunk.path == "Work/Same.md")
    assert same.url == uris[1]
    assert uris[1] in (await group.excerpts.cited([same.chunk])).text
    assert await group.find_note("Bridge") == "Work/Projects/Bridge.md"
    with pytest.raises(NoteNotFoundError, match="2 notes"):
        await group.find_note("Same")


async def test_a_passage_of_the_single_vault_before_is_left_out_of_a_context(group: VaultGroup) -> None:
    # Copied just after the switch to all vaults, it ended in a report of a bug: KeyError.
    (first, *_) = (await last_stage(group, "rivets")).results
    alone = replace(first.chunk, path="Boat/Planks.md")
    assert [piece.path for piece in (await group.context([alone, first.chunk])).pieces] == [first.chunk.path]


async def test_a_text_is_searched_with_in_all_vaults(group: VaultGroup) -> None:
    answer = await group.search_passage("Steel beams and rivets, see the bridge.")
    assert {"Work/Projects/Bridge.md", "Home/Boat/Planks.md"} <= {one.chunk.path for one in answer.results}
    assert len(answer.topics) == 1
    parts = [LongQueryTopic(part, 1, 1, answer.results, text=part) for part in ("beams", "rivets")]
    answers = {"Home": replace(answer, topics=tuple(parts)), "Work": replace(answer, topics=(parts[1],))}
    assert [topic.label for topic in merged_answer(answers, 5).topics] == ["beams", "rivets"], "of one line"


async def test_a_change_in_one_vault_has_no_other_looked_through(group: VaultGroup, work: Path) -> None:
    async with aclosing(group.index.changes()) as changes:
        for _ in range(2):  # as each is watched from now on
            await anext(changes)
        await group.index.sync(lambda _: None)
        write_notes(work, {"New.md": "A zeppelin over the office.\n"})
        await anext(changes)
        report = await group.index.sync(lambda _: None, changes=True)
    assert (report.added, report.unchanged) == (1, len(WORK)), "those at home are not even counted"
    assert await found_paths(group, "zeppelin", mode=Mode.FULLTEXT) == ["Work/New.md"]


async def test_the_status_sums_up_and_knows_the_files(group: VaultGroup, home: Path, work: Path) -> None:
    status = await group.status()
    assert (status.vault, status.notes, status.failed) == (ALL_VAULTS, 6, ())
    members = [(one.name, one.folder, one.is_open) for one in status.members]
    assert members == [("Home", home, True), ("Work", work, True)]
    assert status.file("Work/Projects/Bridge.md") == work / "Projects" / "Bridge.md"


async def test_the_note_last_open_in_obsidian_is_active(group: VaultGroup, home: Path, work: Path) -> None:
    for vault, seconds, active in ((work, 2000, "Work"), (home, 1000, "Work"), (home, 3000, "Home")):
        write_notes(vault, {".obsidian/workspace.json": '{"lastOpenFiles": ["Same.md"]}'})
        os.utime(vault / ".obsidian/workspace.json", (seconds, seconds))
        assert present(await group.pages.active_note()).path == f"{active}/Same.md"


async def test_a_vault_away_or_unread_is_told_and_stops_none(home: Path, work: Path, tmp_path: Path) -> None:
    async with grouped(home, tmp_path / "Away", work) as group:
        assert {"Home/Same.md", "Work/Same.md"} <= set(await found_paths(group, "rivets"))
        status = await group.status()
    assert [one.is_open for one in status.members] == [True, False, True]
    assert "doesn't exist" in status.members[1].trouble
    assert [one.path for one in status.failed] == ["Away"]


async def test_a_vault_that_the_disk_refuses_stops_no_other(home: Path, work: Path) -> None:
    async def refused(vault: Path) -> Vault:
        if vault == work:
            raise PermissionError(13, "Permission denied")
        return await open_one(vault)

    group = await open_vaults((work, home), refused, PARAMETERS)
    troubles = [one.trouble for one in (await group.status()).members]
    assert troubles == ["Can't be opened (Permission denied). Check its permissions.", ""]
    await group.close()


async def test_where_no_vault_can_be_opened_each_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(VaultSearchError, match="No vault can") as trouble:
        await opened(tmp_path / "One", tmp_path / "Two")
    assert ["One: " in trouble.value.remedy, "Two: " in trouble.value.remedy] == [True, True]
    with pytest.raises(NotIndexedError):
        await opened()


async def test_a_vault_written_elsewhere_is_read_and_the_others_kept_fresh(home: Path, work: Path) -> None:
    async with grouped(home, work):
        pass
    lock = WriterLock(settings.index_folder(work))
    lock.acquire()
    group = await opened(home, work)
    write_notes(home, {"New.md": "a caisson\n"})
    write_notes(work, {"New.md": "a caisson\n"})
    assert (await group.index.sync(lambda _: None)).added == 1
    assert await found_paths(group, "caisson", mode=Mode.FULLTEXT) == ["Home/New.md"]
    assert "Work/Same.md" in await found_paths(group, "rivets")
    status = await group.status()
    assert [one.read_only for one in status.members] == [False, True]
    assert not status.read_only
    await group.close()
    alone = await opened(work)
    with pytest.raises(VaultSearchError, match="being updated by another program"):
        await alone.index.sync(lambda _: None)
    await alone.close()
    lock.release()


async def test_a_vault_that_goes_away_later_is_told_and_searched(group: VaultGroup, work: Path) -> None:
    shutil.rmtree(work)
    assert [one.path for one in (await group.index.sync(lambda _: None)).failed] == ["Work"]
    assert "Work" in {one.path for one in (await group.status()).failed}
    assert "Work/Same.md" in await found_paths(group, "rivets")


async def test_an_index_found_to_be_damaged_leaves_the_others_answers(home: Path, work: Path) -> None:
    async with grouped(home, work):
        pass
    group = await opened(home, work)
    for file in settings.index_folder(work).glob("chunks.lance/data/*"):
        file.write_bytes(b"no longer what it was")
    last = await last_stage(group, "rivets")
    assert "Home/Same.md" in {result.chunk.path for result in last.results}
    assert str(last.notice).startswith("Work: ")
    await group.close()


async def test_a_query_that_cannot_be_asked_anywhere_is_told_as_in_one_vault(group: VaultGroup) -> None:
    with pytest.raises(VaultSearchError, match="regular expression"):
        await found_paths(group, "/(/", mode=Mode.GREP)


async def test_giving_up_a_search_gives_up_every_vaults(group: VaultGroup) -> None:
    search = group.search_stages("rivets", mode=Mode.HYBRID)
    assert (await anext(search)).results
    await search.aclose()
    assert not [task for task in asyncio.all_tasks() - {asyncio.current_task()} if "_follow" in repr(task)]


async def test_a_vault_held_elsewhere_stays_open_and_has_its_own_paths_again(home: Path, work: Path) -> None:
    alone = await open_one(home)
    await alone.index.sync(lambda _: None)

    async def held(vault: Path) -> Vault:
        if vault != home:
            return await open_one(vault)
        alone.hold()
        return alone

    group = await open_vaults((home, work), held, PARAMETERS)
    await group.index.sync(lambda _: None)
    assert await found_paths(group, "path:Home/Boat") == ["Home/Boat/Planks.md"]
    await group.close()
    alone.set_path_prefix("")
    assert alone.is_open
    found = [await found_paths(alone, query) for query in ("path:Boat/", "path:Home/Boat")]
    assert found == [["Boat/Planks.md"], []]
    await alone.close()
    assert not alone.is_open


async def test_what_one_vault_opened_rises_among_all_vaults(group: VaultGroup, tmp_path: Path) -> None:
    store = UsageStore(tmp_path / "opened.sqlite")
    for member in group._members:
        member.vault.learn_from(store)
    before = (await last_stage(group, "rivets beams")).results
    third = before[2].chunk
    await group.usage.note("rivets beams", Mode.HYBRID, third, Use.OPENED, 3)
    after = (await last_stage(group, "rivets beams")).results
    assert [one.chunk.id for one in after[:2]] == [before[0].chunk.id, third.id]
    assert after[1].last_used == UsedBefore("rivets beams", Use.OPENED)
    await group.usage.forget("rivets beams", third.path)
    again = (await last_stage(group, "rivets beams")).results
    assert [one.chunk.id for one in again] == [one.chunk.id for one in before]
    assert third.path.partition("/")[2].encode() not in store.file.read_bytes()


async def test_a_status_is_told_if_no_vault_can(group: VaultGroup, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(_: Vault) -> IndexStatus:
        raise IndexDamagedError("The index is damaged.", "Index the vault again; a new index is built.")

    monkeypatch.setattr(Vault, "status", refused)
    status = await group.status()
    assert (status.notes, status.last_sync) == (0, None)
    assert {member.trouble.partition(".")[0] for member in status.members} == {"The index is damaged"}


async def test_cancelling_ends_the_syncs_of_all_vaults(group: VaultGroup, home: Path, work: Path) -> None:
    for vault in (home, work):
        write_notes(vault, {"New.md": "A marmot.\n"})

    def stop(_progress: Progress) -> None:
        task.cancel()

    task = asyncio.create_task(group.index.sync(stop))
    assert (await task).cancelled
    assert [path for path in await group.query.matching("file:New") if path.startswith("Work/")] == []


async def test_all_vaults_are_as_fresh_as_the_one_that_is_least(group: VaultGroup) -> None:
    found = {member: await member.vault.status() for member in group._members}
    syncs = [status.last_sync for status in found.values()]
    assert summed_status(found, ()).last_sync == min(one for one in syncs if one is not None)
    first = next(iter(found))
    found[first] = replace(found[first], last_sync=None)
    assert summed_status(found, ()).last_sync is None


async def test_a_page_of_a_pdf_is_drawn_in_all_vaults_as_in_its_own(group: VaultGroup, work: Path) -> None:
    # It came without its names, and each page that was asked for ended in the report of a bug.
    (work / "Plan.pdf").write_bytes(Pdf([PdfPage([TextLine(60, 700, "Rivets for the plan.")])]).written())
    await group.index.sync(lambda _: None)
    results = (await last_stage(group, "rivets plan type:pdf", mode=Mode.FULLTEXT)).results
    preview = await group.pages.preview(results[0].chunk)
    page = present(await group.pages.sheet(preview, 1, 100, ("rivets",)))
    assert (page.number, len(page.pixels)) == (1, page.stride * page.height)


async def test_what_a_model_read_leads_to_its_vaults_note(
    group: VaultGroup, home: Path, work: Path, model: ScriptedModel
) -> None:
    entities = "rivets | other\nBridge | other\nHome | place\n"
    model.answers = (f"{entities}rivets | hold | Steel beams\nrivets | hold | Keel",)
    asking = Parameters(command={"ask.base_url": model.address, "ask.model": MODEL})
    for folder in (home, work):
        async with await Vault.open(folder, settings.index_folder(folder), asking) as vault:
            await vault.write_by_model(TextKind.ENTITIES)
    read = await group.relations.entities()
    notes = [[note.path for note in entity.model_notes] for entity in read if entity.name == "rivets"]
    assert notes == [["Home/Boat/Planks.md", "Home/Same.md"], ["Work/Projects/Bridge.md", "Work/Same.md"]]
    (relation,) = {relation for entity in read for relation in entity.model_relations}
    bridge = NoteName("Work/Projects/Bridge.md", "Bridge")
    assert relation == ModelRelation("rivets", "hold", "Steel beams", bridge)
