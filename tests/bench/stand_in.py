"""An encoder in the models' place, for an index of a size that they would take hours for.

Its vectors pass for the models' own, so that edits and questions are encoded by these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tests.builders import HashEncoder, WordCounter
from vaultsearch.core.protocols import Encoder, TokenCounter
from vaultsearch.service.parts.components import ComponentFactory


@dataclass(frozen=True, slots=True)
class StandInEncoder(HashEncoder):
    """Encodes quickly, under the name and fingerprint of a model, and counts that model's tokens."""

    counter: TokenCounter = field(default_factory=WordCounter)


class StandInComponents(ComponentFactory):
    """Index with stand-ins for the embedding models."""

    @cached_property
    def _real(self) -> ComponentFactory:
        return ComponentFactory(self.parameters, self.models)

    @cached_property
    def encoder(self) -> StandInEncoder:  # type: ignore[override]  # indexing asks no more of it
        """The stand-in for the embedding model."""
        found = self._real.encoder
        return StandInEncoder(found.name, found.dimension, found.fingerprint, found.counter)

    @cached_property
    def multilingual(self) -> StandInEncoder | None:  # type: ignore[override]  # indexing asks no more of it
        """The stand-in for the model of other languages, if there is one."""
        found: Encoder | None = self._real.multilingual
        return StandInEncoder(found.name, found.dimension, found.fingerprint) if found else None

    @cached_property
    def token_encoder(self) -> StandInEncoder:  # type: ignore[override]  # titles alone are encoded by it
        """The stand-in for the quantized encoder, under its name, so that questions find its vectors."""
        found = self._real.token_encoder
        return StandInEncoder(found.name, found.dimension, found.fingerprint)
