"""Files of a vault that are created, changed, renamed and deleted, as an editor or a sync would."""

import re
from pathlib import Path
from random import Random

from PIL import Image

from tests.pdf_files import Pdf, PdfPage, TextLine

_WORDS, _FILES = 400, 200


def words_of(vault: Path) -> list[str]:
    """Return ASCII words of the notes, the same ones each time."""
    words: dict[str, None] = {"dog": None}
    for note in sorted(vault.rglob("*.md"))[:_FILES]:
        found = re.findall(r"[A-Za-z]{3,12}", f"{note.stem} {note.read_text(errors='replace')}")
        words.update(dict.fromkeys(found[:: max(1, len(found) // 8)]))
    chosen = list(words)
    return chosen[:: max(1, len(chosen) // _WORDS)]


def add_files(vault: Path) -> None:
    """Add PDFs, pictures and a note of both: few vaults have them, and other code reads and shows them."""
    folder = vault / "Attached"
    folder.mkdir()
    for number in range(6):
        text = (
            "On quicksort, and on a dog that sorts cards: a line of a page of a paper about the two of them."
        )
        pages = [
            PdfPage([TextLine(60, 780 - 14 * line, text) for line in range(50)]) for _ in range(number + 1)
        ]
        outline = [(f"Part {page + 1}", page) for page in range(len(pages))]
        (folder / f"Paper {number}.pdf").write_bytes(Pdf(pages, outline).written())
        Image.linear_gradient("L").resize((80 * (number + 1), 60)).save(folder / f"Picture {number}.png")
        (folder / f"About paper {number}.md").write_text(
            f"# On paper {number}\n\nA dog. ![[Picture {number}.png]]\n\n![[Paper {number}.pdf]]\n\n"
            "> [!note] Dog\n> Yes.\n"
        )


def change_files(vault: Path, kind: str, count: int, random: Random) -> None:
    """Change ``count`` files in one of the ways."""
    for _ in range(count):
        notes = sorted(vault.rglob("*.md"))
        if notes:
            _WAYS[kind](vault, random.choice(notes), random)


def _edit(_vault: Path, note: Path, random: Random) -> None:
    lines = note.read_text(errors="replace").splitlines()
    lines.insert(random.randint(0, len(lines)), f"A line about the number {random.randrange(1000)} of a dog.")
    note.write_text("\n".join(lines))


def _create(vault: Path, note: Path, random: Random) -> None:
    name = f"Made {random.randrange(10**6)}.md"
    text = note.read_text(errors="replace")
    (note.parent / name).write_text(
        f"---\ntags: [made]\n---\n# A made note\n\nSee [[{note.stem}]].\n\n{text}"
    )


def _rename(_vault: Path, note: Path, random: Random) -> None:
    note.rename(note.with_stem(f"{note.stem[:60]} {random.randrange(1000)}"))


def _delete(_vault: Path, note: Path, _random: Random) -> None:
    note.unlink()


def _move(vault: Path, note: Path, random: Random) -> None:
    folder = vault / f"Moved {random.randrange(5)}"
    folder.mkdir(exist_ok=True)
    note.rename(folder / note.name)


_WAYS = {"edit": _edit, "create": _create, "rename": _rename, "delete": _delete, "move": _move}
