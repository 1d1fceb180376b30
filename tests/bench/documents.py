"""Phrases of documents lead to them: `python -m tests.bench.documents [--texts FOLDER] [--phrases 300]`.

Texts, by default those of the sample vault, are written as documents of each format, most of them by pandoc,
beside ones that cannot be read, and asked for by phrases of six words, each out of one paragraph, list item,
cell or footnote. Exit with 1 if a figure misses its limit.
"""

import argparse
import asyncio
import csv
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from textwrap import fill

from openpyxl import Workbook

from tests.bench.pdf import LEAST_FOUND, MOST_MB, PHRASE_WORDS, SAMPLE, indexed, share_found, words_of

_BY_PANDOC = ("docx", "odt", "rtf", "epub", "html", "pptx", "ipynb")
FORMATS = (*_BY_PANDOC, "xlsx", "csv", "eml", "txt")
_PARAGRAPH, _ITEM, _CELL, _NOTE = 60, 14, 9, 16
_STAMP = 1_700_000_000


def parts(words: Sequence[str]) -> list[list[str]]:
    """Cut words to parts, each of a heading, two paragraphs, three items, four cells and a footnote."""
    lengths = (4, _PARAGRAPH, _PARAGRAPH, *[_ITEM] * 3, *[_CELL] * 4, _NOTE)
    left = iter(words)
    return [[" ".join(islice(left, length)) for length in lengths] for _ in range(len(words) // sum(lengths))]


def written(ending: str, made: Sequence[Sequence[str]]) -> bytes:
    rows = [part[at : at + 2] for part in made for at in range(0, len(part), 2)]
    match ending:
        case "xlsx":
            book, content = Workbook(), io.BytesIO()
            for row in rows:
                book.worksheets[0].append(row)
            book.save(content)
            return content.getvalue()
        case "csv":
            lines = io.StringIO()
            csv.writer(lines).writerows(rows)
            return lines.getvalue().encode()
        case "txt":
            return "\n\n".join(fill(piece, 72) for part in made for piece in part).encode()
        case "eml":
            mail = EmailMessage()
            mail["Subject"], mail["From"] = "Minutes", "Ada <ada@example.org>"
            mail.set_content("\n\n".join(fill(piece, 72) for part in made for piece in part))
            return bytes(mail)
    with tempfile.NamedTemporaryFile(suffix=f".{ending}") as file:
        command = ["pandoc", "--standalone", "--from", "markdown", "--output", file.name]
        subprocess.run(command, input="\n".join(map(_markdown, made)).encode(), check=True)
        return Path(file.name).read_bytes()


def _markdown(part: Sequence[str]) -> str:
    heading, first, second, *items, a, b, c, d, note = part
    listed = "\n".join(f"- {item}" for item in items)
    name = "".join(filter(str.isalpha, note))
    table = f"| {a} | {b} |\n|---|---|\n| {c} | {d} |"
    return f"# {heading}\n\n{first}[^{name}]\n\n{listed}\n\n{second}\n\n{table}\n\n[^{name}]: {note}\n"


def phrases(documents: Mapping[str, Sequence[Sequence[str]]], count: int) -> list[tuple[str, str, None]]:
    """Sample phrases that stand in one document alone, as many of each."""
    found: dict[str, set[str]] = {}
    for name, made in documents.items():
        for words in (piece.split() for part in made for piece in part):
            for at in range(len(words) - PHRASE_WORDS + 1):
                found.setdefault(" ".join(words[at : at + PHRASE_WORDS]).lower(), set()).add(name)
    chooser = random.Random(1)
    alone = {name: sorted(one for one, at in found.items() if at == {name}) for name in documents}
    each = -(-count // len(documents))
    return [(one, name, None) for name, of in alone.items() for one in chooser.sample(of, min(each, len(of)))]


def write_bad(vault: Path) -> dict[str, str]:
    """Write hostile and enormous documents into a vault.

    Return a part of the reason for each, "" for one that is to be read as far as it is text.
    """
    bomb = _zipped({"word/document.xml": b"<w>" + b" " * 300_000_000})
    sheet = [b"<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"]
    sheet += [b"<row r='%d'><c><v>%d</v></c></row>" % (at, at * 7919) for at in range(1, 1_000_001)]
    book = io.BytesIO()
    Workbook().save(book)
    with zipfile.ZipFile(book) as opened:
        empty = {name: opened.read(name) for name in opened.namelist()}
    rows = _zipped(empty | {"xl/worksheets/sheet1.xml": b"".join([*sheet, b"</sheetData></worksheet>"])})

    def log(lines: int) -> bytes:
        output = {"output_type": "stream", "text": ["a line of a log that never ends\n"] * lines}
        cell = {"cell_type": "code", "source": "run()", "outputs": [output]}
        return json.dumps({"cells": [cell], "nbformat": 4}).encode()

    files = {
        "bomb.docx": (bomb, "unpack to more"), "bomb.epub": (bomb, "unpack to more"),
        "bomb.odt": (_zipped({"content.xml": os.urandom(20_000_000).hex().encode()}), "unpack to more"),
        "bomb.pptx": (_zipped({f"ppt/{at}.png": bytes(30_000_000) for at in range(40)}), "unpack to more"),
        "million.xlsx": (rows, "Only its first"),
        "large.html": (b"<html><body>" + b"<p>Otters dive at night.</p>" * 1_900_000, "Too large: 51 MB"),
        "long.html": (b"<html><body>" + b"<p>Otters dive at night.</p>" * 1_800_000, "too large"),
        "deep.html": (b"<div>" * 2_000_000 + b"otters", ""),
        "large.ipynb": (log(1_500_000), "Too large: 53 MB"), "long.ipynb": (log(1_200_000), ""),
        "deep.ipynb": (b"[" * 20_000_000, "isn't a Jupyter notebook"),
    }  # fmt: skip
    for name, (content, _) in files.items():
        (vault / name).write_bytes(content)
        os.utime(vault / name, (_STAMP, _STAMP))
    return {name: reason for name, (_, reason) in files.items()}


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--texts", type=Path, default=SAMPLE)
    options.add_argument("--phrases", type=int, default=300)
    chosen = options.parse_args()
    if shutil.which("pandoc") is None:
        sys.exit("Install pandoc, which writes the documents.")
    with tempfile.TemporaryDirectory(prefix="vaultsearch-documents-") as temporary:
        return _measured(Path(temporary), words_of(chosen.texts), chosen.phrases)


def _measured(folder: Path, words: Sequence[str], count: int) -> int:
    vault = folder / "vault"
    vault.mkdir()
    (vault / "Home.md").write_text("# Home\n\nA vault of documents.\n", encoding="utf-8")
    each = len(words) // len(FORMATS)
    documents = {f"Made.{end}": parts(words[at * each : (at + 1) * each]) for at, end in enumerate(FORMATS)}
    for name, content in documents.items():
        (vault / name).write_bytes(written(name.partition(".")[2], content))
    made = indexed(vault, folder, write_bad(vault))
    wanted = phrases(documents, count)
    share = asyncio.run(share_found(vault, made.folder, wanted, as_words=False))
    print(f"largest process                {made.most_mb:.0f} MB (at most {MOST_MB})")
    print(f"bad files without their reason {made.untold or 'none'}")
    print(f"phrases at rank 3              {share:.1%} of {len(wanted)} (at least {LEAST_FOUND:.0%})")
    return 0 if made.most_mb <= MOST_MB and not made.untold and share >= LEAST_FOUND else 1


if __name__ == "__main__":
    raise SystemExit(main())
