"""The language of each note and of each of its passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.detection import detect
from vaultsearch.core.languages.names import UNDETERMINED, language_code

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vaultsearch.core.values.note import Note
    from vaultsearch.core.values.search import Chunk


_PROPERTIES = ("lang", "language")
_LIKELY = 0.5
"""Below this, a note's language is left undetermined, and the vault's own stands for it."""
_SURE = 0.9
"""A passage is of another language than its note only if that has at least this probability."""
_AS_THE_NOTE = 0.9
_TOLD_BY = 40
"""Characters below which a passage is as its note is."""


@dataclass(frozen=True, slots=True)
class NoteLanguages:
    """Detects languages. A note's property ``lang`` or ``language`` decides for that note.

    Attributes:
        always: The language set by the user for all notes, "" to detect it.
        models: The folder that the detector's model is kept in unpacked.
    """

    always: str = UNDETERMINED
    models: Path | None = None

    @property
    def fingerprint(self) -> str:
        """The name of this way to detect languages: other fingerprints mean other languages."""
        return f"languages-1:{self.always}"

    def of_note(self, note: Note) -> str:
        """Return a note's language, "" if it is undetermined."""
        declared = _declared(note)
        if declared or self.always:
            return declared or self.always
        texts = (block.text for section in note.sections for block in section.blocks if block.kind != "fence")
        return detect("\n".join((note.title, *texts)), models=self.models).at_least(_LIKELY)

    def of_passages(self, note: Note, language: str, passages: Iterable[Chunk]) -> list[str]:
        """Return the passages' languages: that of their note, unless they are surely in another."""
        is_set = bool(_declared(note) or self.always)
        return [language if is_set else self._of_passage(passage.text, language) for passage in passages]

    def _of_passage(self, text: str, language: str) -> str:
        if len(text) < _TOLD_BY:
            return language
        prior = {language: _AS_THE_NOTE} if language else None
        return detect(text, prior, 1 - _AS_THE_NOTE, models=self.models).at_least(_SURE) or language


def _declared(note: Note) -> str:
    values = [value for key, value in note.properties.items() if key.casefold() in _PROPERTIES]
    codes = [language_code(value) for value in values if isinstance(value, str)]
    return next((code for code in codes if code), UNDETERMINED)
