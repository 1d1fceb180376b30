"""Whatever the bytes of a document, it is read or refused with a sentence, within limits."""

from __future__ import annotations

import contextlib
import io
import random
import zipfile

import pytest

from tests.core.vault.documents.files import EVERY, archive, docx, epub, odf
from tests.thoroughness import THOROUGH
from vaultsearch.core.vault.documents.document import DocumentText
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.reading import DOCUMENT_FORMATS

MUTATIONS = 200 if THOROUGH else 12
_SYNTAX = b"<>&;\"'={}[]\\|`#-: \n\0\xff/09"
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
FILE_NAMED = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def with_part(raw: bytes, name: str, content: str | bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(raw)) as opened:
        parts = {part: opened.read(part) for part in opened.namelist()}
    return archive(parts | {name: content})


@pytest.mark.parametrize(
    ("ending", "raw", "reason"),
    [
        (".docx", b"", "empty"),
        (".txt", b"\0" * 900, "empty"),
        (".docx", EVERY[".docx"][:-100], "damaged, incomplete"),
        (".epub", b"<html>", "damaged, incomplete, or of another type"),
        (".docx", COMPOUND + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (".xlsx", COMPOUND, "Office before 2007"),
        (".docx", EVERY[".xlsx"], "isn't a Word document"),
        (
            ".odt",
            with_part(odf(""), "META-INF/manifest.xml", "<m><e:encryption-data xmlns:e='x'/></m>"),
            "password",
        ),
        (
            ".epub",
            with_part(epub(a=""), "META-INF/encryption.xml", "<e><EncryptionMethod Algorithm='aes'/></e>"),
            "copy protection",
        ),
        (".docx", with_part(docx(""), "word/media/a.png", b"\0" * 40_000_000), "unpack to more"),
        (".pptx", with_part(EVERY[".pptx"], "ppt/slides/slide1.xml", " " * 34_000_000), "unpack to more"),
        (".docx", with_part(docx(""), "word/document.xml", LAUGHS), "entities"),
        (".xlsx", with_part(EVERY[".xlsx"], "xl/workbook.xml", FILE_NAMED), "entities"),
        (".odt", with_part(odf(""), "content.xml", LAUGHS.encode("utf-16")), "entities"),
        (".eml", b"no header\n\ntext", "isn't a mail"),
        (".mhtml", b"MIME-Version: 1.0\n\ntext", "no page"),
        (".rtf", b"text", "isn't a rich text"),
        (".ipynb", b"[" * 100_000, "isn't a Jupyter notebook"),
        (".base", b"a: [", "valid base"),
        (".excalidraw", b"{}", "no elements"),
        (".txt", bytes(range(256)) * 20, "isn't text"),
    ],
)
def test_an_unreadable_document_is_told_and_the_remedy(ending: str, raw: bytes, reason: str) -> None:
    with pytest.raises(UnreadableNoteError, match=reason) as raised:
        DOCUMENT_FORMATS[ending](raw)
    assert raised.value.remedy


@pytest.mark.parametrize("ending", EVERY)
def test_damaged_bytes_are_read_or_refused_and_nothing_else(ending: str) -> None:
    chance = random.Random(ending)
    for _ in range(MUTATIONS):
        raw = _damaged(EVERY[ending], chance)
        with contextlib.suppress(UnreadableNoteError):
            assert isinstance(DOCUMENT_FORMATS[ending](raw), DocumentText)


def _damaged(raw: bytes, chance: random.Random) -> bytes:
    """Cut bytes off, or change some: of an archive, those of one of its parts, so that it still opens."""
    if chance.random() < 0.2:
        return raw[: chance.randrange(len(raw))]
    if not raw.startswith(b"PK"):
        return _changed(raw, chance)
    with zipfile.ZipFile(io.BytesIO(raw)) as opened:
        parts = {name: opened.read(name) for name in opened.namelist()}
    victim = chance.choice([name for name, content in parts.items() if content])
    return archive(parts | {victim: _changed(parts[victim], chance)})


def _changed(raw: bytes, chance: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(chance.choice((1, 5, 50))):
        changed[chance.randrange(len(changed))] = chance.choice(_SYNTAX)
    return bytes(changed)


@pytest.mark.parametrize(
    ("ending", "raw"),
    [
        (".html", b"<div>" * 100_000 + b"words"),
        (".html", b"<table><tr><td>" * 2_000 + b"words" * 1_000),
        (".html", b"<li>item" * 5_000),
        (".eml", b"From: " + b"a@b, " * 100_000 + b"\n\nwords"),
        (".csv", b"," * 500_000),
        (".rtf", b"{\\rtf1 " + b"{" * 100_000),
        (".ods", odf("<text:p>" + "<text:s text:c='999999999'/>words" * 100 + "</text:p>")),
        (
            ".ods",
            odf(
                "<table:table><table:table-row table:number-rows-repeated='999999'><table:table-cell "
                "table:number-columns-repeated='999999'><text:p>x</text:p></table:table-cell></table:table-row>"
                "</table:table>"
            ),
        ),
        (".excalidraw.md", b"# Drawing\n```compressed-json\n" + b"A" * 50_000 + b"\n```"),
        (".txt", b"_" * 200_000 + b"- " * 100_000),
    ],
)
def test_what_is_nested_or_repeated_without_end_gives_little_text(ending: str, raw: bytes) -> None:
    assert len(DOCUMENT_FORMATS[ending](raw).text) < 2 * len(raw) + 10_000
