"""A vault as it was on a day, what changed in it, and what was deleted: from its git repository."""

import asyncio
import errno
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.builders import last_stage, write_notes
from tests.git_repository import commit, git
from vaultsearch.core.errors import IndexInUseError, QueryError
from vaultsearch.core.history import saved
from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.history.saved import SavedHistory
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.conditions import Past
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.core.values.times import NoteState, PastKind
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.members import Member, Members
from vaultsearch.service.parts.snapshots import Snapshot, snapshot_of
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.several.group import VaultGroup
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
THEN = {
    "Keel.md": "# Keel\n\nThe keel needs five bolts.\n",
    "Boats/Mast.md": "The mast is spruce, and stands on the keel.\n",
    "Gone.md": "Lead for the keel.\n",
    "Old name.md": "A note on the keel that only got another name.\n",
    "Rig.md": "# Rig\n\nThe boom is oak.\n\nIts end is brass.\n\nThe gaff is ash.\n",
}


def dated_vault(place: Path) -> Path:
    """Make a vault in which a note was changed since, one deleted, and one renamed."""
    folder = place / "vault"
    write_notes(folder, THEN)
    git(folder, "init", "-q")
    commit(folder, "begin", "2025-05-01T12:00:00Z")
    write_notes(folder, {"Keel.md": "# Keel\n\nThe keel needs six bolts of bronze.\n"})
    write_notes(folder, {"Rig.md": f"{THEN['Rig.md'].replace('brass', 'steel')}\nA new gaff is fir.\n"})
    (folder / "Gone.md").unlink()
    (folder / "Old name.md").rename(folder / "New name.md")
    commit(folder, "bronze", "2025-06-10T12:00:00Z")
    return folder


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a vault, which stays as it is; so do its index and its days."""
    return dated_vault(tmp_path_factory.mktemp("past"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Such a vault of the test's own."""
    return dated_vault(tmp_path)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Vault]:
    async with await Vault.open(folder, folder.with_name(f"{folder.name}-index"), Parameters()) as vault:
        await vault.index.sync()
        yield vault


@pytest.fixture
async def vault(shared: Path) -> AsyncIterator[Vault]:
    async with opened(shared) as vault:
        yield vault


async def answer(vault: Vault, query: str, mode: Mode = Mode.FULLTEXT) -> SearchStage:
    return await last_stage(vault, query, 10, mode, learned=False)


def snapshots_in(index: Path) -> list[Path]:
    return list((index / "past").glob("asof-*"))


def states(stage: SearchStage) -> dict[str, tuple[str, str]]:
    """Map the paths of an answer to the day that each is of, and what became of it."""
    pasts = {result.chunk.path: result.past for result in stage.results}
    return {path: (str(past.day), past.state.value) for path, past in pasts.items() if past is not None}


GONE, MAST = ({"Gone.md": ("2025-06-10", "deleted")}, {"Boats/Mast.md": ("2025-06-01", "same")})
ANSWERS: dict[str, dict[str, tuple[str, str]]] = {
    "asof:2025-06-01 keel": {
        **MAST, "Keel.md": ("2025-06-01", "changed"), "Gone.md": ("2025-06-01", "deleted"),
        "Old name.md": ("2025-06-01", "same"),
    },
    "asof:2025-06-01 bronze": {}, "asof:2025-07-01 bronze": {"Keel.md": ("2025-07-01", "same")},
    "keel (asof:2025-06-01 path:Boats)": MAST, "deleted:": GONE, "deleted:2025-06 lead": GONE,
    "deleted:2025-05 lead": {}, "changed:2025-06 bolts": {"Keel.md": ("2025-06-10", "changed")},
    "changed:2025-06 lead": GONE, "changed:2025-05 mast": {"Boats/Mast.md": ("2025-05-01", "added")},
    "changed:2025-06 another name": {},  # it only got that
}  # fmt: skip


async def test_a_day_and_changes_are_answered_and_told_what_became_of_the_notes(vault: Vault) -> None:
    stages = {query: await answer(vault, query) for query in ANSWERS}
    assert {query: states(stage) for query, stage in stages.items()} == ANSWERS
    then = stages["asof:2025-06-01 keel"]
    assert "five bolts" in "".join(result.chunk.text for result in then.results)
    assert then.notice == "The notes as they were on 2025-06-01."
    to_come = await answer(vault, "asof:2099-01-01 keel")
    assert to_come.notice == f"The notes as they were on {date.today()}."
    (changed,) = stages["changed:2025-06 bolts"].results
    assert "needs six bolts of bronze" in changed.chunk.content
    assert "~~The keel needs five bolts.~~" in changed.chunk.content
    assert [result.past.kind for result in stages["deleted:"].results if result.past] == [PastKind.DELETED]


async def test_a_context_of_then_has_the_text_of_then(vault: Vault) -> None:
    """Below a notice that these are the notes of June stood what was written in them since."""
    stages = {day: await answer(vault, f"asof:2025-{day} gaff") for day in ("06-01", "07-01")}
    texts = {day: (await vault.context([stage.results[0].chunk])).text for day, stage in stages.items()}
    body = "The boom is oak.\n\nIts end is {}.\n\nThe gaff is ash.\n{}"
    ends = {day: text.partition("Rig%23Rig\n\n")[2] for day, text in texts.items()}
    today = body.format("steel", "\nA new gaff is fir.\n")
    assert ends == {"06-01": body.format("brass", ""), "07-01": today}
    asked = [await vault.excerpts.cited([stage.results[0].chunk]) for stage in stages.values()]
    assert ["brass" in excerpt.text for excerpt in asked] == [True, False]
    then = [result.chunk for result in stages["06-01"].results]
    assert await vault.answers("What is the end of the boom made of?", then) == ()


async def test_a_filter_and_a_day_narrow_each_other_on_both_sides_of_an_or(vault: Vault) -> None:
    for query, within, paths in (
        ("keel", "asof:2025-06-01 (path:Boats OR file:Gone)", {"Boats/Mast.md", "Gone.md"}),
        ("lead OR five", "asof:2025-06-01 (file:Gone OR path:Boats)", {"Gone.md"}),
        ("", "asof:2025-06-01 file:Gone", {"Gone.md"}),
    ):
        stage = await last_stage(vault, query, 10, Mode.FULLTEXT, within=within, learned=False)
        assert set(states(stage)) == paths, query
    grep = await last_stage(vault, "five", 10, Mode.GREP, within="asof:2025-06-01", learned=False)
    assert states(grep) == {"Keel.md": ("2025-06-01", "changed")}


async def test_by_meaning_a_day_is_answered_too_once_the_few_others_are_encoded(vault: Vault) -> None:
    stages = [stage async for stage in vault.search_stages("asof:2025-06-01 fastening of the ballast", 10)]
    assert [stage.final for stage in stages] == [False] * (len(stages) - 1) + [True]
    assert stages[0].name == "words"
    assert {"Keel.md", "Gone.md"} <= {result.chunk.path for result in stages[-1].results}
    assert all(result.past for stage in stages for result in stage.results)


async def test_a_note_that_is_gone_opens_nowhere_and_is_shown_as_it_was(vault: Vault) -> None:
    (gone,) = (await answer(vault, "asof:2025-06-01 lead")).results
    preview = await vault.pages.preview(gone.chunk, gone.past)
    assert "Lead for the keel." in preview.html
    assert (gone.url, preview.past) == ("", gone.past)
    assert await vault.pages.refreshed(preview, 1) is None
    assert await vault.pages.part(preview, 0) == preview.html


async def test_it_answers_as_a_fresh_index_of_a_worktree(shared: Path, vault: Vault, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(shared, "worktree", "add", "-q", "--detach", str(tree), "HEAD~1")
    async with opened(tree) as fresh:
        await fresh.index.index_words_anew()  # else its last passages may be scored without an index yet
        for query in ("keel", "mast spruce", "five bolts", "lead -mast", "path:Boats keel"):
            answers = (await answer(fresh, query), await answer(vault, f"asof:2025-06-01 {query}"))
            expected, found = ([(one.chunk.path, one.score) for one in stage.results] for stage in answers)
            assert found == expected


async def test_deletions_and_changes_of_today_need_no_commit(folder: Path) -> None:
    write_notes(folder, {"Sails.md": "Sails of dacron.\n"})
    (folder / "Keel.md").write_bytes((folder / "Keel.md").read_bytes().replace(b"\n", b"\r\n"))
    async with opened(folder) as vault:
        assert states(await answer(vault, "asof:2025-07-01 bronze")) == {"Keel.md": ("2025-07-01", "same")}
        (folder / "Boats/Mast.md").unlink()
        assert set(states(await answer(vault, "deleted: keel"))) == {"Gone.md", "Boats/Mast.md"}
        write_notes(folder, {"Boats/Mast.md": "The mast is carbon.\n"})
        changed = states(await answer(vault, "changed:today"))
    changes = {path: state for path, (_, state) in changed.items()}
    assert changes == {"Boats/Mast.md": "changed", "Sails.md": "added"}


async def test_what_a_merge_alone_added_or_deleted_has_the_day_of_the_merge(folder: Path) -> None:
    for branch, note, day in (("side", "Side.md", 1), ("master", "Main.md", 2)):
        git(folder, "checkout", "-q", *["-b"] * (branch == "side"), branch)
        write_notes(folder, {note: f"A note of {branch}.\n"})
        commit(folder, branch, f"2025-07-0{day}T12:00:00Z")
    git(folder, "merge", "-q", "--no-commit", "side")
    write_notes(folder, {"Tiller.md": "A tiller of ash.\n"})
    (folder / "Keel.md").unlink()
    commit(folder, "merge", "2025-07-03T12:00:00Z")
    async with opened(folder) as vault:
        changed = states(await answer(vault, "changed:2025-07"))
        gone = states(await answer(vault, "deleted:2025-07 bolts"))
    assert gone == {"Keel.md": ("2025-07-03", "deleted")}
    added = {"Side.md": "2025-07-01", "Main.md": "2025-07-02", "Tiller.md": "2025-07-03"}
    assert changed == gone | {path: (day, "added") for path, day in added.items()}


@pytest.mark.parametrize(("query", "error", "sentence"), [
    ("asof:2025-04-30 keel", HistoryError, "no commit of 2025-04-30"),
    ("asof:soon keel", QueryError, "“soon” isn't a date"),
    ("asof:2025-06-01 file:Keel OR file:Gone", QueryError, "one side of an OR"),
    ("keel -asof:2025-06-01", QueryError, "within another operator"),
    ("match-case:(asof:2025-06-01 keel)", QueryError, "within another operator"),
])  # fmt: skip
async def test_odd_days_are_refused(vault: Vault, query: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        await answer(vault, query)


async def test_notes_that_are_gone_cannot_be_listed_among_those_of_today(vault: Vault) -> None:
    for conditions in ("deleted:", "asof:2025-06-01 path:Boats", "(changed:today -path:Boats)"):
        with pytest.raises(QueryError, match="can only be searched"):
            await vault.query.list_notes(conditions)
    assert await vault.query.note_counts(["deleted:"]) == (None,)


async def test_a_vault_without_a_repository_says_so_and_nothing_is_saved_unasked(tmp_path: Path) -> None:
    write_notes(tmp_path / "vault", THEN)
    async with opened(tmp_path / "vault") as vault:
        assert not list(vault.index_folder.glob("versions*"))
        for query in ("asof:2025-06-01 keel", "deleted:", "changed:today"):
            with pytest.raises(HistoryError, match="in no git repository"):
                await answer(vault, query)


async def test_an_operator_without_its_date_is_a_hint_and_in_quotes_it_is_text(vault: Vault) -> None:
    unfinished = await answer(vault, "keel asof:")
    assert unfinished.hints[0].startswith("asof: needs a date")
    assert not states(unfinished)
    assert not states(await answer(vault, '"asof:2025-06-01" keel'))


async def test_the_past_is_part_of_how_a_query_is_read(vault: Vault) -> None:
    (part,) = await vault.query.parts('changed:"last week" boat')
    assert (part.written, part.description) == ('changed:"last week"', "changed last week")
    facets = await vault.query.facets("asof:2025-06-01 keel", Mode.HYBRID, frozenset({"Keel.md"}))
    assert facets.notes == 0  # those of today are not of then
    assert await vault.query.found_notes.notes_found("asof:2025-06-01 keel", Mode.HYBRID) is None


async def test_a_vault_without_git_has_the_versions_that_were_saved(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    write_notes(folder, THEN)
    pasted = f"The keel:\r\n\r\n![](data:image/png;base64,{'iVBORw0KGgoAAAANSUhEUgAAAAUA' * 30})\r\n"
    (folder / "Pasted.md").write_bytes(pasted.encode())
    parameters = Parameters(file={"source.versions_days": "365"})
    async with await Vault.open(folder, tmp_path / "index", parameters) as vault:
        await vault.index.sync()
        write_notes(folder, {"Keel.md": "# Keel\n\nThe keel needs six bolts of bronze.\n"})
        (folder / "Gone.md").unlink()
        await vault.index.sync()
        assert [version.added for version in await vault.history.versions("Keel.md")] == [1, 3]
        assert states(await answer(vault, "deleted: lead")).keys() == {"Gone.md"}
        changed = (await answer(vault, "changed:today bronze")).results
        assert "~~The keel needs five bolts.~~" in "".join(result.chunk.content for result in changed)
        assert states(await answer(vault, "changed:today")).keys() == {"Keel.md", "Gone.md"}
        now = states(await answer(vault, "asof:today keel"))
    left = ("Keel.md", "Boats/Mast.md", "Old name.md", "Pasted.md")
    assert {path: state for path, (_, state) in now.items()} == dict.fromkeys(left, "same")


async def test_versions_that_cannot_be_saved_are_told_of_at_every_sync(tmp_path: Path) -> None:
    write_notes(folder := tmp_path / "vault", THEN)
    parameters = Parameters(file={"source.versions_days": "365"})
    async with await Vault.open(folder, tmp_path / "index", parameters) as vault:
        assert (await vault.index.sync()).trouble == ""
        (file := tmp_path / "index" / "versions.sqlite").write_bytes(b"no database" * 99)
        for change, verb in (({"Keel.md": "Six bolts.\n"}, "saved"), ({}, "read")):
            write_notes(folder, change)
            trouble = (await vault.index.sync()).trouble
            assert trouble.endswith(f"versions can't be {verb}: file is not a database. Delete {file}.")


def test_a_day_asked_again_has_notes_saved_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    history, notes, keys = SavedHistory(tmp_path / "versions"), list[tuple[str, str, float]](), set[str]()
    monkeypatch.setattr(saved, "datetime", clock := Mock(wraps=datetime))
    clock.now.return_value = datetime.now()
    for name in ("a.md", "b.md", "c.md"):
        notes.append((name, name, 0.0))
        history.record(notes, 365)
        keys.add(snapshot_of(history, tmp_path, Past(PastKind.AS_OF, ""), ()).key)
    assert len(keys) == 3


async def test_submodules_large_files_elsewhere_and_links_are_no_notes(folder: Path) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n"
    write_notes(folder, {"Large keel.md": pointer})
    (folder / "Linked keel.md").symlink_to("/etc/hostname")
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{'a' * 40},Sub keel.md")
    commit(folder, "odd", "2025-07-01T12:00:00Z")
    async with opened(folder) as vault:
        noted = {"Keel.md", "Boats/Mast.md", "New name.md"}
        assert set(states(await answer(vault, "asof:2025-07-02 keel"))) == noted
        assert not states(await answer(vault, "changed:2025-07-01 size"))


async def test_a_history_that_was_rewritten_is_read_as_it_is_now(folder: Path) -> None:
    async with opened(folder) as vault:
        assert (await answer(vault, "asof:2025-06-01 five")).results
        git(folder, "checkout", "-q", "--orphan", "new")
        commit(folder, "one commit for all", "2025-05-02T12:00:00Z")
        git(folder, "branch", "-D", "master")
        git(folder, "reflog", "expire", "--expire=now", "--all")
        git(folder, "gc", "-q", "--prune=now")
        assert not (await answer(vault, "asof:2025-06-01 five")).results
        assert states(await answer(vault, "asof:2025-06-01 bronze")) == {"Keel.md": ("2025-06-01", "same")}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
async def test_a_repository_of_another_owner_is_read(folder: Path) -> None:
    for file in (folder, *folder.rglob("*")):  # noqa: ASYNC240  # before anything is open
        os.chown(file, 12345, 12345)
    async with opened(folder) as vault:
        assert (await answer(vault, "asof:2025-06-01 five")).results


async def test_names_that_are_not_unicode_do_not_stop_the_others(folder: Path) -> None:
    (folder / os.fsdecode(b"keel \xff.md")).write_text("A keel of another coding.\n")
    write_notes(folder, {"Sails.md": "Sails.\n"})
    commit(folder, "coded", "2025-07-01T12:00:00Z")
    async with opened(folder) as vault:
        found = states(await answer(vault, "asof:2025-07-02 keel"))
        assert {"Keel.md", "Boats/Mast.md", "New name.md"} <= set(found)
        assert set(states(await answer(vault, "changed:2025-07-01"))) == {"Sails.md"}


async def test_days_asked_at_once_or_in_turn_stay_open_while_they_are_used(folder: Path) -> None:
    days = [f"asof:2025-07-{day:02} keel" for day in range(1, 8)]
    for day in range(1, 8):
        write_notes(folder, {f"{day}.md": "a"})
        commit(folder, "a day", f"2025-07-{day:02}T10:00:00Z")
    async with opened(folder) as vault:
        at_once = await asyncio.gather(*(answer(vault, query) for query in days[:3]))
        assert all(len(states(stage)) == 3 for stage in at_once)
        for query in days:
            await answer(vault, query)
            assert len(states(await answer(vault, days[0]))) == 3
        assert len(snapshots_in(vault.index_folder)) == 5
        # As another process would, in which other days are asked.
        for kept in snapshots_in(vault.index_folder):
            shutil.rmtree(kept)
        assert len(states(await answer(vault, days[0]))) == 3


async def test_a_question_given_up_leaves_no_old_notes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, begun, loop = Snapshot.write, asyncio.Event(), asyncio.get_running_loop()

    def write_and_tell(*arguments: Any) -> None:
        write(*arguments)
        loop.call_soon_threadsafe(begun.set)

    monkeypatch.setattr(Snapshot, "write", write_and_tell)
    async with opened(folder) as vault:
        for letters in ("ke", "kee", "keel"):
            asking = asyncio.ensure_future(answer(vault, f"asof:2025-06-01 {letters}"))
            await begun.wait()
            asking.cancel()
            await asyncio.wait([asking])
            begun.clear()
        assert len(states(await answer(vault, "asof:2025-06-01 keel"))) == 4
    assert not list((vault.index_folder / "past").glob("early-*"))


async def test_a_question_given_up_leaves_a_day_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_notes(folder, {"Sails.md": "Sails of dacron.\n"})
    commit(folder, "sails", "2025-07-01T12:00:00Z")
    days = [f"asof:2025-{day} keel" for day in ("05-02", "06-11", "07-02")]
    async with opened(folder) as vault:
        for query in days:
            await answer(vault, query)
    close, begun, let_go, closed = Vault.close, asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def close_slowly(vault: Vault) -> None:
        begun.set()
        await let_go.wait()
        await close(vault)
        closed.set()

    async with opened(folder) as vault:
        for query in days[:2]:
            await answer(vault, query)
        with monkeypatch.context() as patched:
            patched.setattr(Vault, "close", close_slowly)
            asking = asyncio.ensure_future(answer(vault, days[2]))
            await begun.wait()
            asking.cancel()
            await asyncio.wait([asking])
            let_go.set()
            await closed.wait()


async def test_half_a_snapshot_is_made_anew(folder: Path) -> None:
    async with opened(folder) as vault:
        await answer(vault, "asof:2025-06-01 keel")
    (kept,) = snapshots_in(vault.index_folder)
    (kept / "done").unlink()  # as if its making had been killed
    (kept / "vault" / "Keel.md").unlink()
    async with opened(folder) as vault:
        assert "Keel.md" in states(await answer(vault, "asof:2025-06-01 keel"))


async def test_vaults_are_asked_as_one_and_one_without_history_is_named(vault: Vault, tmp_path: Path) -> None:
    write_notes(tmp_path / "plain", {"Keel.md": "A keel without a past.\n"})
    async with opened(tmp_path / "plain") as plain:
        members = Members((Member("dated", vault), Member("plain", plain)))
        group = VaultGroup(members, (), ComponentFactory(Parameters(), None), Workers(in_thread, in_thread))
        stage = await last_stage(group, "asof:2025-06-01 lead", 10)
        assert states(stage)["dated/Gone.md"] == ("2025-06-01", "deleted")
        assert not any(path.startswith("plain/") for path in states(stage))
        assert "plain:" in (stage.notice or "")
        gone = next(result for result in stage.results if result.chunk.path == "dated/Gone.md")
        preview = await group.pages.preview(gone.chunk, gone.past)
        assert "Lead for the keel." in preview.html
        assert preview.path == "dated/Gone.md"


def test_a_path_that_leads_out_of_the_snapshot_is_not_written(tmp_path: Path) -> None:
    texts = {"../../out.md": "out", str(tmp_path / "elsewhere.md"): "out", "in/side.md": "in"}
    notes = dict.fromkeys(texts, (1, NoteState.CHANGED))
    source = SavedHistory(tmp_path / "none")
    snapshot = Snapshot(PastKind.CHANGED, source, tmp_path, "key", date.today(), texts=texts, notes=notes)
    place = tmp_path / "past" / "key"
    snapshot.write(place, tmp_path / "index")
    assert {str(file.relative_to(place)) for file in place.rglob("*.md")} == {"vault/in/side.md"}
    assert not list(tmp_path.glob("*.md"))


async def test_a_full_disk_is_told_with_a_remedy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with opened(folder) as vault:
        with monkeypatch.context() as patch:
            patch.setattr(Snapshot, "write", fail)
            with pytest.raises(HistoryError, match="can't be kept: no space left"):
                await answer(vault, "asof:2025-06-01 keel")
        assert (await answer(vault, "asof:2025-06-01 keel")).results


async def test_another_process_that_reads_the_same_notes_is_waited_for(folder: Path) -> None:
    async with opened(folder) as vault:
        await answer(vault, "asof:2025-06-01 keel")
    (kept,) = snapshots_in(vault.index_folder)
    (kept / "done").unlink()
    held = await Vault.open(kept / "vault", kept / "index", Parameters())
    async with opened(folder) as vault:
        with pytest.raises(IndexInUseError):
            await answer(vault, "asof:2025-06-01 keel")
    await held.close()
