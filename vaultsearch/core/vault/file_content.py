"""The content of a vault's files: opened within the vault's boundary, and decoded to text.

The text has line feeds, so that its lines have the numbers of an editor.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from vaultsearch.core.errors import OutsideVaultError, VaultSearchError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEADS_OUT = "Links to a place outside the vault; allow that in Settings > Exclusions."

_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
# A folder may be traversable but not listable.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_STEPWISE = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A regular file opened for reading; ``leads_out`` is set if a link leads out of the vault to it."""

    file: BinaryIO
    leads_out: bool


@dataclass(frozen=True, slots=True)
class Containment:
    """Restriction of reading to ``root``, unless ``follow_links_out``."""

    root: Path
    follow_links_out: bool = False

    def leads_out(self, file: str | os.PathLike[str]) -> bool:
        """Return whether a path resolves to a file outside of the vault. Raise OSError if to none."""
        real = os.path.realpath(file, strict=True)
        return not Path(real).is_relative_to(os.path.realpath(self.root))

    @contextmanager
    def open(self, path: str) -> Iterator[OpenedFile]:
        """Open a file by its path below ``root``; links are resolved anew, as they may have changed.

        Raises:
            OutsideVaultError: The path leads out of the vault, which is not allowed.
            FileNotFoundError: The file is gone, or was replaced while it was being opened.
            OSError: Any other error of the disk.
        """
        if (opened := self._opened_without_links(path)) is not None:
            with opened as file:
                yield OpenedFile(file, leads_out=False)
            return
        root = os.path.realpath(self.root)
        real = Path(os.path.realpath(self.root / path, strict=True))
        leads_out = not real.is_relative_to(root)
        if leads_out and not self.follow_links_out:
            raise OutsideVaultError(LEADS_OUT, "Or copy the file into the vault.")
        with _opened(root, real, leads_out) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileNotFoundError(f"{path} is no file")
            yield OpenedFile(file, leads_out)

    def _opened_without_links(self, path: str) -> BinaryIO | None:
        """Open a regular file if there is no link on its way, which saves resolving it; else return None."""
        parts = path.split("/")
        if not _STEPWISE or "" in parts or ".." in parts:
            return None
        try:
            file = _opened_stepwise(str(self.root), parts)
        except OSError:
            return None
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file
        file.close()
        return None


def is_link(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a symbolic link or, on Windows, a junction."""
    if entry.is_symlink():
        return True
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) if os.name == "nt" else 0
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _opened(root: str, real: Path, leads_out: bool) -> BinaryIO:
    if leads_out or not _STEPWISE:
        return os.fdopen(os.open(real, _FILE), "rb")
    try:
        return _opened_stepwise(root, real.relative_to(root).parts)
    except NotADirectoryError as error:
        raise FileNotFoundError(f"{real} became another while it was opened") from error


def _opened_stepwise(root: str, parts: Sequence[str]) -> BinaryIO:
    """Open folder by folder without following links: a resolved path has none, unless added since."""
    *folders, name = parts or (".",)
    folder = os.open(root, _FOLDER)
    try:
        for part in folders:
            inner = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.fdopen(os.open(name, _FILE, dir_fd=folder), "rb")
    finally:
        os.close(folder)


_SAMPLE_BYTES = 64 * 1024
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    # Before UTF-16: the mark of UTF-32 begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Encodings found in old notes, most frequent first. Unless restricted, the detector also finds EBCDIC and the
# like in short notes.
_LATIN = ["cp1252", "cp1250", "cp1254", "cp1257", "iso8859_2", "iso8859_15"]
_OTHER = [
    "cp1251", "koi8_r", "gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1253", "cp1255", "cp1256",
    "cp874",
]  # fmt: skip
_LATIN_1 = ("iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii")
_ALONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_REPLACED = "\ufffd"
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MULTIBYTE = re.compile(r"[^\x00-\x7f\ufffd]")


class UnreadableNoteError(VaultSearchError):
    """The bytes of a note are not readable text; the sentence is the reason."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text with line feeds as line ends, and a sentence if it was not plain UTF-8 or UTF-16."""

    text: str
    problem: str | None = None


def hash_of(raw: bytes) -> str:
    """Name the content of a file."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def decode(raw: bytes) -> Decoded:
    """Decode by byte order mark, as UTF-8, or by detection. Raise UnreadableNoteError for a binary."""
    encoding, mark = _by_mark(raw)
    encoding = encoding or _utf16_without_mark(raw)
    # UTF-16 and UTF-32 are full of NULs, which are taken for a binary below.
    if encoding in (None, "utf-8"):
        _refuse_binary(raw)
        text, problem = _without_mark(raw[mark:])
    else:
        text, problem = _replacing(raw[mark:], encoding)
    return Decoded(_normalise(text), problem)


def decode_declared(raw: bytes, *charsets: str | None) -> str:
    """Decode by byte order mark, as valid UTF-8, by the first of these charsets that fits, or by detection.

    Bytes beyond ASCII are valid UTF-8 by no accident, while charsets are declared by programs that were
    written for another one: of pages saved as UTF-8, many still declare the charset that they came in.
    """
    if any(raw.startswith(mark) for mark, _ in _BOMS):
        return decode(raw).text
    if not raw.isascii() and b"\0" not in raw:
        charsets = ("utf-8", *charsets)
    for charset in filter(None, charsets):
        try:
            # Browsers take Latin-1 for Windows-1252, which has quotes and dashes besides.
            return _normalise(raw.decode("cp1252" if charset.lower() in _LATIN_1 else charset))
        except (LookupError, UnicodeError):
            continue
    return decode(raw).text


def _by_mark(raw: bytes) -> tuple[str | None, int]:
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return encoding, len(mark)
    return None, 0


def _utf16_without_mark(raw: bytes) -> str | None:
    """Detect UTF-16: in Western text nearly every second byte, always at the same parity, is NUL."""
    sample = raw[:_SAMPLE_BYTES]
    if len(sample) < 4 or len(raw) % 2:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.7 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _refuse_binary(raw: bytes) -> None:
    sample = raw[:_SAMPLE_BYTES]
    control = len(_CONTROL.findall(sample.decode("latin-1")))
    # A few control characters make no binary: they come with what is pasted.
    if control > 8 and control > 0.02 * len(sample):
        raise UnreadableNoteError(
            "This isn't text, so it can't be indexed.",
            "If it is a note, save it as UTF-8; if not, rename it so that it doesn't end in .md.",
        )


def _without_mark(raw: bytes) -> tuple[str, str | None]:
    try:
        return raw.decode("utf-8"), None
    except UnicodeDecodeError:
        pass
    # A UTF-8 note truncated or patched in one place must not be decoded as Latin-1 as a whole.
    text, problem = _replacing(raw, "utf-8")
    whole = len(_MULTIBYTE.findall(text)) > 4 * text.count(_REPLACED)
    return (text, problem) if whole else _detected(raw)


def _replacing(raw: bytes, encoding: str) -> tuple[str, str | None]:
    try:
        return raw.decode(encoding), None
    except UnicodeDecodeError:
        text = raw.decode(encoding, errors="replace")
        count = text.count(_REPLACED)
        return text, Message("Not valid {} throughout; characters replaced: {}.", encoding.upper(), count)


def _detected(raw: bytes) -> tuple[str, str]:
    from charset_normalizer import from_bytes

    # Lines of plain ASCII tell nothing of the encoding, and would fill the sample.
    lines = b"\n".join(line for line in raw.splitlines() if not line.isascii())[:_SAMPLE_BYTES]
    # Non-ASCII letters stand alone in words of a Latin script, and side by side in all others.
    latin = len(_ALONE.findall(lines)) > 0.7 * len(_NOT_ASCII.findall(lines))
    likely = _LATIN if latin else _OTHER + _LATIN
    best_guess = from_bytes(lines, cp_isolation=likely)
    best = min(
        ((match.chaos, -match.coherence, likely.index(match.encoding)) for match in best_guess),
        default=(0, 0, likely.index("cp1252")),
    )
    encoding = likely[best[2]]
    return raw.decode(encoding, errors="replace"), Message(
        "Not UTF-8; read as {}.", encoding.replace("cp125", "Windows-125")
    )


def _normalise(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        text = text.replace("\x00", "")
    return text.removeprefix("\ufeff")
