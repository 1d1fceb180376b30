"""The encoding of a vault's pictures by what they show: in the background, after everything else."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError, WorkerNotStartedError
from vaultsearch.core.index.file_limits import is_innocent
from vaultsearch.core.values.pictures import PicturesByMeaning
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Iterable

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.picture_encoding import PictureEncoding
    from vaultsearch.core.index.picture_table import EncodedPicture
    from vaultsearch.core.models.picture_encoder import PictureEncoder
    from vaultsearch.core.protocols import Runner, Source
    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.vault.recognised_texts import RecognisedTexts
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers

_WRITTEN_AT_ONCE, _WRITTEN_EVERY_S = 16, 20.0
"""Pictures, or seconds, after which those encoded are written: a process that is killed loses these."""

_log = logging.getLogger(__name__)


class PicturesInBackground:
    """Encodes the pictures that a sync found, each content once, if the user has named a model.

    Lives on the event loop of its vault; `encode_waiting` is called in the lane of text recognition.

    Args:
        corpus: The index.
        workers: Has the process to encode in.
        components: Returns the components in force.
        source: Returns the vault as it is indexed.
        texts: Kept beside the index; with them, pictures are read whole.
        syncing: Held by each sync: nothing is written meanwhile.
    """

    def __init__(
        self,
        corpus: LanceCorpus,
        workers: Workers,
        components: Callable[[], ComponentFactory],
        source: Callable[[], Awaitable[Source]],
        texts: RecognisedTexts,
        syncing: asyncio.Lock,
    ) -> None:
        self._corpus = corpus
        self._workers = workers
        self._components = components
        self._source = source
        self._texts = texts
        self._syncing = syncing

    @property
    def is_wanted(self) -> bool:
        """Return whether a model is named."""
        return bool(self._components().picture_model)

    async def status(self) -> tuple[PicturesByMeaning, list[Failure]]:
        """Return how far it is, and the pictures that cannot be encoded."""
        name = self._components().picture_model
        try:
            encoder = await self._encoder()
        except ModelUnavailableError as error:
            return PicturesByMeaning(name, trouble=f"{error} {error.remedy}"), []
        if encoder is None:
            return PicturesByMeaning(), []
        pictures = await self._corpus.pictures.all()
        done = await self._corpus.pictures.done(encoder.fingerprint)
        read = [one for one in pictures if one in done]
        refused = [Failure(one.path, done[one]) for one in read if done[one]]
        encoded, waiting = len(read) - len(refused), len(pictures) - len(read)
        return PicturesByMeaning(name, encoded, waiting, len(refused)), refused

    async def encode_waiting(self, may_go_on: Callable[[], Awaitable[bool]]) -> None:
        """Encode the pictures that are not, while that may go on; forget those that are gone.

        Raises:
            ModelUnavailableError: The model cannot be used.
        """
        from vaultsearch.core.index.picture_encoding import PictureEncoding
        from vaultsearch.core.vault.source import ObsidianVault

        encoder = await self._encoder()
        if encoder is None:
            async with self._syncing:
                await self._corpus.pictures.drop()
            return
        source = await self._source()
        if not isinstance(source, ObsidianVault):
            return
        source.texts = self._texts
        seconds = self._components().parameters.number("files", "seconds")
        encoding = PictureEncoding(source, encoder, seconds)
        done = await self._corpus.pictures.done(encoder.fingerprint)
        waiting = [one for one in await self._corpus.pictures.all() if one not in done]
        await self._encode(encoding, waiting, may_go_on)
        async with self._syncing:
            await self._corpus.pictures.drop_gone(await self._corpus.pictures.all())

    async def _encode(
        self, encoding: PictureEncoding, waiting: list[Revision], may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        encoded: list[EncodedPicture] = []
        written = time.monotonic()
        try:
            for revision in waiting:
                if not await may_go_on():
                    break
                if (found := await self._encoded(encoding, revision, encoded)) is not None:
                    encoded.append(found)
                if len(encoded) >= _WRITTEN_AT_ONCE or time.monotonic() - written > _WRITTEN_EVERY_S:
                    await self._write(encoding.encoder, encoded)
                    written = time.monotonic()
        finally:
            await self._write(encoding.encoder, encoded)

    async def _encoded(
        self, encoding: PictureEncoding, revision: Revision, before: Iterable[EncodedPicture]
    ) -> EncodedPicture | None:
        key, model = await in_thread(encoding.key, revision), encoding.encoder.fingerprint
        if key is None:
            return None
        if (same := next((one for one in before if one.key == key), None)) is not None:
            return replace(same, revision=revision)
        if (known := await self._corpus.pictures.known(revision, key, model)) is not None:
            return known
        death = WorkerDiedError("", "")
        for _ in range(2):
            try:
                return await self._run(encoding, revision)
            except WorkerNotStartedError:
                return None  # the next time
            except WorkerDiedError as error:
                _log.warning("picture: died path=%s exit=%s", revision.path, error.exit_code)
                death = error
        return None if is_innocent(death) else encoding.given_up(revision, key)

    async def _write(self, encoder: PictureEncoder, encoded: list[EncodedPicture]) -> None:
        """Write pictures, and empty the list."""
        if encoded:
            vectors = [one.vector for one in encoded if one.vector is not None]
            vector = vectors[0] if vectors else await self._run(encoder.encode_text, "picture")
            async with self._syncing:
                await self._corpus.pictures.write(encoded, encoder.fingerprint, len(vector))
            encoded.clear()

    @property
    def _run(self) -> Runner:
        return self._workers.recognising or in_thread

    async def _encoder(self) -> PictureEncoder | None:
        """Return the model, None if none is named; its files are read the first time."""
        components = self._components()
        return await in_thread(lambda: components.pictures) if components.picture_model else None
