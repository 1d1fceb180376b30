"""Work that a sync leaves for later: text recognition in pictures, and summaries of notes.

Both take minutes to hours, and can be interrupted at any time and go on where they stopped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from pathlib import PurePosixPath
from shlex import quote
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from vaultsearch.core.errors import (
    IndexInUseError,
    ModelUnavailableError,
    NotIndexedError,
    VaultSearchError,
    WorkerDiedError,
    WorkerNotStartedError,
)
from vaultsearch.core.generation.prompts import SUMMARIES_FILE, SummaryStore, summary_messages
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.sync.file_limits import FILE_SECONDS, is_innocent
from vaultsearch.core.index.sync.filling import SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import on_battery
from vaultsearch.core.pictures import Recogniser, recognise
from vaultsearch.core.values.context import ContextPiece
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.sync.recognition import PictureRecognition
    from vaultsearch.core.models.chat_client import ChatClient
    from vaultsearch.core.pictures import RecognisedTexts
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.values.pictures import Recognition
    from vaultsearch.service.search import ComponentFactory
    from vaultsearch.service.workers import Workers


_TYPING_S = 5.0
"""Seconds after a question in which no picture is begun."""
_LOOKED_EVERY_S = 1.0
_TAKEN_UP_AFTER_S = 20.0
"""Seconds after which texts are indexed, or a tenth of those of all before: each time, a sync takes some."""

_log = logging.getLogger(__name__)


class TextRecognition:
    """Recognises the text of the pictures that a sync found without any, and has them indexed.

    A picture during which the process dies is read again; one of which it dies twice is given up. Lives on
    the event loop of its vault.

    Args:
        texts: The texts recognised so far.
        corpus: The index.
        workers: Has the process to recognise in; without one, nothing is recognised.
        components: Returns the components in force.
        source: Returns the vault as it is indexed.
        syncing: Held by each sync: nothing is recognised meanwhile.
        take_up: Has the files of these paths read again by a sync that is due now.
    """

    recogniser: Recogniser = staticmethod(recognise)
    """Reads one picture, in the other process."""

    def __init__(
        self,
        texts: RecognisedTexts,
        corpus: LanceCorpus,
        workers: Workers,
        components: Callable[[], ComponentFactory],
        source: Callable[[], Awaitable[Source]],
        syncing: asyncio.Lock,
        take_up: Callable[[Sequence[str]], Awaitable[None]],
    ) -> None:
        self._texts = texts
        self._corpus = corpus
        self._workers = workers
        self._components = components
        self._source = source
        self._syncing = syncing
        self._take_up = take_up
        self._due = asyncio.Event()
        self._reading = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None
        self._question = -_TYPING_S
        self._pause = ""
        self._spent = 0.0
        self._seen: set[tuple[str, int, int]] = set()
        """Paths with their date and page: what an index that is not synced yet lists again."""

    def start(self) -> None:
        """Recognise whatever a sync leaves to be recognised, from now on."""
        if self._workers.recognising is not None and self._running is None:
            self._running = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Recognise nothing more; a picture that is being read is read again another time."""
        if self._running is not None:
            self._running.cancel()
            self._running = None

    def wake(self) -> None:
        """Look for pictures: a sync has ended."""
        self._due.set()

    def note_question(self) -> None:
        """Pause for a while: somebody asks."""
        self._question = time.monotonic()

    async def progress(self) -> Recognition:
        """Return how many pictures are read and how many wait, and why none is read at the moment."""
        counted = await in_thread(self._texts.count)
        waiting = sum(len(pages) for pages in (await self._corpus.notes.unread()).values())
        pause = self._pause if self._running else ""
        return replace(
            counted, available=has_extra("ocr"), enabled=self._is_wanted, waiting=waiting, pause=pause
        )

    @property
    def _is_wanted(self) -> bool:
        return self._components().parameters.files.recognize_text

    async def _run(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            async with self._reading:
                try:
                    if self._is_wanted and self._is_installed:
                        await self._recognise_some(self._may_go_on)
                except (OSError, RuntimeError, VaultSearchError) as error:
                    # Such as a full disk, or a missing model.
                    _log.warning("not done in the background because=%s", error)
                finally:
                    if not self._due.is_set():
                        # The process holds the models of recognition: it ends while nothing is left to read.
                        await in_thread(self._workers.stop_recognising)

    @property
    def _is_installed(self) -> bool:
        return self.recogniser is not recognise or has_extra("ocr")

    def require(self) -> None:
        """Raise ModelUnavailableError if text recognition is not installed."""
        if not self._is_installed:
            raise ModelUnavailableError("Text recognition needs the extra “ocr”.", how_to_add("ocr"))

    async def recognise_some(self, on_progress: Callable[[Progress], None]) -> bool:
        """Recognise for a while without pausing; return False if nothing is left. A sync is to follow."""

        async def go_on() -> bool:
            return True

        async with self._reading:
            return await self._recognise_some(go_on, on_progress)

    async def _recognise_some(
        self,
        may_go_on: Callable[[], Awaitable[bool]],
        on_progress: Callable[[Progress], None] = lambda _: None,
    ) -> bool:
        """Recognise for a while, and have it indexed: the sync that follows wakes this for the others."""
        from vaultsearch.core.index.sync.recognition import PictureRecognition
        from vaultsearch.core.vault.source import ObsidianVault

        source, begun = await self._source(), time.monotonic()
        if not isinstance(source, ObsidianVault):
            return False
        recognition = PictureRecognition(source, self._texts, FILE_SECONDS, self.recogniser)
        read: list[str] = []
        waiting = await self._waiting()
        total = len(self._seen) + len(waiting)
        for revision, page in waiting:
            if not await may_go_on():
                break
            on_progress(Progress("recognizing", len(self._seen), total))
            await self._recognise(recognition, revision, page)
            read.append(revision.path)
            if time.monotonic() - begun > max(_TAKEN_UP_AFTER_S, self._spent / 10):
                break
        # A sync costs some seconds whatever it takes up: the more pictures were read, the rarer it is worth
        # it.
        self._spent += time.monotonic() - begun
        if read:
            await self._take_up(read)
        return bool(read)

    async def _waiting(self) -> list[tuple[Revision, int]]:
        """Return the pictures to be read: those that a note links to first, the newest of them first."""
        unread = await self._corpus.notes.unread()
        targets = (link.target for note in await self._corpus.notes.all() for link in note.links)
        linked = {PurePosixPath(target).name.casefold() for target in targets}

        def order(revision: Revision) -> tuple[bool, int]:
            return PurePosixPath(revision.path).name.casefold() not in linked, -revision.mtime_ns

        revision_and_page = [
            (revision, page) for revision in sorted(unread, key=order) for page in unread[revision]
        ]
        return [
            (revision, page)
            for revision, page in revision_and_page
            if (revision.path, revision.mtime_ns, page) not in self._seen
        ]

    async def _may_go_on(self) -> bool:
        """Wait until nothing is more urgent. Return False if recognition is switched off."""
        while self._is_wanted:
            async with self._syncing:
                # On battery it waits, as nobody asked for it; while somebody types, the core is theirs.
                is_asked = time.monotonic() - self._question < _TYPING_S
                self._pause = "battery" if on_battery() else "typing" if is_asked else ""
            if not self._pause:
                return True
            await asyncio.sleep(_LOOKED_EVERY_S)
        return False

    async def _recognise(self, recognition: PictureRecognition, revision: Revision, page: int) -> None:
        run = self._workers.recognising
        # Before it is read: a picture that ends the process must not be the first again.
        self._seen.add((revision.path, revision.mtime_ns, page))
        death = WorkerDiedError("", "")
        # Dying once may be chance; twice, it is the picture.
        for _ in range(2):
            try:
                if run is not None:
                    await run(recognition, revision, page)
                return
            except WorkerNotStartedError:
                # It stays unread until the next time.
                return
            except WorkerDiedError as error:
                _log.warning("recognition died path=%s page=%d exit=%s", revision.path, page, error.exit_code)
                death = error
        # A process that was ended from outside, or waited for a drive, says nothing about the picture, which
        # stays unread.
        if not is_innocent(death):
            await in_thread(recognition.give_up, revision, page)


async def summarize_notes(
    vault: Path,
    index: Path,
    corpus: LanceCorpus,
    components: ComponentFactory,
    workers: Workers,
    on_progress: Callable[[Progress], None],
) -> int:
    """Make the missing summaries, of the sentences that say most; return how many.

    Raises:
        NotIndexedError: Another model made the index.
    """
    encoder, multilingual = components.encoder, components.multilingual
    manifest = await in_thread(read_manifest, index)
    if manifest is None or manifest.made_by.get(Space.MAIN) != encoder.fingerprint:
        raise NotIndexedError(
            "The index was made by another version or model.",
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    encoders = {Space.MAIN: encoder} | ({Space.MULTILINGUAL: multilingual} if multilingual else {})
    run, run_small = workers.indexing, workers.small or workers.indexing
    encoding = PassageEncoding(corpus, encoders, run, run_small)
    await corpus.summaries.prepare(encoder.dimension)
    return await SummaryFilling(corpus, encoding, run, run_small).fill(
        on_progress=lambda clock: on_progress(Progress("summarizing", 0, 0, clock.done, clock.total)),
        is_cancelled=lambda: False,
    )


_LONGEST_NOTE = 12_000
"""Characters of a note that its summary is made from: some three thousand tokens."""


class ModelSummaries:
    """Makes and finds the summaries of an index by a language model."""

    def __init__(self, index: Path, corpus: LanceCorpus) -> None:
        self._index, self._corpus = index, corpus
        self._store = SummaryStore(index)

    async def of(self, path: str) -> str | None:
        """Return the summary of a note's text as it is indexed now, None if there is none."""
        states = await self._corpus.notes.revisions([path])
        if path not in states:
            return None
        return (await in_thread(self._store.load)).get(states[path].content_hash)

    async def missing(self, paths: Collection[str] | None = None) -> dict[str, str]:
        """Map one note for each text without a summary to the hash of the text; of all, or of some notes."""
        known = await in_thread(self._store.load)
        states = await self._corpus.notes.revisions(paths)
        of_hash = {
            state.content_hash: path for path, state in states.items() if state.content_hash not in known
        }
        return {path: content_hash for content_hash, path in of_hash.items()}

    async def characters(self, paths: Collection[str]) -> int:
        """Count the characters that would be sent for some notes."""
        return sum([len(await self._text(path)) for path in paths])

    async def fill(
        self,
        client: ChatClient,
        paths: Collection[str] | None,
        on_progress: Callable[[Progress], None],
    ) -> int:
        """Make the missing summaries, of all notes or of some, and return how many were made.

        Cancelled or killed, the next call goes on from there.

        Raises:
            IndexInUseError: Another process is making them.
            EndpointError: The model cannot be asked.
        """
        # Two processes would pay for the same summaries twice.
        lock = FileLock(self._index / f"{SUMMARIES_FILE}.lock", timeout=0)
        try:
            await in_thread(lock.acquire)
        except Timeout:
            raise IndexInUseError(
                "Another process is making these summaries.", "Wait for it, or stop it."
            ) from None
        try:
            # By the hash of the text: notes of the same text share a summary, and one request.
            missing = await self.missing(paths)
            for made, (path, content_hash) in enumerate(sorted(missing.items())):
                on_progress(Progress("summarizing", 0, 0, made, len(missing)))
                text = await self._text(path)
                if text.strip():
                    piece = ContextPiece(path, path.rpartition("/")[2], (), 1, 1, 0, "", 1, text)
                    text = " ".join((await client.complete(summary_messages(piece))).split())
                # Kept one by one, so that an interruption costs one request at most.
                await in_thread(self._store.add, content_hash, text.strip(), client.endpoint.model)
            return len(missing)
        finally:
            await in_thread(lock.release)

    async def _text(self, path: str) -> str:
        try:
            return (await self._corpus.get_document(path))[:_LONGEST_NOTE]
        except KeyError:
            return ""
