"""The making of the titles' vectors: each by the model that compares it with most questions."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.filters import InLanguages, Not
from vaultsearch.core.index.predicates import is_in
from vaultsearch.core.index.tables import NOTES
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.languages.routing import Routing
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

_log = logging.getLogger(__name__)

_ENCODED_AT_ONCE = 32
"""A question that comes meanwhile waits for so many: some fifteen milliseconds."""
_WRITTEN_AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class TitleFilling:
    """Encodes the titles that lack a vector: each by the model that compares it with most questions.

    Attributes:
        corpus: The index.
        encoders: The encoder of titles for each space; the multilingual one may be absent.
        run: Runs the encoder: where questions are encoded, since the model is loaded there.
    """

    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    run: Runner

    async def fill(
        self, routing: Routing, *, is_cancelled: Callable[[], bool], only: Collection[str] | None = None
    ) -> int:
        """Encode the missing titles, and return their number; with ``only``, of the notes at these paths."""
        where = None if only is None else is_in("path", only)
        titles = dict(await self.corpus.tables.tuples(NOTES, ["path", "title"], where))
        models = {space: encoder.fingerprint for space, encoder in self.encoders.items()}
        table, done = self.corpus.titles, 0
        whole = only is None
        encoded = await (
            table.kept(titles.values(), models.values()) if whole else table.known(titles.values())
        )
        for space, model in models.items():
            lacking = {path: title for path, title in titles.items() if (title, model) not in encoded}
            wanted_titles = await self._of_space(space, lacking, routing)
            for start in range(0, len(wanted_titles), _WRITTEN_AT_ONCE):
                done += await self._encode(
                    wanted_titles[start : start + _WRITTEN_AT_ONCE], space, is_cancelled
                )
        return done

    async def _of_space(self, space: Space, titles: Mapping[str, str], routing: Routing) -> list[str]:
        """Return the titles, each once, of the notes with a passage in a language of this space.

        Where languages are mixed, questions compare all titles by the multilingual model.
        """
        ours = InLanguages(routing.read) if routing.read is not None else None
        if titles and ours is not None and not (space is Space.MULTILINGUAL and routing.is_mixed):
            paths = await self.corpus.notes.paths(ours if space is Space.MAIN else Not(ours))
            titles = {path: title for path, title in titles.items() if path in paths}
        return sorted({*titles.values()}, key=lambda title: (len(title), title))

    async def _encode(self, titles: Sequence[str], space: Space, is_cancelled: Callable[[], bool]) -> int:
        encoder, done, vectors = self.encoders[space], list[str](), list["Vectors"]()
        for start in range(0, len(titles), _ENCODED_AT_ONCE):
            if is_cancelled():
                break
            part = titles[start : start + _ENCODED_AT_ONCE]
            try:
                vectors.append(await self.run(encoder.encode_passages, part))
            except (ModelUnavailableError, WorkerDiedError):
                # Questions encode them as they find them, or do without.
                _log.warning("titles not encoded notes=%d first=%r", len(part), part[0])
                break
            done += part
        if done:
            await self.corpus.titles.write(done, np.concatenate(vectors), encoder.fingerprint)
        return len(done)
