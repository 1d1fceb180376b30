"""Texts recognized in pictures: kept beside the index, and inserted into notes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath

from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import load_message, store_message
from vaultsearch.core.values import pictures
from vaultsearch.core.values.note import TEXT_IN_PICTURE, Block, FileKind, Heading, Note, NoteSection
from vaultsearch.core.values.sync import is_answered_by_recognition

RECOGNIZED_FOLDER = "recognised"
"""Within the index folder, and deleted with it."""
_TEXT, _NONE, _REFUSED = ".text", ".none", ".refused"
_ENDINGS = (_TEXT, _NONE, _REFUSED)
_LIMITS = 3
"""Increase this with the limits of recognizing a picture, and `READERS` with it: files must be read again.

Pictures given up under other limits are then tried again. The first limits ended the process at half a
gigabyte, less than the models alone need; refusals did not name them, but had another sentence. The second
counted wall time, and gave up ordinary screenshots while other programs were busy.
"""
_GIVEN_UP_FIRST = "Recognising its text crashed"
_MIN_BYTES = 5 * 1024
"""Smaller pictures, in bytes, are icons."""
RASTER_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".avif"})
_SYNTAX = re.compile(r"\A(\s*)(?=[#>|`~$<%*+=_-]|\d+[.)])")
_N_MEASURED = 50
_CHECKED_EVERY_S, _KEPT_S = 7 * 86_400.0, 30 * 86_400.0


def page_key(raw: bytes, page: int) -> str:
    """Name a file's page by the file's content, so text survives moves and renames."""
    return f"{hashlib.blake2b(raw, digest_size=16).hexdigest()}-{page}"


@dataclass(frozen=True, slots=True)
class RecognizedTexts:
    """A small file per recognized picture or page, written atomically. Picklable."""

    folder: Path

    @classmethod
    def of(cls, index: Path) -> RecognizedTexts:
        """Return the recognized texts in an index folder."""
        return cls(index / RECOGNIZED_FOLDER)

    def get(self, key: str) -> pictures.RecognisedText | None:
        """Return a picture's text, None if not read, or given up under other limits."""
        for ending in _ENDINGS:
            with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
                content = json.loads((self.folder / f"{key}{ending}").read_text(encoding="utf-8"))
                is_first = content["reason"].startswith(_GIVEN_UP_FIRST)
                if content.get("limits", 1 if is_first else _LIMITS) != _LIMITS:
                    continue
                parts = ((line["text"], line["score"], tuple(line["box"])) for line in content["lines"])
                lines = (pictures.RecognisedLine(*part) for part in parts)
                width, height = content["size"]
                reason = load_message(content["reason"])
                return pictures.RecognisedText(tuple(lines), reason, content["seconds"], (width, height))
        return None

    def put(self, key: str, text: pictures.RecognisedText) -> None:
        """Store a picture's text."""
        self._keep(key, text, {})

    def give_up(self, key: str, reason: str) -> None:
        """Store why a picture is not tried again while the limits stay the same."""
        self._keep(key, pictures.RecognisedText(reason=reason), {"limits": _LIMITS})

    def _keep(self, key: str, text: pictures.RecognisedText, more: dict[str, int]) -> None:
        name_ending = _TEXT if text.lines else _REFUSED if text.reason else _NONE
        content = json.dumps(asdict(text) | {"reason": store_message(text.reason)} | more, ensure_ascii=False)
        write_atomically(self.folder / f"{key}{name_ending}", content, make_folder=True)
        for ending in _ENDINGS:
            if ending != name_ending:
                (self.folder / f"{key}{ending}").unlink(missing_ok=True)

    def count(self) -> pictures.Recognition:
        """Count results; estimate seconds per picture."""
        files: list[Path] = []
        with suppress(OSError):
            files += (file for file in self.folder.iterdir() if file.suffix in _ENDINGS)
        some = filter(None, (self.get(file.stem) for file in files[:_N_MEASURED]))
        seconds = [text.seconds for text in some if text.seconds]
        return pictures.Recognition(
            recognised=sum(file.suffix == _TEXT for file in files),
            refused=sum(file.suffix == _REFUSED for file in files),
            seconds_each=sum(seconds) / len(seconds) if seconds else pictures.SECONDS_EACH,
        )

    def drop_unheld(self, content_hashes: Iterable[str]) -> None:
        """Drop texts in no note for a month, given the content hashes of all notes.

        A file's date is when a note last had its text, to a week: a picture moved by way of another folder,
        on another branch, or of a kind switched off for a while keeps the text.
        """
        # A content hash names the recognised texts behind its first word; see `insert_recognized`.
        held = {part for content_hash in content_hashes for part in content_hash.split()[1:]}
        now, ages = time.time(), defaultdict[str, dict[Path, float]](dict)
        with suppress(OSError):
            for file in filter(lambda file: file.suffix in _ENDINGS, self.folder.iterdir()):
                ages[file.stem.partition("-")[0]][file] = now - file.stat().st_mtime
        for files in ages.values():
            if min(files.values()) < _CHECKED_EVERY_S:
                continue
            known = {int(file.stem.partition("-")[2]): self.get(file.stem) for file in files}
            is_held = _digest_texts({page: text for page, text in known.items() if text}) in held
            for file, age in files.items():
                with suppress(OSError):
                    if is_held:
                        os.utime(file)
                    elif age > _KEPT_S:
                        file.unlink()


def picture_pages(note: Note) -> tuple[int, ...]:
    """Return the 1-based pages that are pictures: 1 for a picture, pages without text for a PDF."""
    if note.kind is FileKind.IMAGE:
        is_raster = PurePosixPath(note.path).suffix.lower() in RASTER_SUFFIXES
        return (1,) if is_raster and note.revision.size >= _MIN_BYTES else ()
    if note.kind is not FileKind.PDF:
        return ()
    with_text = {section.page for section in note.sections}
    return tuple(page for page in range(1, len(_page_headings(note)) + 1) if page not in with_text)


def _page_headings(note: Note) -> list[Heading]:
    return [heading for heading in note.headings if heading.level == 1]


def insert_recognized(note: Note, raw: bytes, texts: RecognizedTexts | None) -> Note:
    """Insert a file's recognized texts into the note; pages not read yet are ``unread``."""
    pages = picture_pages(note)
    if texts is None or not pages:
        return replace(note, unread=pages)
    texts_by_page = {page: texts.get(page_key(raw, page)) for page in pages}
    known = {page: text for page, text in texts_by_page.items() if text is not None}
    note = replace(note, unread=tuple(page for page in pages if page not in known))
    if not known:
        return note
    for page in sorted(known, reverse=True):
        if known[page].lines:
            note = _insert_section(note, page, [line.text for line in known[page].lines])
    problems = (p for p in note.problems if note.unread or not is_answered_by_recognition(p))
    reasons = dict.fromkeys(text.reason for text in known.values() if text.reason)
    # Another content hash than that of the file alone, for the index to notice the texts.
    content_hash = f"{note.content_hash} {_digest_texts(known)}"
    return replace(note, content_hash=content_hash, problems=(*problems, *reasons))


def _digest_texts(known: Mapping[int, pictures.RecognisedText]) -> str:
    content = json.dumps([[page, asdict(text)] for page, text in sorted(known.items())])
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def _insert_section(note: Note, page: int, texts: Sequence[str]) -> Note:
    """Insert a section of recognized text below the page's heading, or at the end of a picture's note."""
    is_pdf = note.kind is FileKind.PDF
    lines = note.text.split("\n") if note.text else []
    above = _page_headings(note)[page - 1] if is_pdf else None
    line_number = above.line if above else len(lines)
    # Recognised lines may begin like Markdown, such as "1." or "#".
    content = [_SYNTAX.sub(r"\1\\", text) for text in texts]
    heading = Heading(2 if above else 1, TEXT_IN_PICTURE, line_number + 1 + bool(line_number))
    new = [*([""] if line_number else []), f"{'#' * heading.level} {TEXT_IN_PICTURE}", "", *content]
    first = heading.line + 2
    block = Block("paragraph", first, first + len(texts) - 1, "\n".join(content), "\n".join(texts))
    path = (above.text, TEXT_IN_PICTURE) if above else (TEXT_IN_PICTURE,)
    section = NoteSection(path, (block,), page if is_pdf else None)

    def moved(line: int) -> int:
        return line + len(new) if line > line_number else line

    below = [replace(known, line=moved(known.line)) for known in note.headings]

    def moved_block(block: Block) -> Block:
        return replace(block, line_start=moved(block.line_start), line_end=moved(block.line_end))

    others = [replace(known, blocks=tuple(map(moved_block, known.blocks))) for known in note.sections]
    return replace(
        note,
        text="\n".join([*lines[:line_number], *new, *lines[line_number:]]),
        headings=tuple(sorted([*below, heading], key=lambda element: element.line)),
        sections=tuple(sorted([*others, section], key=lambda element: element.page or 0)),
    )
