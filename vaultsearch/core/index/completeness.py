"""The number of notes that can be found so far, by words and by meaning; the same for every process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, InLanguages, Not, WithIds
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.values.search import Completeness, Space
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.languages.names import Routing


async def completeness(corpus: LanceCorpus, routing: Routing, language: str | None = None) -> Completeness:
    """Count the notes found by questions in a language; None stands for the notes' own language.

    A note counts as found by meaning once every passage has the vector that such a question is compared
    with. A passage that could not be encoded is not waited for.
    """
    manifest = await in_thread(read_manifest, corpus.path)
    if manifest is None:
        return Completeness(scanned=False)
    # Also those of which a passage crashed the encoder: their vectors will never come.
    left_out = {failure.path for failure in manifest.failed}
    unread: frozenset[str] = frozenset()
    for space, where in _compared(routing, language):
        unread |= await corpus.vectors.paths_without(space, where)
    stored = await corpus.notes.count()
    # While a sync runs, the table holds only a part of the vault, and the manifest alone knows the rest.
    # Otherwise the table is nearer to the truth than a count written at the last sync.
    files = manifest.n_files if manifest.waiting else stored + manifest.unread
    by_words = max(0, files - manifest.waiting - manifest.unread)
    # A sync may write between the readings above, so that the numbers are of different moments.
    by_meaning = max(0, min(by_words, stored - len(unread - left_out)))
    return Completeness(files, by_words, by_meaning, failed=manifest.unread)


async def unread(corpus: LanceCorpus, routing: Routing, language: str, ids: frozenset[str]) -> frozenset[str]:
    """Return those of these passages that lack the vector that a question in a language is compared with."""
    unread_ids: set[str] = set()
    for space, where in _compared(routing, language):
        # The notes that lack a vector are kept in memory, and mostly there are none.
        if ids and await corpus.vectors.paths_without(space, where):
            these = WithIds(ids)
            unread_ids |= set(
                await corpus.vectors.pending_ids(space, AllOf((where, these)) if where else these)
            )
    return frozenset(unread_ids)


def _compared(routing: Routing, language: str | None) -> list[tuple[Space, Filter | None]]:
    """List which passages a question is compared with in which space."""
    if routing.read is None:
        return [(Space.MAIN, None)]
    if language is not None and not routing.reads(language):
        return [(Space.MULTILINGUAL, None)]
    read = InLanguages(routing.read)
    return [(Space.MAIN, read), (Space.MULTILINGUAL, Not(read))]
