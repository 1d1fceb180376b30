"""Convert mails (eml) to Markdown: sender, receivers, texts, attachments, calendars and forwarded mails."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.policy import Compat32
from email.utils import getaddresses, parsedate_to_datetime
from itertools import chain

from vaultsearch.core.vault.documents.document import (
    SAVE_AGAIN_REMEDY,
    DocumentText,
    clean_text,
    escape_inline,
    format_heading,
    guard_reader,
    join_blocks,
    properties_of,
)
from vaultsearch.core.vault.documents.texts import escape_text
from vaultsearch.core.vault.documents.web_pages import decode_html, decode_part, html_to_markdown, parse_html
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_declared, decode_text

# Calendar lines are folded at 75 bytes (RFC 5545, 3.1).
_FOLDED_LINE = re.compile(r"\n[ \t]")
# Of telephones: vCard 2.1 encodes letters outside ASCII, also in lines that go on behind "=".
_QUOTED_PRINTABLE = re.compile(r"(?im)^([^:\n]*QUOTED-PRINTABLE[^:\n]*:)((?:.*=\n)*.*)")
_CALENDAR_PROPERTY = re.compile(r'(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)')
_CALENDAR_ESCAPE = re.compile(r"\\([nN;,\\])")
_CALENDAR_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
_TIME_ZONE = re.compile(r";TZID=\"?([^;\":]+)", re.IGNORECASE)
_COMMON_NAME = re.compile(r";CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
_ENTRY_TYPES = frozenset(("VEVENT", "VTODO", "VJOURNAL", "VCARD"))
_TIMES = ("DTSTART", "DTEND", "DUE", "BDAY")
_SHOWN = ("SUMMARY", "FN", "LOCATION", "ORG", "TITLE", "TEL", "EMAIL", "ADR", "URL")
"""Properties in order; from the fourth on, those of address books, which have several parts or values."""
_MAX_ENTRIES = 1_000


def read_calendar(text: str) -> str:
    """Format entries of calendars and address books: name, time, place and people, then the description."""
    blocks = []
    unfolded = _FOLDED_LINE.sub("", _QUOTED_PRINTABLE.sub(_decode_quoted, clean_text(text)))
    for entry in _parse_entries(unfolded.split("\n")):
        # A telephone of the time of vCard 2.1 gives the name in parts alone.
        entry.setdefault("FN", [("", value.replace(";", " ")) for _, value in entry.get("N", ())])
        times = []
        for parameters, value in chain.from_iterable(entry.get(name, ()) for name in _TIMES):
            moment = _CALENDAR_TIME.match(value)
            time = "-".join(moment.group(1, 2, 3)) if moment else escape_inline(value)
            if moment and moment[4] is not None:
                zone = _TIME_ZONE.search(parameters)
                named = "UTC" if moment[6] else zone[1] if zone else ""
                time = escape_inline(f"{time} {moment[4]}:{moment[5]} {named}".strip())
            times.append(time)
        people = []
        for parameters, value in (*entry.get("ORGANIZER", ()), *entry.get("ATTENDEE", ())):
            name = _COMMON_NAME.search(parameters)
            address = re.sub(r"(?i)^mailto:", "", value)
            people.append(" ".join(f"{(name[1] or name[2]) if name else ''} {address}".split()))
        summary, title, *others = (_line_of_property(entry, each) for each in _SHOWN)
        named = escape_inline(", ".join(filter(None, dict.fromkeys(people))))
        lines = [summary, title, " – ".join(times), *others, named]
        blocks += ["\n".join(f"- {line}" for line in lines if line)]
        blocks += [escape_text(_text_of_property(entry, name).strip()) for name in ("DESCRIPTION", "NOTE")]
    return join_blocks(blocks)


def _decode_quoted(line: re.Match[str]) -> str:
    value = decode_declared(quopri.decodestring(line[2].encode()), "cp1252")
    return line[1] + r"\n".join(clean_text(value).splitlines())


def _parse_entries(lines: Iterable[str]) -> Iterator[dict[str, list[tuple[str, str]]]]:
    """Yield each entry as {property name: [(parameters, value)]}, without alarms."""
    within: list[str] = []
    entry: dict[str, list[tuple[str, str]]] = {}
    count = 0
    for line in lines:
        match = _CALENDAR_PROPERTY.match(line)
        if match is None:
            continue
        name, value = match[1].upper(), match[3].strip()
        if name == "BEGIN":
            within.append(value.upper())
        elif name == "END":
            if within and within.pop() in _ENTRY_TYPES and count < _MAX_ENTRIES:
                yield entry
                entry, count = {}, count + 1
        elif within and within[-1] in _ENTRY_TYPES:
            entry.setdefault(name, []).append((match[2], value))


def _line_of_property(entry: dict[str, list[tuple[str, str]]], name: str) -> str:
    text = _text_of_property(entry, name)
    parts = re.split(r"[;\n]+", text) if name in _SHOWN[3:] else [text]
    return escape_inline(", ".join(" ".join(part.split()) for part in parts if part))


def _text_of_property(entry: dict[str, list[tuple[str, str]]], name: str) -> str:
    values = (value for _, value in entry.get(name, ()))
    text = "\n".join(values)
    return _CALENDAR_ESCAPE.sub(lambda sign: "\n" if sign[1] in "nN" else sign[1], text)


@guard_reader("a calendar or address book")
def read_entries(raw: bytes) -> DocumentText:
    """Read the entries of a calendar (ics) or address book (vcf); without any, the text as it is."""
    decoded = decode_text(raw)
    return DocumentText(read_calendar(decoded.text) or escape_text(decoded.text), problems=decoded.problems)


_MAX_HEADER_CHARS = 10_000
_MAX_ATTACHMENTS = 200
_MAX_DEPTH = 20
"""Maximum nesting depth: the parser accepts more, and hostile mails have more."""
_ENCODED_WORDS = re.compile(r"=\?[^?\s]{1,60}\?[bqBQ]\?[^?]*\?=(?:\s*=\?[^?\s]{1,60}\?[bqBQ]\?[^?]*\?=)*")
_WEB_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]|[^\W\d_]+")
"""A word; a single character in scripts without spaces."""
_MIN_SHARED_WORDS = 0.5
"""Minimum share of words in common for two versions to say the same. In newsletters, the plain part only
asks for another program, or holds the first sentence and a link; the whole text is HTML."""
_MIN_SEPARATE_WORDS = 20
"""Minimum words for a plain part unlike the HTML to be a separate text."""
_CALENDAR_TYPES = ("text/calendar", "application/ics")
_IGNORED_TYPES = ("text/rfc822-headers", "text/x-amp-html", "text/css", "text/x-vcard", "text/vcard")


class _EightBitHeaders(Compat32):
    """Policy to decode headers with raw 8-bit characters; the standard policy replaces them by "�"."""

    def header_fetch_parse(self, name: str, value: str) -> str:  # noqa: ARG002 - the policy's signature
        return (
            value if value.isascii() else decode_declared(value.encode("utf-8", "surrogateescape"), "cp1252")
        )


@guard_reader("a mail")
def read_eml(raw: bytes) -> DocumentText:
    """Read a mail with forwarded mails."""
    message = message_from_bytes(raw, policy=_EightBitHeaders())
    if not any(message[name] for name in ("From", "To", "Subject", "Date", "Received", "Message-ID")):
        raise UnreadableNoteError("It isn't a mail: it has no sender, subject or date.", SAVE_AGAIN_REMEDY)
    people = _people_of(message)
    properties = properties_of(**{name.lower(): value for name, value in people.items()})
    date = None
    with suppress(ValueError, TypeError, OverflowError):
        sent = parsedate_to_datetime(str(message["Date"] or "")[:200])
        date = sent.astimezone(UTC) if sent.tzinfo else sent.replace(tzinfo=UTC)
    return DocumentText(join_blocks(_format_mail(message, 0)), _subject_of(message), properties, date)


def _format_mail(message: Message, depth: int) -> Iterator[str]:
    """Yield a mail's headers and texts, then forwarded mails below headings."""
    parts = list(_walk_parts(message, depth))
    lines = [f"- {name}: {escape_inline(value)}" for name, value in _people_of(message).items() if value]
    attached = [name for part in parts if (name := _decode_header(part.get_filename() or ""))]
    if attached:
        lines.append(f"- Attached: {escape_inline(', '.join(attached[:_MAX_ATTACHMENTS]))}")
    yield "\n".join(lines)
    yield from dict.fromkeys(_texts_of_part(message, depth))
    for part in parts:
        # Last, since a text below the heading of a forwarded mail would be taken for part of that mail.
        if part.get_content_type() == "message/rfc822" and (forwarded := _child_parts(part)):
            yield format_heading(depth + 1, escape_inline(_subject_of(forwarded[0]) or "Forwarded message"))
            yield from _format_mail(forwarded[0], depth + 1)


def _walk_parts(part: Message, depth: int) -> Iterator[Message]:
    """Yield a mail's parts, without looking into forwarded mails."""
    yield part
    if part.get_content_maintype() == "multipart" and depth < _MAX_DEPTH:
        for child in _child_parts(part):
            yield from _walk_parts(child, depth + 1)


def _child_parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if not isinstance(child, str)] if isinstance(payload, list) else []


def _texts_of_part(part: Message, depth: int) -> Iterator[str]:
    """Yield a part's texts in order."""
    kind = part.get_content_type()
    if part.get_content_maintype() == "multipart":
        children = _child_parts(part) if depth < _MAX_DEPTH else []
        if kind == "multipart/alternative":
            yield from _choose_alternatives(children, depth + 1)
        else:
            for child in children:
                yield from _texts_of_part(child, depth + 1)
    elif kind in _CALENDAR_TYPES:
        yield read_calendar(_decode_text(part))
    elif part.get_content_maintype() == "text" and part.get_content_disposition() != "attachment":
        if kind == "text/html":
            tree = parse_html(decode_html(decode_part(part), part.get_content_charset()))
            yield html_to_markdown(tree) if tree is not None else ""
        elif kind not in _IGNORED_TYPES:
            yield escape_text(_decode_text(part))


def _choose_alternatives(children: list[Message], depth: int) -> Iterator[str]:
    """Yield the plain version, or the rich version if the plain lacks most words, or both if they differ.

    Calendars follow.
    """
    plain = rich = ""
    calendars = []
    for child in children:
        text = join_blocks(dict.fromkeys(_texts_of_part(child, depth)))
        kinds = {part.get_content_type() for part in _walk_parts(child, depth)}
        if not kinds.isdisjoint(_CALENDAR_TYPES):
            calendars.append(text)
        elif "text/html" not in kinds:
            # Senders order versions from poor to rich: take the first plain and the last rich version.
            plain = plain or text
        else:
            rich = text or rich
    words, further = (set(_WORD.findall(_WEB_ADDRESS.sub("", text).casefold())) for text in (plain, rich))
    shared = len(words & further)
    if further and len(words) >= _MIN_SEPARATE_WORDS and shared < _MIN_SHARED_WORDS * len(words):
        yield from (plain, rich)
    elif words and (shared >= _MIN_SHARED_WORDS * len(further) or len(words) >= len(further)):
        yield plain
    else:
        yield rich or plain
    yield from calendars


def _decode_text(part: Message) -> str:
    return decode_declared(decode_part(part), part.get_content_charset())


def _people_of(message: Message) -> dict[str, str]:
    """Return names and addresses by header, as far as a long list of recipients is useful."""
    people_by_header = {}
    for header in ("From", "To", "Cc"):
        values = [str(value)[:_MAX_HEADER_CHARS] for value in message.get_all(header, [])][:20]
        people = (f"{_decode_header(person)} {address}" for person, address in getaddresses(values))
        people_by_header[header] = ", ".join(filter(None, (" ".join(person.split()) for person in people)))
    return people_by_header


def _subject_of(message: Message) -> str:
    return _decode_header(str(message["Subject"] or ""))


def _decode_header(header: str) -> str:
    """Decode the encoded words in a header; raw words may stand beside them."""

    def decode_word(encoded: re.Match[str]) -> str:
        # Show a word in an unknown encoding as written.
        with suppress(MessageError, LookupError, ValueError):
            parts = decode_header(encoded[0])
            return "".join(
                part if isinstance(part, str) else part.decode(charset or "ascii", "replace")
                for part, charset in parts
            )
        return encoded[0]

    return " ".join(clean_text(_ENCODED_WORDS.sub(decode_word, header[:_MAX_HEADER_CHARS])).split())
