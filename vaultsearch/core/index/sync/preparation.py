"""Prepare the index for a sync: only parts with a changed fingerprint are made anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from vaultsearch.core.analyzer import ANALYZER_NAME
from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.index.corpus import FINGERPRINT, MADE_ANEW, LanceCorpus
from vaultsearch.core.index.index_folder import Manifest, clear_damage_mark, read_manifest, write_manifest
from vaultsearch.core.index.note_vectors import SUMMARIES_FINGERPRINT
from vaultsearch.core.index.sync.token_filling import TokenPipeline
from vaultsearch.core.index.tables.index_tables import TOKENS
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import EndpointDownError
from vaultsearch.core.protocols import CountsUnread, Encoder, Source
from vaultsearch.core.values.search import Space
from vaultsearch.core.vault.reading import NOTE_READER_VERSION, READERS_VERSION

_WORDS_ANEW = "Notes were re-indexed for keywords because of a new version; their meaning is kept."
_CHUNKING, _SUMMARIES, _LIMITS, _WORDS = "chunking", "summaries", "limits", "words"
_READERS, _NOTE_READER = "readers", "notes"
_UNKNOWN_DIMENSION = 1
"""The vectors' length while a never reached server is down; the next sync asks again."""


@dataclass(frozen=True, slots=True)
class IndexPreparation:
    """Prepares the corpus's tables for these encoders and this chunker, and keeps the manifest."""

    source: Source
    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    chunker: Chunker
    tokens: TokenPipeline | None
    limits: str = ""
    """The limits for reading a file; files that exceeded them are tried again under other limits."""

    def known(self, anew: str | None = None) -> Manifest:
        """Return the manifest, or an empty one if a part was made otherwise, or all is to be made ``anew``.

        Another version of a reader, or another limit, may be able to read files that were refused.
        """
        known, made = self.manifest, (FINGERPRINT, self._made_by, self._token_fingerprint)
        is_same = (known.fingerprint, known.made_by, known.token_fingerprint) == made
        return known if is_same and anew is None else Manifest("", "", "")

    async def prepare(self, *, n_files: int, empty: bool, anew: str | None) -> str | None:
        """Create missing tables, and empty those made differently.

        Args:
            empty: Whether the source has no notes, not even unreadable ones.
            anew: The reason for making everything again, or None.

        Returns:
            The reason why something is made anew, or None.

        Raises:
            VaultNotFoundError: Neither the source nor the index has any notes.
        """
        manifest = read_manifest(self.corpus.path)
        notes = await self.corpus.notes.count()
        # An index with notes is kept up to date even if the last note was deleted.
        if empty and notes == 0:
            raise VaultNotFoundError(
                Message("No notes or documents in {}.", self.source.location),
                "Choose another folder, or check Exclusions.",
            )
        keeps_columns = manifest is not None and manifest.fingerprint == FINGERPRINT
        same = keeps_columns and anew is None
        former_parts = manifest.made_by if manifest is not None and same else {}
        dimensions = {space: await self._dimension(space, former_parts) for space in self.encoders}
        multilingual = dimensions.get(Space.MULTILINGUAL)
        await self.corpus.writer.prepare(
            dimensions[Space.MAIN], multilingual=multilingual, anew=not same, keeps_columns=keeps_columns
        )
        changed = await self._renew_parts(former_parts, dimensions) if same else None
        tokens_made = await self._prepare_tokens(manifest.token_fingerprint if manifest and same else "")
        prepared = replace(self.manifest, failed=(), refused={}, compared=())
        if not same:
            prepared = replace(prepared, last_sync=None, tables=uuid4().hex, n_files=n_files, waiting=n_files)
            # Damage was of the former tables, whoever met it.
            clear_damage_mark(self.corpus.path)
        # In the manifest before anything is read: a sync that is cut off goes on with these tables.
        self.write_manifest(prepared)
        if anew is not None or notes == 0:
            return anew
        return changed or tokens_made if same else MADE_ANEW

    async def _dimension(self, space: Space, former_parts: Mapping[str, str]) -> int:
        """Return the vectors' length in a space; while a server is down, the former length, if any.

        A stopped server kept changed notes even from being found by words.
        """
        encoder, stored = self.encoders[space], await self.corpus.vectors[space].dimension() or 0
        if stored > _UNKNOWN_DIMENSION and former_parts.get(space.value) == encoder.fingerprint:
            return stored
        try:
            return encoder.dimension
        except EndpointDownError:
            return _UNKNOWN_DIMENSION

    async def _renew_parts(
        self, former_parts: Mapping[str, str], dimensions: Mapping[Space, int]
    ) -> str | None:
        """Clear parts made differently. Return the reason to show, if any."""
        differing = {part for part, made_by in self._made_by.items() if former_parts.get(part, "") != made_by}
        for space, dimension in dimensions.items():
            if space in differing:
                await self.corpus.writer.renew_vectors(space, dimension)
        if _SUMMARIES in differing:
            await self.corpus.summaries.forget(None)
        if _WORDS in differing:
            await self.corpus.upkeep.index_words_anew()
        # Forgotten revisions have all files read again, so that nothing else needs to be forgotten.
        if differing & {_CHUNKING, _WORDS}:
            await self.corpus.writer.forget_revisions()
            return MADE_ANEW if Space.MAIN in differing or _WORDS not in differing else _WORDS_ANEW
        if _READERS in differing:
            await self.corpus.writer.forget_revisions_of(are_notes=False)
        if _NOTE_READER in differing:
            await self.corpus.writer.forget_revisions_of(are_notes=True)
        if Space.MULTILINGUAL in differing:
            return "Notes in other languages were re-indexed for the new model."
        return None

    @property
    def _made_by(self) -> dict[str, str]:
        """Name how passages are cut and summaries made, how files and words are read, and the models."""
        models = {space.value: "" for space in Space}
        models |= {space.value: encoder.fingerprint for space, encoder in self.encoders.items()}
        # Passages are cut by the tokens of the model that encodes them.
        cut = f"{self.chunker.fingerprint} {models[Space.MAIN]}"
        made = {
            _CHUNKING: cut,
            _SUMMARIES: SUMMARIES_FINGERPRINT,
            _READERS: READERS_VERSION,
            _NOTE_READER: NOTE_READER_VERSION,
            # Nothing is made anew for it; `refused` compares it.
            _LIMITS: self.limits,
            _WORDS: ANALYZER_NAME,
        }
        return made | models

    async def _prepare_tokens(self, former_fingerprint: str) -> str | None:
        """Create or drop the token vector table. Return the reason to show, if any."""
        if former_fingerprint != self._token_fingerprint:
            await self.corpus.tables.drop(TOKENS)
        if self.tokens is not None:
            await self.corpus.tokens.prepare(self.encoders[Space.MAIN].dimension)
        if former_fingerprint == self._token_fingerprint:
            return None
        if self.tokens is None:
            return "Token vectors removed because of the new chunking mode."
        return "Token vectors rebuilt because of the new chunking mode or pooling."

    @property
    def _token_fingerprint(self) -> str:
        return self.tokens.fingerprint if self.tokens is not None else ""

    def note_waiting(self, n_files: int, waiting: int, unread: int) -> None:
        """Write how many files were listed, wait and are unreadable, for the searching processes.

        A file read again counts once: "-232 files not indexed yet" was shown, and "636 of 404".
        """
        waiting = max(0, min(n_files, waiting))
        if known := read_manifest(self.corpus.path):
            unread = min(unread, n_files - waiting)
            write_manifest(self.corpus.path, replace(known, n_files=n_files, waiting=waiting, unread=unread))

    @property
    def manifest(self) -> Manifest:
        """The index's manifest, or an empty manifest."""
        return read_manifest(self.corpus.path) or Manifest("", "", "")

    def write_manifest(self, manifest: Manifest) -> None:
        """Write a manifest with the source and the fingerprints for this sync."""
        unread = self.source.unread_endings if isinstance(self.source, CountsUnread) else ()
        made = replace(
            manifest,
            vault=self.source.location,
            fingerprint=FINGERPRINT,
            embedding_model=self.encoders[Space.MAIN].name,
            token_fingerprint=self._token_fingerprint,
            made_by=self._made_by,
            # The source has not counted them in a sync that looked at single files.
            unread_endings=manifest.unread_endings if unread is None else unread,
        )
        write_manifest(self.corpus.path, made)
        self.corpus.vectors.note_complete()
