"""Tools for reading and listing notes: a language model reads their docstrings and fields."""

from __future__ import annotations

import os.path
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from operator import itemgetter
from pathlib import Path, PureWindowsPath
from typing import Annotated, Any, TypeAlias
from urllib.parse import parse_qsl, unquote

from mcp.server.mcpserver import Context
from pydantic import Field

from vaultsearch.core.errors import NoteNotFoundError, OutsideVaultError, QueryError, VaultSearchError
from vaultsearch.core.files import LineRange, expand_home, split_line_range
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import last_day
from vaultsearch.core.today import today
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.relations import NoteLinks
from vaultsearch.mcp_server import answers, shapes
from vaultsearch.mcp_server.arguments import (
    CitationNumbers,
    Filter,
    LinkKind,
    Note,
    NotesToRead,
    Offset,
    error_sentence,
)
from vaultsearch.mcp_server.served_vault import OpenNotes, ServedVaults
from vaultsearch.service import commands
from vaultsearch.service.serialization import suggestion_json
from vaultsearch.service.shapes import Suggested
from vaultsearch.service.wire import UNSET, fill_answer

ShowInWindow: TypeAlias = "Callable[[str, int, str], None]"

_MAX_FURTHER_NOTES = 200
"""Notes that are followed; beyond them, a list says little."""


async def further_notes(
    start: NoteLinks, depth: int, links_of: Callable[[str], Awaitable[NoteLinks]]
) -> list[shapes.FurtherNote]:
    """List notes two to ``depth`` links away, in either direction, nearest first."""
    seen = {start.note.path, *_linked_titles(start)}
    edge = list(_linked_titles(start))
    further: list[shapes.FurtherNote] = []
    for distance in range(2, depth + 1):
        reached: list[str] = []
        for via in edge:
            for path, title in _linked_titles(await links_of(via)).items():
                if path in seen:
                    continue
                seen.add(path)
                reached.append(path)
                further.append(shapes.FurtherNote(path, title, distance, via))
                if len(further) == _MAX_FURTHER_NOTES:
                    return further
        edge = reached
    return further


def _linked_titles(links: NoteLinks) -> dict[str, str]:
    return {
        reference.path: reference.title
        for reference in (*links.outgoing, *links.backlinks)
        if reference.path is not None
    }


def within_vault(name: str, folders: Mapping[str, Path]) -> str:
    """Return a note's name or path, relative to the vault if it is an absolute path.

    The name is not read from the disk: notes are looked up in the index. ``folders`` holds each vault's
    folder by the first part of note paths, "" for a single vault.

    Raises:
        OutsideVaultError: The name leads out of the vaults.
    """
    written = _linked_name(name.strip(), folders)
    # A client may have a path from elsewhere, such as from the folder that it works in.
    if written.startswith(("/", "~/")) or PureWindowsPath(written).is_absolute():
        whole = Path(os.path.normpath(expand_home(written)))
        for begins, folder in folders.items():
            if whole.is_relative_to(folder):
                return begins + whole.relative_to(folder).as_posix()
        raise _outside_error(name)
    steps = ({"..": -1, ".": 0, "": 0}.get(part, 1) for part in written.replace("\\", "/").split("/"))
    if "\0" in written or min(accumulate(steps)) < 0:
        raise _outside_error(name)
    return written


def _linked_name(written: str, folders: Mapping[str, Path]) -> str:
    """Return the name or path in a wikilink, in a resource's URI or in an address of Obsidian's."""
    if written.startswith("note:///"):
        return unquote(written.removeprefix("note:///"))
    if written.startswith("obsidian://"):
        named = dict(parse_qsl(written.partition("?")[2]))
        vault = next((begins for begins, folder in folders.items() if folder.name == named.get("vault")), "")
        return vault + named.get("file", "")
    linked = written.removeprefix("!").removeprefix("[[")
    return written if linked == written else linked.removesuffix("]]").partition("|")[0].strip()


def _outside_error(name: str) -> OutsideVaultError:
    return OutsideVaultError(
        f"{name} is outside the vault; only its notes are served.",
        "Name a note by its path within the vault, as search and list_notes give it.",
    )


_MAX_READ_AT_ONCE = 20
_QUOTED_PASSAGES, _QUOTED_NOTES = 8, 5
"""Passages whose notes are read for a question, and of these the most notes: reading one takes a second."""


@dataclass(frozen=True, slots=True)
class NoteTools:
    """Tools for reading notes, following their links and listing them. They raise VaultSearchError."""

    vaults: ServedVaults
    numbers: CitationNumbers
    show: ShowInWindow | None = None

    async def read_document(
        self,
        ctx: Context[Any, Any],
        note: NotesToRead = "",
        question: Annotated[str, Field(description="Quote the sentences that answer it.")] = "",
        page: Annotated[int, Field(ge=1, description="Page of a long text.")] = 1,
    ) -> shapes.Documents:
        """Read notes by name: their text in pages, lines of it, or with a question the sentences that answer.

        With a question and no note, quotes the best notes. To find notes by words or meaning use search.
        """
        written = note if isinstance(note, list) else [note]
        if not 1 <= len(written) <= _MAX_READ_AT_ONCE:
            raise QueryError(
                f"{len(written)} notes can't be read at once.", f"Ask for 1 to {_MAX_READ_AT_ONCE}."
            )
        async with self.vaults.opened() as notes:
            if not note:
                return await self._quoted(notes, question)
            if len(written) == 1:
                return shapes.Documents([await self._read(ctx, notes, written[0], question, page)])
            documents: list[shapes.Document] = []
            for name in written:
                try:
                    documents.append(await self._read(ctx, notes, name, question, page))
                except VaultSearchError as error:
                    documents.append(shapes.Document(name, title=name, url="", notice=error_sentence(error)))
            return shapes.Documents(documents)

    async def fetch(
        self, ctx: Context[Any, Any], id: Annotated[str, Field(description="id of a result.")]
    ) -> shapes.Fetched:
        """Fetch a whole note by a result's id. read_document gives pages."""
        async with self._note(ctx, id) as (notes, path):
            read = await notes.vault.read(path)
            return fill_answer(shapes.Fetched, read, id=id, url=read.uri, metadata={"path": read.path})

    async def history(
        self,
        ctx: Context[Any, Any],
        note: Note,
        day: Annotated[str, Field(description="Add its text then, and changes since.")] = "",
    ) -> shapes.Versions:
        """List a note's versions in git. For the notes that changed use search with changed:"last week"."""
        async with self.vaults.opened() as notes:
            name, numbers = within_vault(note, notes.folders), self.numbers.of(ctx)
            with suppress(NoteNotFoundError):  # a deleted note has versions
                name = await self._find(ctx, notes, note)
            known = await commands.note_history(notes.vault, name, numbers)
            changes = None
            if day.strip():
                if (last := last_day(day, today())) is None:
                    raise QueryError(Message("“{}” isn't a date.", day), "Write it like 2025-06-01.")
                changes = await commands.note_difference(notes.vault, name, numbers, last)
        return answers.convert_history(known, changes)

    async def related(
        self,
        ctx: Context[Any, Any],
        note: Note,
        n: Annotated[int, Field(ge=1, le=100, description="Notes.")] = 10,
        unlinked: Annotated[bool, Field(description="Only those not linked with it.")] = False,
        filter: Filter = "",
    ) -> shapes.RelatedNotes:
        """List notes on a note's subjects, linked or not, and why. For its links use links."""
        async with self._note(ctx, note) as (notes, path):
            # One more than asked for tells whether the limit cut something.
            related_notes = await notes.vault.relations.related(path, n + 1, unlinked=unlinked, within=filter)
            listed = [
                fill_answer(shapes.Relation, note, url=notes.vault.obsidian.uri(note.path, note.heading_path))
                for note in related_notes[:n]
            ]
            more = answers.MORE_NOTICE.format(n) if len(related_notes) > n else None
            notice = Message.joined((await commands.unread_notice(notes.vault), more))
            return shapes.RelatedNotes(path, listed, notice or None)

    async def links(
        self,
        ctx: Context[Any, Any],
        note: Note,
        kind: LinkKind = "all",
        depth: Annotated[int, Field(ge=1, le=3, description="How many links away notes may be.")] = 1,
        offset: Offset = 0,
        n: Annotated[int, Field(ge=1, le=200, description="Links.")] = 30,
    ) -> shapes.LinksPage:
        """List a note's links in both directions, and its mentions. For similar notes use related."""
        async with self._note(ctx, note) as (notes, path):
            links_of = notes.vault.relations.links_of
            links = await links_of(path)
            further = await further_notes(links, depth, links_of)
        return answers.convert_links(links, further, kind, offset, n)

    async def suggest_links(self, ctx: Context[Any, Any], note: Note) -> Suggested:
        """Suggest links and tags that a note lacks; nothing is written. For those it has use links."""
        async with self._note(ctx, note) as (notes, path):
            suggested = await notes.vault.relations.suggestions(path)
        links = [suggestion_json(link, link.path) for link in suggested.mentions]
        return Suggested(suggested.note.path, links, list(suggested.tags))

    async def topics(
        self,
        question: Annotated[str, Field(description="Only its topics.")] = "",
        n: Annotated[int, Field(ge=1, le=100, description="Topics.")] = 20,
    ) -> shapes.VaultTopics:
        """List what the vault is about, or a broad question's topics. For passages use search."""
        async with self.vaults.opened() as notes:
            topics = await commands.vault_topics(notes.vault, question)
            return answers.vault_topics(topics, n, await commands.unread_notice(notes.vault))

    async def list_notes(
        self,
        filter: Filter = "",
        days: Annotated[int, Field(ge=0, le=36_600, description="Saved within so many days.")] = 0,
        offset: Offset = 0,
        n: Annotated[int, Field(ge=1, le=200, description="Notes.")] = 20,
    ) -> shapes.NotesPage:
        """List and count notes by filters, newest first; with days, those saved lately.

        To find notes by words or meaning use search.
        """
        async with self.vaults.opened() as notes:
            listed = await notes.vault.query.list_notes(filter)
            chosen = list(listed)
            if days:
                since = datetime.now().astimezone() - timedelta(days=days)
                dated = [(note.modified.astimezone(), note) for note in listed if note.modified]
                recent = [(moment, note) for moment, note in dated if moment >= since]
                chosen = [note for _, note in sorted(recent, key=itemgetter(0), reverse=True)]
            return answers.convert_list(chosen, offset, n, notes.vault.obsidian.uri, await notes.ids())

    async def tags(
        self, filter: Filter = "", n: Annotated[int, Field(ge=1, le=1000, description="Tags.")] = 50
    ) -> shapes.Tags:
        """List tags with their numbers of notes. For a tag's notes use list_notes with tag:name."""
        async with self.vaults.opened() as notes:
            return answers.count_tags(await notes.vault.query.list_notes(filter), n)

    async def status(self) -> shapes.ServedStatus:
        """Show what is indexed, unreadable and under way. Use it when search seems to miss notes."""
        async with self.vaults.opened() as notes:
            return answers.convert_status(await notes.vault.status(), self.vaults.under_way())

    async def open_in_window(
        self,
        ctx: Context[Any, Any],
        note: Annotated[str, Field(description="A note's path, title, alias or id; :10 behind it.")] = "",
        query: Annotated[str, Field(description="What to search for, without a note.")] = "",
    ) -> shapes.Opened:
        """Bring the program's window to the front, with a note at a line, or with a query's results."""
        opened = shapes.Opened("", 0, query)
        if note:
            async with self.vaults.opened() as notes:
                path, ranged = await self._find_ranged(ctx, notes, note)
            opened = shapes.Opened(path, ranged.first if ranged is not None else 0, "")
        if self.show is not None:
            self.show(opened.path, opened.line, opened.query)
        return opened

    async def _quoted(self, notes: OpenNotes, question: str) -> shapes.Documents:
        """Quote notes from the best passages for a question, best quote first."""
        if not question.strip():
            raise QueryError("No note and no question.", "Name a note, or ask a question.")
        search_stages = notes.vault.search_stages(question, _QUOTED_PASSAGES, learned=False, per_note=0)
        with without_timeouts():
            stages = [stage async for stage in search_stages]
        # The first note alone held no answer to "what is the storage limit"; that was in the third.
        paths = list(dict.fromkeys(result.chunk.path for result in stages[-1].results))[:_QUOTED_NOTES]
        read = [await notes.vault.read(path, question) for path in paths]
        answering = sorted(
            (note for note in read if note.quotes), key=lambda note: note.quotes[0].probability, reverse=True
        )
        documents = [answers.convert_document(note) for note in answering]
        return shapes.Documents(documents, UNSET if documents else "No sentence surely answers; try search.")

    async def _read(
        self, ctx: Context[Any, Any], notes: OpenNotes, written: str, question: str, page: int
    ) -> shapes.Document:
        path, ranged = await self._find_ranged(ctx, notes, written)
        return answers.convert_document(await notes.vault.read(path, question), ranged, page)

    async def _find_ranged(
        self, ctx: Context[Any, Any], notes: OpenNotes, written: str
    ) -> tuple[str, LineRange | None]:
        """Resolve a name that lines may follow."""
        try:
            # A title may end like lines do, such as "Bible 3:16": the whole name is looked up first.
            return await self._find(ctx, notes, written), None
        except NoteNotFoundError:
            if (ranged := split_line_range(written)) is None:
                raise
            return await self._find(ctx, notes, ranged.name), ranged

    @asynccontextmanager
    async def _note(self, ctx: Context[Any, Any], name: str) -> AsyncGenerator[tuple[OpenNotes, str]]:
        """Hold the vaults open for a call, and resolve a note's name to a path."""
        async with self.vaults.opened() as notes:
            yield notes, await self._find(ctx, notes, name)

    async def _find(self, ctx: Context[Any, Any], notes: OpenNotes, name: str) -> str:
        inside, numbers = within_vault(name, notes.folders), self.numbers.of(ctx)
        notes.require_open(inside.partition("/")[0])
        try:
            return await notes.vault.find_note(inside, numbers)
        except NoteNotFoundError:
            # Links lead to headings, and names may hold the sign, such as C#.
            linked, _, heading = inside.partition("#")
            if not (linked and heading):
                raise
            return await notes.vault.find_note(linked, numbers)
