"""Decode the content of a vault's files to text, with line feeds so that line numbers match an editor's."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import dataclass
from typing import Any

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message

_SAMPLE_BYTES = 64 * 1024
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # Before UTF-16, whose mark begins the UTF-32 mark.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Encodings in old notes, most frequent first. Unless restricted, the detector finds EBCDIC in short notes.
_DOS_OR_MAC = ["cp850", "cp852", "mac_roman"]
_LATIN = ["cp1252", "cp1250", "cp1254", "cp1257", "iso8859_2", "iso8859_15", *_DOS_OR_MAC]
_NOT_LATIN = [
    "cp1251", "koi8_r", "gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1253", "cp1255", "cp1256",
    "cp874", "cp866",
]  # fmt: skip
_LATIN_1_NAMES = ("iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii")
_LONE_BYTE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_REPLACEMENT = "\ufffd"
_STRAY_HANDLER = "vaultsearch.stray"
_MAX_NUL_RATIO = 100
"""Maximum ratio of NULs to other bytes in a text file."""
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_ASCII_BYTES = bytes(range(128))
_UTF8_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CUT_OFF_MULTIBYTE = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z")


class UnreadableNoteError(VaultSearchError):
    """A note's bytes are not readable text; the sentence is the reason."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with line feeds as line ends, and a sentence if it was not plain UTF-8 or UTF-16."""

    text: str
    problems: tuple[str, ...] = ()


def hash_of(raw: bytes) -> str:
    """Return a digest for a file's content."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def decode_text(raw: bytes, *, keeps_data: bool = False) -> Decoded:
    """Decode by byte order mark, as UTF-8, or by detection. Raise UnreadableNoteError for a binary.

    With ``keeps_data``, runs of data stay in the text; see `remove_data`.
    """
    marked = ((encoding, len(mark)) for mark, encoding in _BYTE_ORDER_MARKS if raw.startswith(mark))
    encoding, mark_length = next(marked, (None, 0))
    encoding = encoding or _detect_utf16(raw)
    # UTF-16 and UTF-32 are full of NULs, the sign of a binary below.
    if encoding in (None, "utf-8"):
        # NULs alone make no binary: a crash leaves them at the end of a file.
        sample = raw.replace(b"\0", b"")[:_SAMPLE_BYTES]
        control = len(_CONTROL_CHARACTER.findall(sample.decode("latin-1")))
        # A few control characters make no binary: they come with pasted text.
        is_text = len(sample) * _MAX_NUL_RATIO >= min(len(raw), _SAMPLE_BYTES)
        if not is_text or (control > 8 and control > 0.02 * len(sample)):
            raise UnreadableNoteError(
                "This isn't text, so it can't be indexed.",
                "If it is a text, save it as UTF-8; if not, rename it so that its ending says what it is.",
            )
        text, problems = _decode_unmarked(raw[mark_length:])
    else:
        text, problems = _decode_replacing(raw[mark_length:], encoding)
    text = _normalize_lines(text)
    return Decoded(text if keeps_data else remove_data(text), problems)


def decode_declared(raw: bytes, *charsets: str | None) -> str:
    """Decode by byte order mark, as valid UTF-8, by the first fitting charset, or by detection.

    Bytes beyond ASCII are never valid UTF-8 by accident, but programs declare wrong charsets: many pages
    saved as UTF-8 still declare the original charset.
    """
    if any(raw.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS):
        return decode_text(raw).text
    if not raw.isascii() and b"\0" not in raw:
        charsets = ("utf-8", *charsets)
    for charset in filter(None, charsets):
        try:
            # Like browsers, read Latin-1 as Windows-1252, which also has quotes and dashes.
            text = raw.decode("cp1252" if charset.lower() in _LATIN_1_NAMES else charset)
            return remove_data(_normalize_lines(text))
        except (LookupError, UnicodeError):
            continue
    return decode_text(raw).text


def _detect_utf16(raw: bytes) -> str | None:
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


def _decode_unmarked(raw: bytes) -> tuple[str, tuple[str, ...]]:
    # A UTF-8 note with a truncated or patched spot must not be decoded as Latin-1.
    text, problems = _decode_replacing(raw, "utf-8", errors=_STRAY_HANDLER)
    if not problems:
        return text, ()
    complete = _CUT_OFF_MULTIBYTE.sub(b"", raw)
    valid = len(_UTF8_MULTIBYTE.findall(complete))
    strays = len(_UTF8_MULTIBYTE.sub(b"", complete).translate(None, _ASCII_BYTES))
    # Latin-1 bytes stand alone, and are hardly ever valid UTF-8 by accident; GBK bytes often are.
    whole = valid > 4 * strays or (valid >= max(1, strays) and _REPLACEMENT not in text.rstrip(_REPLACEMENT))
    return (text, problems) if whole else _decode_detected(raw)


def _decode_replacing(raw: bytes, encoding: str, errors: str = "replace") -> tuple[str, tuple[str, ...]]:
    try:
        return raw.decode(encoding), ()
    except UnicodeDecodeError:
        text = raw.decode(encoding, errors=errors)
        count = len(raw.decode(encoding, errors="replace")) - len(raw.decode(encoding, errors="ignore"))
        return text, (Message("Not valid {} throughout; characters replaced: {}.", encoding.upper(), count),)


def _decode_stray_byte(error: Any) -> tuple[str, int]:
    """Read a byte between ASCII characters as Windows-1252: an older program wrote the line."""
    around = error.object[max(0, error.start - 1) : error.start + 2]
    is_alone = len(around) == 3 and _LONE_BYTE.search(around) is not None
    byte = error.object[error.start : error.end]
    return (byte.decode("cp1252", errors="replace") if is_alone else _REPLACEMENT), error.end


codecs.register_error(_STRAY_HANDLER, _decode_stray_byte)


def _decode_detected(raw: bytes) -> tuple[str, tuple[str, ...]]:
    from charset_normalizer import from_bytes

    # ASCII lines tell nothing about the encoding, and would fill the sample.
    lines = b"\n".join(line for line in raw.splitlines() if not line.isascii())[:_SAMPLE_BYTES]
    # Non-ASCII letters stand alone in Latin scripts, and side by side in all others.
    latin = len(_LONE_BYTE.findall(lines)) > 0.7 * len(_NOT_ASCII.findall(lines))
    likely = _LATIN if latin else _NOT_LATIN + _LATIN
    ranks = {
        match.encoding: (match.chaos, -match.coherence, likely.index(match.encoding))
        for match in from_bytes(lines, cp_isolation=likely)
    }
    encoding = min(ranks, key=ranks.__getitem__, default="cp1252")
    # The library takes Czech in ISO 8859-2 for Turkish, and bare kana for Chinese.
    if encoding in _LATIN:
        last = (1, 0, len(likely))
        # DOS and Mac only where they fit better: their letters are as plausible in short texts.
        encoding = min(
            _LATIN,
            key=lambda name: (-_fitting_share(lines, name), name in _DOS_OR_MAC, ranks.get(name, last)),
        )
    else:
        text = lines.decode("euc_jp", errors="replace")
        # Many kana, which no Chinese text uses.
        kana = sum("\u3041" <= character <= "\u30fe" for character in text)
        if _REPLACEMENT not in text and kana > 0.3 * sum(character > "\x7f" for character in text):
            encoding = "euc_jp"
    problem = Message("Not UTF-8; read as {}.", encoding.replace("cp125", "Windows-125"))
    return raw.decode(encoding, errors="replace"), (problem,)


_ALPHABETS = (
    "äöüßéèêëàâîïôûùçœáíóúñãõìò", "åäöøæéáíóúý", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż",
    "áéíóöőúüű", "ăâîşţ", "čćđšž", "çğıiöşüâîû", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "áéíóúýþæðö",
)  # fmt: skip
_TEXT_SIGNS = re.compile(
    r"[’–—…·\xa0\xad]|(?<![^\W\d_])(?:[„‚“”‘«»‹›•°§€©®™×²³¿¡]|[±¼½¾£µ](?!\w))"
    r"|[“”‘«»‹›•°§€©®™×²³](?![^\W\d_])"
)
"""Signs found in texts, but not within words."""
_WITHIN_LOWER_CASE = re.compile(r"(?<=[A-Za-z])[^\W\d_A-Za-z](?=[a-z])")


def _fitting_share(lines: bytes, encoding: str) -> float:
    """Return the share of non-ASCII characters that are signs, or letters in a single language.

    A capital within a word in lower case doesn't fit.
    """
    written = lines.decode(encoding, errors="replace")
    capitals = sum(map(str.isupper, _WITHIN_LOWER_CASE.findall(written)))
    text = written.replace("İ", "ı").lower()
    odd = [character for character in text if character > "\x7f"]
    signs = len(_TEXT_SIGNS.findall(text))
    letters = max(sum(map(alphabet.__contains__, odd)) for alphabet in _ALPHABETS)
    return (letters + signs - capitals) / max(1, len(odd))


def _normalize_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").removeprefix("\ufeff")


# A picture pasted into a note, 400 KB on a line, became 2,048 passages in 77 s and filled copied context.
_BASE64 = "[A-Za-z0-9+/]"
_FULL_LINE = rf"\n[ \t>]*{_BASE64}{{40,}}={{0,2}}(?=[\s)>\"'])"
_LAST_LINE = rf"\n[ \t>]*{_BASE64}{{1,80}}(?:={{1,2}}|(?=[)>\"']))"
_FURTHER_LINES = rf"(?:(?:{_FULL_LINE})+(?:{_LAST_LINE})?|{_LAST_LINE})"
_DATA_ADDRESS = re.compile(
    r"(data:[\w.+-]{1,40}/[\w.+-]{1,80})[\w;=.+-]{0,100}?(?:"
    rf";base64,(?:{_BASE64}|%[0-9A-F][0-9A-F]|[_=-])*(?:{_FURTHER_LINES}(?P<rest>[^\n]*))?"
    r"|,\s*(?:<|%3C)svg\b(?:(?!data:).)*?(?:<|%3C)(?:/|%2F)svg\s*(?:>|%3E)"
    r"|,[^\s\"'<>()]{100,})",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)
# In JSON, a line begins after "\n".
_DATA_RUN = re.compile(
    rf"(?:(?<![A-Za-z0-9+/\\])|(?<=\\n)){_BASE64}{{60,}}={{0,2}}{_FURTHER_LINES}?", re.ASCII
)
_MIN_DATA_CHARS = 1_000
"""Minimum characters in a run of data: shorter runs are keys and hashes, worth searching."""
_MAX_SLASH_SHARE = 1 / 16
"""Maximum share of slashes in data, which has a 64th; more belong to a list of paths."""


def remove_data(text: str) -> str:
    """Leave out runs of base64 and the content in ``data:`` addresses, keeping the number of lines."""
    if "data:" in text or "DATA:" in text:
        # The rest after the last line moves to the first: blank lines would tear a link apart.
        text = _DATA_ADDRESS.sub(lambda m: m[1] + (m["rest"] or "") + "\n" * m[0].count("\n"), text)
    return _DATA_RUN.sub(_remove_run, text) if len(text) >= _MIN_DATA_CHARS else text


def _remove_run(match: re.Match[str]) -> str:
    run = "".join(match[0].split())
    is_data = len(run) >= _MIN_DATA_CHARS and run.count("/") <= _MAX_SLASH_SHARE * len(run)
    # Data this long has digits; DNA, or a word with 300 letters, has none.
    is_data = is_data and any(map(str.isdigit, run)) and any(map(str.isalpha, run))
    before = match.string[max(0, match.start() - _MIN_DATA_CHARS) : match.start()].rpartition(" ")[2]
    return "\n" * match[0].count("\n") if is_data and "://" not in before else match[0]
