"""A vault with the shapes of large real ones: tiny notes and huge ones, deep folders, tags, attachments."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.bench.vocabulary import prose, title_words, words
from tests.pdf_files import Pdf, PdfPage, TextLine

MOVED = "Projects/Archive 2019"
"""The folder that is renamed; it holds 2,000 notes of 13,000, in folders of its own."""
_MOVED_SHARE = 2 / 13
_HUGE_EVERY, _HUGE_BYTES = 2000, 1_000_000
_ATTACHMENT_EVERY, _NOTES_A_FOLDER = 3, 25
_TAGS = 4000
_CJK = "日本語中文笔记会议记录项目计划旅行料理音楽映画数学物理歴史研究方法資料整理"
_SIZES = (("tiny", 55, 1, 25), ("usual", 40, 60, 300), ("long", 5, 1000, 3000))
"""Of a hundred notes so many have from so many words to so many."""


def write_shaped_vault(folder: Path, count: int, seed: int = 1) -> None:
    """Write ``count`` notes, a third as many attachments, and no date of theirs."""
    (folder / ".obsidian").mkdir(parents=True)
    for number in range(count):
        chooser = random.Random(f"shaped {seed} {number}")
        place = folder / _folder(number, count)
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{_title(chooser, number)}.md").write_text(_note(chooser, number, count), encoding="utf-8")
        if number % _ATTACHMENT_EVERY == 0:
            (place / "attachments").mkdir(exist_ok=True)
            (place / "attachments" / _attachment_name(number)).write_bytes(_attachment(chooser, number))


def notes_in(folder: Path) -> list[Path]:
    """List the notes beneath a folder in the order of their paths."""
    return sorted(folder.rglob("*.md"))


def commit_two_branches(vault: Path, differing: int) -> None:
    """Commit the notes to a branch "main", and others for some of them to a branch "other"; leave "main".

    Of a hundred that differ, eighty are altered, ten deleted and ten added.
    """
    git(vault, "init", "-q", "-b", "main")
    _commit(vault)
    git(vault, "switch", "-q", "-c", "other")
    for number, note in enumerate(_spread(notes_in(vault), differing)):
        if number % 10 == 0:
            note.unlink()
            continue
        chooser = random.Random(f"other {number}")
        target = note.with_name(f"New {number}.md") if number % 10 == 1 else note
        written = [note.read_text(encoding="utf-8"), " ".join(prose(chooser, number, 40))]
        target.write_text("\n\n".join(written[target != note :]) + "\n", encoding="utf-8")
    _commit(vault)
    git(vault, "switch", "-q", "main")


def git(vault: Path, *arguments: str) -> None:
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0")
    subprocess.run((shutil.which("git") or "git", "-C", str(vault), *who, *arguments), check=True)


def crowded_notes() -> dict[str, str]:
    """Return notes by name with 10,000 tags of their own, and with 5,000 links; both have many passages."""
    text = "\n\n".join(" ".join(prose(random.Random(part), part, 100)) for part in range(40))
    tags = "\n".join(f"  - crowded/{number}" for number in range(10_000))
    links = "\n".join(f"- [[Target {number}]]" for number in range(5000))
    return {"10,000 tags": f"---\ntags:\n{tags}\n---\n\n{text}\n", "5,000 links": f"{text}\n\n{links}\n"}


def _commit(vault: Path) -> None:
    git(vault, "add", "-A", "--", "*.md")
    git(vault, "commit", "-q", "-m", "Notes")


def _spread(notes: Sequence[Path], count: int) -> Sequence[Path]:
    return notes[:: max(1, len(notes) // count)][:count]


def _folder(number: int, count: int) -> str:
    if number < count * _MOVED_SHARE:
        return f"{MOVED}/Part {number % 20:02}/{number % 7}"
    place = random.Random(f"folder {number // _NOTES_A_FOLDER}")
    levels = [f"Level {level} {place.choice('abc')}" for level in range(place.randint(0, 11))]
    return "/".join([f"Area {place.randrange(20):02}", *levels])


def _title(chooser: random.Random, number: int) -> str:
    match number % 10:
        case 0:
            return f"{number} {''.join(chooser.choices(_CJK, k=12))}"
        case 1:
            return f"{number} {' '.join(chooser.sample(words()[150:6000], 30))}"[:190].strip()
        case 2:
            return f"2024-{number % 12 + 1:02}-{number % 28 + 1:02} {number}"
    return f"{number} {' '.join(title_words(chooser))}"


def _note(chooser: random.Random, number: int, count: int) -> str:
    if number % _HUGE_EVERY == _HUGE_EVERY // 2 or number == count - 1:
        return _huge(chooser, number)
    (_, _, least, most) = chooser.choices(_SIZES, weights=[share for _, share, _, _ in _SIZES])[0]
    tags = [f"#{_tag(chooser)}" for _ in range(chooser.choice((0, 0, 1, 2, 5)))]
    parts = [" ".join(tags)] if tags else []
    left = chooser.randint(least, most)
    while left > 0:
        length = min(left, chooser.randint(20, 200))
        parts += [f"## {' '.join(title_words(chooser))}"] if left > 100 else []
        parts.append(" ".join(prose(chooser, number, length)))
        left -= length
    if number % 10 == 0:
        parts.append("".join(chooser.choices(_CJK, k=120)))
    return "\n\n".join(parts) + "\n"


def _huge(chooser: random.Random, number: int) -> str:
    parts, size = list[str](), 0
    while size < _HUGE_BYTES:
        parts += [f"# {' '.join(title_words(chooser))}", " ".join(prose(chooser, number, 600))]
        size += len(parts[-1])
    return "\n\n".join(parts) + "\n"


def _tag(chooser: random.Random) -> str:
    rank = min(int(chooser.paretovariate(0.4)), _TAGS)
    return f"{words()[300 + rank % 40]}/{words()[400 + rank]}"


def _attachment_name(number: int) -> str:
    return f"File {number}.{('pdf', 'png', 'zip', 'png')[number // _ATTACHMENT_EVERY % 4]}"


def _attachment(chooser: random.Random, number: int) -> bytes:
    match _attachment_name(number).rpartition(".")[2]:
        case "pdf":
            lines = [TextLine(60, 780 - 14 * row, " ".join(prose(chooser, number, 10))) for row in range(30)]
            return Pdf([PdfPage(lines)]).written()
        case "png":
            return _picture()
    return chooser.randbytes(2000)


def _picture() -> bytes:
    """Return a grey picture of 64 by 64 points, too small for text."""
    content = BytesIO()
    Image.new("L", (64, 64), 128).save(content, "png")
    return content.getvalue()
