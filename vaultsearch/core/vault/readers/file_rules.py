"""The kinds of files that are read beside notes, and the limits of reading one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultsearch.core.parameters import FILE_KINDS, Parameters
from vaultsearch.core.values.note import NOTE_KINDS, FileKind

if TYPE_CHECKING:
    from collections.abc import Mapping

_MB = 2**20
_DOCUMENTS = (FileKind.PDF, FileKind.BOOK, FileKind.SLIDES)
_CODE_MB = 1
"""A larger file of code was generated: nobody asks for its passages."""


@dataclass(frozen=True, slots=True)
class FileRules:
    """The largest size of a file, in bytes, of each kind that is switched on; notes have a limit of theirs.

    ``seconds`` is how long reading one may take. Without arguments, notes alone are read.
    """

    sizes: Mapping[FileKind, int] = field(default_factory=dict)
    seconds: float = 60.0

    @classmethod
    def of(cls, parameters: Parameters) -> FileRules:
        """Take them from the parameters of ``files``."""
        files = parameters.files
        largest = dict.fromkeys(_DOCUMENTS, files.document_mb) | {FileKind.CODE: _CODE_MB}
        sizes = {
            kind: largest.get(kind, files.other_mb) * _MB for kind in FILE_KINDS if kind.value in files.kinds
        }
        return cls(sizes, files.seconds)

    def allows(self, kind: FileKind) -> bool:
        """Return whether files of a kind are read."""
        return kind in NOTE_KINDS or kind in self.sizes

    def limit(self, kind: FileKind | None, of_notes: int) -> int:
        """Return the largest size of a file of a kind; that of notes if the kind has none of its own."""
        return self.sizes.get(kind, of_notes) if kind is not None else of_notes
