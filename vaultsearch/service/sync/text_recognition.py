"""Recognise text in pictures: work left by a sync for hours in which nobody asks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, ClassVar

from vaultsearch.core.errors import (
    ModelUnavailableError,
    VaultSearchError,
    WorkerDiedError,
    WorkerNotStartedError,
)
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.file_limits import FILE_SECONDS, is_innocent
from vaultsearch.core.installation import describe_how_to_add, has_extra
from vaultsearch.core.models.device import on_battery
from vaultsearch.core.pictures import TextRecognizer, recognize_picture
from vaultsearch.core.protocols import Source
from vaultsearch.core.recognized_texts import RecognizedTexts
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import Revision
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers

if TYPE_CHECKING:
    from vaultsearch.core.index.sync.recognition import PictureRecognition


_TYPING_S = 5.0
"""Seconds after a question in which no picture is begun."""
_LOOKED_EVERY_S = 1.0
_TAKEN_UP_AFTER_S = 20.0
"""Seconds after which texts are indexed, or a tenth of those of all before: each time, a sync takes some."""

_TRIED_AGAIN_AFTER_S = 60.0
"""Seconds after trouble that is no picture's fault, such as a full disk."""

_log = logging.getLogger(__name__)


@dataclass
class TextRecognition:
    """Recognises text in pictures a sync found without any, and indexes it.

    A picture is read again if the process dies meanwhile, and given up after the second time. Lives on the
    vault's event loop.

    Args:
        texts: Texts recognised so far.
        corpus: The index.
        workers: Has the recognition process; without it, nothing is recognised.
        components: Returns the components in force.
        source: Returns the vault as indexed.
        syncing: Held by each sync: nothing is recognised meanwhile.
        take_up: Schedules a sync to read the files at these paths again.
    """

    recogniser: ClassVar[TextRecognizer] = staticmethod(recognize_picture)
    """Reads one picture, in the other process."""

    texts: RecognizedTexts
    corpus: LanceCorpus
    workers: Workers
    components: Callable[[], ComponentFactory]
    source: Callable[[], Awaitable[Source]]
    syncing: asyncio.Lock
    take_up: Callable[[Sequence[str]], Awaitable[None]]
    _due: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    _running: asyncio.Task[None] | None = None
    _question: float = -_TYPING_S
    _pause: str = ""
    _spent: float = 0.0
    _seen: set[tuple[str, int, int]] = field(default_factory=set)
    """Paths with their date and page: what an index that is not synced yet lists again."""
    _troubled: set[str] = field(default_factory=set)
    """Paths of pictures at which a round ended with an error: they follow all others."""

    def start(self) -> None:
        """Recognise whatever a sync leaves to be recognised, from now on."""
        if self.workers.recognising is not None and self._running is None:
            self._running = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Recognise nothing more; a picture being read is read again another time."""
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
        counted = await in_thread(self.texts.count)
        waiting = sum(len(pages) for pages in (await self.corpus.notes.unread()).values())
        pause = self._pause if self._running else ""
        return replace(
            counted, available=has_extra("ocr"), enabled=self._is_wanted, waiting=waiting, pause=pause
        )

    @property
    def _is_wanted(self) -> bool:
        return self.components().parameters.files.recognize_text

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
                    asyncio.get_running_loop().call_later(_TRIED_AGAIN_AFTER_S, self.wake)
                finally:
                    if not self._due.is_set():
                        # The process holds the models of recognition: it ends while nothing is left to read.
                        await in_thread(self.workers.stop_recognising)

    @property
    def _is_installed(self) -> bool:
        return self.recogniser is not recognize_picture or has_extra("ocr")

    def require(self) -> None:
        """Raise ModelUnavailableError if text recognition is not installed."""
        if not self._is_installed:
            raise ModelUnavailableError("Text recognition needs the extra “ocr”.", describe_how_to_add("ocr"))

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
        """Recognise for a while, and index the text: the following sync wakes this for the others."""
        from vaultsearch.core.index.sync.recognition import PictureRecognition
        from vaultsearch.core.vault.source import ObsidianVault

        source, begun = await self.source(), time.monotonic()
        if not isinstance(source, ObsidianVault):
            return False
        recognition = PictureRecognition(source, self.texts, FILE_SECONDS, self.recogniser)
        read: list[str] = []
        waiting = await self._waiting()
        seen_before, total = self._seen.copy(), len(self._seen) + len(waiting)
        try:
            for revision, page in waiting:
                if (read and revision.path in self._troubled) or not await may_go_on():
                    break
                on_progress(Progress("recognizing", len(self._seen), total))
                await self._recognise(recognition, revision, page)
                read.append(revision.path)
                # A sync costs some seconds whatever it takes up: the more were read, the rarer it pays.
                if time.monotonic() - begun > max(_TAKEN_UP_AFTER_S, self._spent / 10):
                    break
            self._spent += time.monotonic() - begun
            if read:
                await self.take_up(read)
        except BaseException:
            # After a full disk, no picture of this round was read until the next start.
            self._seen = seen_before
            self._troubled.add(revision.path)
            raise
        return bool(read)

    async def _waiting(self) -> list[tuple[Revision, int]]:
        """Return pictures to be read: linked ones first, newest first."""
        unread = await self.corpus.notes.unread()
        targets = (link.target for note in await self.corpus.notes.all() for link in note.links)
        linked = {PurePosixPath(target).name.casefold() for target in targets}

        def order(revision: Revision) -> tuple[bool, bool, int]:
            is_linked = PurePosixPath(revision.path).name.casefold() in linked
            return revision.path in self._troubled, not is_linked, -revision.mtime_ns

        return [
            (revision, page)
            for revision in sorted(unread, key=order)
            for page in unread[revision]
            if (revision.path, revision.mtime_ns, page) not in self._seen
        ]

    async def _may_go_on(self) -> bool:
        """Wait until nothing is more urgent. Return False if recognition is switched off."""
        while self._is_wanted:
            async with self.syncing:
                # On battery it waits, as nobody asked for it; while somebody types, the core is theirs.
                is_asked = time.monotonic() - self._question < _TYPING_S
                self._pause = "battery" if on_battery() else "typing" if is_asked else ""
            if not self._pause:
                return True
            await asyncio.sleep(_LOOKED_EVERY_S)
        return False

    async def _recognise(self, recognition: PictureRecognition, revision: Revision, page: int) -> None:
        run = self.workers.recognising
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
                raise
            except WorkerDiedError as error:
                _log.warning("recognition died path=%s page=%d exit=%s", revision.path, page, error.exit_code)
                death = error
        # A process that was ended from outside, or waited for a drive, says nothing about the picture, which
        # stays unread.
        if not is_innocent(death):
            await in_thread(recognition.give_up, revision, page)
