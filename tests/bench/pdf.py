"""Phrases of PDFs lead to their pages: `python -m tests.bench.pdf [--texts FOLDER] [--phrases 300]`.

Texts, by default those of the sample vault, are bound as PDFs in several layouts beside ones that cannot be
read, indexed by the program, and asked for by phrases of six words. Exit with 1 if a figure misses its limit.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.processes import run_measured
from tests.pdf_files import Pdf, PdfPage, TextLine, bomb, width

SAMPLE = Path(__file__).parents[2] / "resources" / "Sample vault"
PHRASE_WORDS = 6
PAGE_WORDS, PAGES_A_FILE = 280, 29
CPU_PAGES, MOST_CPU_S, LEAST_FOUND, MOST_MB = 174, 5.0, 0.99, 1024
BEST = 3
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*[A-Za-z][.,;:]?(?=\s)")
_SIZE, _PITCH, _TOP = 10, 12.5, 760
_LAYOUTS = ("plain", "columns", "scaled columns", "footnotes", "tight columns")
_COLUMNS = {"columns": (230, 50, 315), "scaled columns": (230, 50, 315), "tight columns": (242, 50, 302)}
"""How wide columns are, and where they begin; those as near to each other as LaTeX's are justified."""
_HANGING = 2.3
"""How far a hyphen hangs out of a column, by the microtype package."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The words of each page of a PDF, and the PDF."""

    name: str
    pages: tuple[tuple[str, ...], ...]
    pdf: Pdf


def words_of(folder: Path) -> list[str]:
    """Return the words of the Markdown and text files in a folder."""
    files = sorted([*folder.rglob("*.md"), *folder.rglob("*.txt")])
    return [
        word for file in files for word in _WORD.findall(file.read_text(encoding="utf-8", errors="replace"))
    ]


def bound(words: Sequence[str], seed: int = 1) -> Iterator[Bound]:
    """Bind words as PDFs, each in another layout, with hyphens, running heads, headings and page numbers."""
    chooser = random.Random(seed)
    pages = [tuple(words[at : at + PAGE_WORDS]) for at in range(0, len(words), PAGE_WORDS)]
    for number, first in enumerate(range(0, len(pages), PAGES_A_FILE)):
        part = tuple(pages[first : first + PAGES_A_FILE])
        layout = _LAYOUTS[number % len(_LAYOUTS)]
        written = [_page(layout, number, at, page, chooser) for at, page in enumerate(part, start=1)]
        yield Bound(f"Bound {number} ({layout})", part, Pdf(written, info={"Author": "Anon"}))


def phrases(books: Iterable[Bound], count: int, seed: int = 1) -> list[tuple[str, str, int]]:
    """Sample phrases that stand on one page alone, each with the PDF and the page, from 1 on."""
    found: dict[str, set[tuple[str, int]]] = {}
    for book in books:
        for number, page in enumerate(book.pages, start=1):
            for at in range(len(page) - PHRASE_WORDS + 1):
                phrase = " ".join(page[at : at + PHRASE_WORDS])
                found.setdefault(phrase.lower(), set()).add((f"{book.name}.pdf", number))
    alone = sorted((phrase, *next(iter(at))) for phrase, at in found.items() if len(at) == 1)
    return random.Random(seed).sample(alone, min(count, len(alone)))


def _page(layout: str, book: int, number: int, words: Sequence[str], chooser: random.Random) -> PdfPage:
    lines = [TextLine(50, 815, f"Bound volume {book}", 8), TextLine(290, 25, str(number), 8)]
    top = _TOP
    if number % 5 == 1:
        lines.append(TextLine(50, top + 15, f"Chapter {number // 5 + 1} of this", 18, "scaled" in layout))
    if "columns" in layout:
        room, *starts = _COLUMNS[layout]
        rows = _wrapped(words, room, chooser)
        half = -(-len(rows) // 2)
        placed = [
            (x, at, row)
            for x, side in zip(starts, (rows[:half], rows[half:]), strict=True)
            for at, row in enumerate(side)
        ]
        if layout == "tight columns":
            abstract = "An abstract goes across both of the columns, and so does the title above it."
            lines += [TextLine(50, top, abstract, 9)]
            first = top - 2 * _PITCH
            lines += [_justified(x, first - _PITCH * at, row, room) for x, at, row in placed]
            return PdfPage(lines)
        placed.sort(key=lambda one: (one[1], one[0]))  # row by row, across both
    else:
        notes = 30 if layout == "footnotes" else 0
        body, below = words[: len(words) - notes], words[len(words) - notes :]
        placed = [(50, at, text) for at, text in enumerate(_wrapped(body, 480, chooser))]
        lines += [
            TextLine(50, 80 - 9 * at, text, 7) for at, text in enumerate(_wrapped(below, 480, chooser, 7))
        ]
    scaled = "scaled" in layout
    return PdfPage([*lines, *(TextLine(x, top - _PITCH * at, text, _SIZE, scaled) for x, at, text in placed)])


def _justified(x: float, y: float, text: str, room: float) -> TextLine:
    free = room + _HANGING * text.endswith("-") - width(text, _SIZE)
    spaces = text.count(" ")
    return TextLine(x, y, text, _SIZE, stretch=free / spaces if spaces and free < room / 4 else 0)


def _wrapped(words: Sequence[str], room: float, chooser: random.Random, size: float = _SIZE) -> list[str]:
    """Wrap words to lines, a third of those at the ends with a hyphen."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        half = len(word) // 2
        if width(longer, size) <= room:
            lines[-1] = longer
        elif (
            len(word) > 7
            and word[: half + 2].isalpha()
            and width(f"{lines[-1]} {word[:half]}-", size) <= room
            and chooser.random() < 1 / 3
        ):
            lines[-1] = f"{lines[-1]} {word[:half]}-"
            lines.append(word[half:])
        else:
            lines.append(word)
    return [line for line in lines if line]


def write_bad(vault: Path) -> dict[str, str]:
    """Write PDFs that cannot be read into a vault. Return a part of the reason for each."""
    whole = Pdf([PdfPage([TextLine(50, 700, f"Page {at} of many")]) for at in range(10_000)]).written()
    page = Pdf([PdfPage([TextLine(50, 700, "A text")])])
    files = {
        "scan.pdf": (Pdf([PdfPage()]).written(), "probably a scan"),
        "secret.pdf": (Pdf(page.pages, encrypted=True).written(), "password"),
        "truncated.pdf": (page.written()[:250], "damaged or incomplete"), "empty.pdf": (b"", "empty"),
        "ten thousand.pdf": (whole, "Only the first 5,000 of 10,000 pages"),
        "bomb.pdf": (bomb(3000), "of memory"), "wrong.pdf": (b"PK\x03\x04 no PDF", "something else"),
    }  # fmt: skip
    for name, (content, _) in files.items():
        (vault / name).write_bytes(content)
        os.utime(vault / name, (1_700_000_000, 1_700_000_000))
    return {name: reason for name, (_, reason) in files.items()}


def cpu_seconds(files: Sequence[Path]) -> float:
    """Return the CPU seconds of reading and cutting these PDFs, for `CPU_PAGES` pages."""
    from vaultsearch.core.chunking.chunker import Chunker
    from vaultsearch.core.models.onnx_encoding import OnnxEncoder
    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.vault.reading import read_file

    chunker = Chunker(OnnxEncoder.installed().counter)

    def read(some: Sequence[Path]) -> int:
        notes = [read_file(Revision(one.name, 1, 0), one.read_bytes()) for one in some]
        for note in notes:
            chunker.chunks(note)
        return sum(len({section.page for section in note.sections}) for note in notes)

    read(files[:1])  # libraries and tables are loaded
    begun = time.process_time()
    pages = read(files)
    return (time.process_time() - begun) * CPU_PAGES / pages


@dataclass(frozen=True, slots=True)
class Indexed:
    """The index of a vault, the largest of the processes that made it, and bad files without their reason."""

    folder: Path
    most_mb: float
    untold: dict[str, str | None]


def indexed(vault: Path, home: Path, reasons: Mapping[str, str]) -> Indexed:
    """Have the program index a vault with bad files; ``reasons`` has a part of each one's, "" for none."""
    from vaultsearch.settings.settings import index_folder

    os.environ |= {"VAULTSEARCH_HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    program = [sys.executable, "-m", "vaultsearch"]
    memory = run_measured([*program, "index", str(vault)], os.environ, every_s=0.1).memory
    status = [*program, "status", "--json", "--vault", str(vault)]
    answer = json.loads(subprocess.run(status, check=True, capture_output=True).stdout)
    told: dict[str, str] = {}
    for one in answer["failed"]:  # of a file, several things may be told
        told[one["path"]] = f"{told.get(one['path'], '')} {one['reason']}"
    untold = {
        name: told.get(name)
        for name, reason in reasons.items()
        if (reason not in told.get(name, "") if reason else name in told)
    }
    return Indexed(index_folder(vault), max(memory.each), untold)


async def share_found(
    vault: Path, index: Path, wanted: Sequence[tuple[str, str, int | None]], *, as_words: bool
) -> float:
    """Return the share of phrases, in quotes or as mere words, whose file and page are among the best."""
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.parts.workers import Workers
    from vaultsearch.service.vault import Vault

    found = 0
    async with await Vault.open(vault, index, Parameters(), Workers.processes(), write=False) as opened:
        for phrase, name, page in wanted:
            asked = phrase if as_words else f'"{phrase}"'
            best = [one.chunk for one in (await opened.search(asked))[:BEST]]
            if any(chunk.path == name and page in (None, chunk.page) for chunk in best):
                found += 1
            else:
                print("missed:", phrase, "|", name, page, "|", [(c.path, c.page) for c in best], flush=True)
    return found / len(wanted)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--texts", type=Path, default=SAMPLE)
    options.add_argument("--phrases", type=int, default=300)
    options.add_argument("--words", type=int, default=0, help="ask so many without quotes, too")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-pdf-") as temporary:
        return _measured(Path(temporary), list(bound(words_of(chosen.texts))), chosen.phrases, chosen.words)


def _measured(folder: Path, books: Sequence[Bound], count: int, unquoted: int) -> int:
    vault = folder / "vault"
    vault.mkdir()
    (vault / "Home.md").write_text("# Home\n\nA vault of PDFs.\n", encoding="utf-8")
    for book in books:
        (vault / f"{book.name}.pdf").write_bytes(book.pdf.written())
    cpu = cpu_seconds(sorted(vault.glob("*.pdf")))
    reasons = write_bad(vault)
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in vault.iterdir()}
    made = indexed(vault, folder, reasons)
    wanted = phrases(books, count)
    share = asyncio.run(share_found(vault, made.folder, wanted, as_words=False))
    if unquoted:
        some = asyncio.run(share_found(vault, made.folder, wanted[:unquoted], as_words=True))
        print(f"the same, without quotes       {some:.1%} of {unquoted}")
    same = before == {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in vault.iterdir()}
    print(f"pages                          {sum(len(book.pages) for book in books)}")
    print(f"CPU seconds for {CPU_PAGES} pages      {cpu:.2f} (at most {MOST_CPU_S:g})")
    print(f"largest process                {made.most_mb:.0f} MB (at most {MOST_MB})")
    print(f"bad files without their reason {made.untold or 'none'}")
    print(f"phrases at rank {BEST} with page    {share:.1%} of {len(wanted)} (at least {LEAST_FOUND:.0%})")
    print(f"vault unchanged                {same}")
    holds = cpu <= MOST_CPU_S and made.most_mb <= MOST_MB and not made.untold and share >= LEAST_FOUND
    return 0 if holds and same else 1


if __name__ == "__main__":
    raise SystemExit(main())
