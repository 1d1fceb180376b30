"""The script of a vault in memory: its content and its behaviour."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.relations import LooseEnds, VaultMap
from vaultsearch.core.values.search import Chunk, Completeness, Spelling, UnreadNotes, Use, UsedBefore

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.gui.fake_service import FakeService
    from vaultsearch.core.errors import VaultSearchError
    from vaultsearch.core.values import relations, sync
    from vaultsearch.core.values.context import ModelAnswer, Turn
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.note import Heading, Preview, PropertyValue, WordPlace
    from vaultsearch.core.values.pictures import CanvasDrawing
    from vaultsearch.core.values.query import Example
    from vaultsearch.core.values.search import LongQueryAnswer, Relaxation
    from vaultsearch.core.values.times import NoteVersion, PastNote, WordChange


def passage(
    title: str, text: str, headings: tuple[str, ...] = (), folder: str = "", position: int = 0
) -> Chunk:
    path = f"{folder}/{title}.md" if folder else f"{title}.md"
    return Chunk(
        id=f"{path}#{position}", path=path, title=title, position=position, heading_path=headings,
        line_start=position * 4 + 1, line_end=position * 4 + 3, content=text, text=text,
        modified=datetime(2026, 5, 12, tzinfo=UTC),
    )  # fmt: skip


@dataclass
class Script:
    """The behaviour of the vault: its content, the reports of its syncs, its failures."""

    passages: tuple[Chunk, ...] = ()
    added_by_sync: tuple[Chunk, ...] = ()
    progress: tuple[sync.Progress, ...] = ()
    sync_waits: bool = False
    saved: asyncio.Event = field(default_factory=asyncio.Event)
    read_only: bool = False
    remade: asyncio.Event = field(default_factory=asyncio.Event)
    moved: dict[Path, Path] = field(default_factory=dict)
    """Where the folders of open vaults are now."""
    when_closed: Callable[[], object] = lambda: None
    failed: tuple[sync.Failure, ...] = ()
    kinds: tuple[sync.KindCount, ...] = ()
    unread_endings: tuple[sync.EndingCount, ...] = ()
    thumbnails: dict[tuple[str, int], bytes] = field(default_factory=dict)
    large: dict[tuple[str, int], bytes] = field(default_factory=dict)
    anniversaries: tuple[date, ...] = ()
    tasks: tuple[tuple[str, date], ...] = ()
    active_note: relations.ActiveNote | None = None
    new_notes: int = 0
    suggestions: dict[str, relations.NoteSuggestions] = field(default_factory=dict)
    topics: tuple[relations.VaultTopic, ...] = ()
    above: dict[str, tuple[relations.NoteName, ...]] = field(default_factory=dict)
    topics_by_note: dict[str, tuple[str, ...]] = field(default_factory=dict)
    note_map: VaultMap = field(default_factory=lambda: VaultMap((), (), {}))
    asked_related: dict[str, object] = field(default_factory=dict)
    past: PastNote | None = None
    past_texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, tuple[NoteVersion, ...]] = field(default_factory=dict)
    changes: tuple[WordChange, ...] = ()
    history_trouble: VaultSearchError | None = None
    canvas: CanvasDrawing | None = None
    sheets: tuple[tuple[float, float], ...] = ()
    sheets_drawn: list[int] = field(default_factory=list)
    sheets_are_recognised: bool = False
    words_in_picture: tuple[WordPlace, ...] = ()
    recognition: Recognition = field(default_factory=Recognition)
    model_answers: tuple[ModelAnswer, ...] = ()
    model_waits: bool = False
    model_error: Exception | None = None
    model_host: str = ""
    model_asked: list[tuple[str, tuple[Turn, ...], bool]] = field(default_factory=list)
    model_left: int = 0
    notice: str | None = None
    unread: UnreadNotes | None = None
    spelling: Spelling | None = None
    most_linked: str = ""
    unanswered: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    relaxations: Mapping[str, tuple[Relaxation, ...]] = field(default_factory=dict)
    never_relaxed: tuple[str, ...] = ()
    report: OwnReport | None = None
    evaluation_progress: tuple[EvaluationProgress, ...] = ()
    evaluation_error: Exception | None = None
    evaluations_cancelled: int = 0
    search_error: Exception | None = None
    sync_error: Exception | None = None
    passage_answer: LongQueryAnswer | VaultSearchError | None = None
    meant: tuple[str, ...] = ()
    preview_html: str | None = None
    parts: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[str, Preview] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    tags: Mapping[str, int] = field(default_factory=dict)
    properties: Mapping[str, Mapping[str, PropertyValue]] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    completed: list[tuple[str, int]] = field(default_factory=list)
    not_folders: tuple[str, ...] = ()
    related: Mapping[str, tuple[relations.RelatedNote, ...]] = field(default_factory=dict)
    links: Mapping[str, relations.NoteLinks] = field(default_factory=dict)
    loose_ends: LooseEnds = field(default_factory=lambda: LooseEnds((), ()))
    duplicates: tuple[relations.DuplicateSet, ...] = ()
    listed: int = 50
    completeness: Completeness = field(default_factory=Completeness)
    meaning: asyncio.Event | None = None
    sure: bool | None = None
    """Whether a sentence answers; None if no passage is likely to hold one."""
    outline: tuple[Heading, ...] = ()
    readers: tuple[sync.ModelLanguages, ...] = ()
    members: tuple[sync.MemberVault, ...] = ()
    before: Mapping[str, UsedBefore] = field(default_factory=dict)
    uses: list[tuple[str, str, Use, int]] = field(default_factory=list)
    forgotten: list[tuple[str, str | None]] = field(default_factory=list)
    opened_notes: list[str] = field(default_factory=list)
    questions: tuple[str, ...] = ()
    baskets: dict[Path, tuple[Chunk, ...]] = field(default_factory=dict)
    basket_trouble: VaultSearchError | None = None
    opened: list[FakeService] = field(default_factory=list)
