"""The formats of documents by ending: their kind, their first bytes, and their reader, imported when called.

The readers take 35 ms to import and their libraries 400, which a search has no use for.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.values.note import FileKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.vault.documents.document_text import DocumentText


class Reader(Protocol):
    """Read the bytes of a file. Raise UnreadableNoteError with the reason if they cannot be.

    A heavy library is imported when called: that is in the worker process.
    """

    def __call__(self, revision: Revision, raw: bytes) -> Note: ...  # noqa: D102


def document_reader(kind: FileKind, read: Callable[[bytes], DocumentText]) -> Reader:
    """Make a reader of notes of a reader of documents."""

    def reader(revision: Revision, raw: bytes) -> Note:
        from vaultsearch.core.vault.readers.document_notes import note_of_document

        return note_of_document(revision, raw, read(raw), kind)

    return reader


_ZIP = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # an encrypted one is within a compound file, as an old one is


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """The documents of an ending; ``read`` names a function of a module in `documents`."""

    kind: FileKind
    module: str
    read: str
    begins: tuple[bytes, ...] = ()

    def __call__(self, raw: bytes) -> DocumentText:
        """Read a document. Raise UnreadableNoteError if it cannot be."""
        module = import_module(f"vaultsearch.core.vault.documents.{self.module}")
        read: DocumentText = getattr(module, self.read)(raw)
        return read


class _Source(DocumentFormat):
    """Source code, of which ``read`` is the language."""

    def __call__(self, raw: bytes) -> DocumentText:
        from vaultsearch.core.vault.documents.source_code import read_source

        return read_source(raw, self.read)


_DOCUMENTS = {
    ".docx .docm": DocumentFormat(FileKind.DOCUMENT, "docx", "read_docx", _ZIP),
    ".odt": DocumentFormat(FileKind.DOCUMENT, "odf", "read_odf", _ZIP),
    ".rtf": DocumentFormat(FileKind.DOCUMENT, "plain", "read_rtf", (b"{\\rtf",)),
    ".txt": DocumentFormat(FileKind.DOCUMENT, "plain", "read_txt"),
    ".org": DocumentFormat(FileKind.DOCUMENT, "markup_texts", "read_org"),
    ".rst": DocumentFormat(FileKind.DOCUMENT, "markup_texts", "read_rst"),
    ".tex": DocumentFormat(FileKind.DOCUMENT, "markup_texts", "read_tex"),
    ".adoc .asciidoc": DocumentFormat(FileKind.DOCUMENT, "markup_texts", "read_adoc"),
    ".typ": DocumentFormat(FileKind.DOCUMENT, "markup_texts", "read_typ"),
    ".epub": DocumentFormat(FileKind.BOOK, "epub", "read_epub", _ZIP),
    ".html .htm .xhtml": DocumentFormat(FileKind.WEB, "pages", "read_html"),
    ".mhtml .mht": DocumentFormat(FileKind.WEB, "pages", "read_mhtml"),
    ".pptx .pptm .ppsx": DocumentFormat(FileKind.SLIDES, "pptx", "read_pptx", _ZIP),
    ".odp": DocumentFormat(FileKind.SLIDES, "odf", "read_odf", _ZIP),
    ".xlsx .xlsm": DocumentFormat(FileKind.SHEET, "tables", "read_xlsx", _ZIP),
    ".ods": DocumentFormat(FileKind.SHEET, "odf", "read_odf", _ZIP),
    ".csv .tsv": DocumentFormat(FileKind.SHEET, "tables", "read_csv"),
    ".eml": DocumentFormat(FileKind.MAIL, "mail", "read_eml"),
    ".ipynb": DocumentFormat(FileKind.NOTEBOOK, "notebook", "read_ipynb"),
    ".base": DocumentFormat(FileKind.BASE, "bases", "read_base"),
    ".excalidraw": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw"),
    ".excalidraw.md": DocumentFormat(FileKind.DRAWING, "excalidraw", "read_excalidraw_note"),
}
_SOURCES = {
    "python": ".py .pyw", "javascript": ".js .mjs .cjs", "jsx": ".jsx", "typescript": ".ts", "tsx": ".tsx",
    "java": ".java", "kotlin": ".kt", "scala": ".scala", "swift": ".swift", "go": ".go", "rust": ".rs",
    "c": ".c .h", "cpp": ".cc .cpp .hpp", "csharp": ".cs", "php": ".php", "ruby": ".rb", "lua": ".lua",
    "perl": ".pl", "r": ".r", "julia": ".jl", "bash": ".sh .bash .zsh", "powershell": ".ps1", "sql": ".sql",
    "haskell": ".hs", "elixir": ".ex .exs", "dart": ".dart", "css": ".css .scss",
}  # fmt: skip
"""The endings of source code by its language, as Markdown names it."""


def _by_ending() -> Iterator[tuple[str, DocumentFormat]]:
    sources = {endings: _Source(FileKind.CODE, "source_code", name) for name, endings in _SOURCES.items()}
    for endings, read_as in (_DOCUMENTS | sources).items():
        for ending in endings.split():
            yield ending, read_as


DOCUMENT_FORMATS: Mapping[str, DocumentFormat] = dict(_by_ending())
