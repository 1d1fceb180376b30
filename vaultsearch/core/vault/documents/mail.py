"""A mail (eml) -> Markdown: who wrote to whom, its text, and the names of what is attached."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.utils import getaddresses, parsedate_to_datetime
from typing import TYPE_CHECKING

from vaultsearch.core.vault.decoding import UnreadableNoteError, decode
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.guarding import SAVE_AGAIN, properties_of, reads
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.markdown_writing import cleaned, escaped, joined
from vaultsearch.core.vault.documents.pages import content_of, text_of, tree_of
from vaultsearch.core.vault.documents.plain import written_text

if TYPE_CHECKING:
    from email.message import Message

_LONGEST_HEADER = 10_000
_MOST_ATTACHED = 200


@reads("a mail")
def read_eml(raw: bytes) -> DocumentText:
    """Read a mail; of its two versions, the plain one."""
    message = message_from_bytes(raw)
    if not any(message[name] for name in ("From", "To", "Subject", "Date", "Received", "Message-ID")):
        raise UnreadableNoteError("It isn't a mail: it has no sender, subject or date.", SAVE_AGAIN)
    people = {name: _people(message, name) for name in ("From", "To", "Cc")}
    lines = [f"- {name}: {escaped(value)}" for name, value in people.items() if value]
    attached = [name for part in message.walk() if (name := _decoded(part.get_filename() or ""))]
    if attached:
        lines.append(f"- Attached: {escaped(', '.join(attached[:_MOST_ATTACHED]))}")
    properties = properties_of(**{name.lower(): value for name, value in people.items()})
    text = joined(["\n".join(lines), _body(message)])
    return DocumentText(text, _decoded(str(message["Subject"] or "")), properties, _date(message))


def _body(message: Message) -> str:
    for kind in ("plain", "html"):
        for part in message.walk():
            if part.get_content_type() == f"text/{kind}" and not part.get_filename():
                text = _plain(part) if kind == "plain" else _html(part)
                if text.strip():
                    return text
    return ""


def _plain(part: Message) -> str:
    content, charset = content_of(part), part.get_content_charset()
    try:
        return written_text(content.decode(charset or "utf-8"))
    except (LookupError, UnicodeError):
        return written_text(decode(content).text)


def _html(part: Message) -> str:
    tree = tree_of(text_of(content_of(part), part.get_content_charset()))
    return markdown_of(tree) if tree is not None else ""


def _people(message: Message, name: str) -> str:
    """Return names with their addresses, as far as a long list of them is of use."""
    values = [str(value)[:_LONGEST_HEADER] for value in message.get_all(name, [])][:20]
    listed = getaddresses(values)
    return ", ".join(" ".join(f"{_decoded(person)} {address}".split()) for person, address in listed)


def _decoded(header: str) -> str:
    with suppress(LookupError, ValueError):  # else it is shown as it is written
        header = str(make_header(decode_header(header[:_LONGEST_HEADER])))
    return " ".join(cleaned(header).split())


def _date(message: Message) -> datetime | None:
    try:
        sent = parsedate_to_datetime(str(message["Date"] or "")[:200])
        return sent.astimezone(UTC) if sent.tzinfo else sent.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError):
        return None
