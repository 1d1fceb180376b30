"""A deterministic vault: headings, links, tags, tasks, 100 to 400 words a note."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.vocabulary import prose, title_words

SHORTEST, USUAL, LONGEST = 100, 200, 400
_NEWEST, _APART_S = 1_775_000_000, 3607
_NOTES_A_FOLDER = 120


@dataclass(frozen=True, slots=True)
class GeneratedNote:
    """A note to be written; ``mtime`` in seconds, the first note is the newest."""

    path: str
    text: str
    mtime: int


def generate(count: int, seed: int = 1) -> Iterator[GeneratedNote]:
    """Generate ``count`` notes, the same for the same count and seed."""
    for number in range(count):
        text = _text(random.Random(f"{seed} {number}"), number, count, seed)
        yield GeneratedNote(path_of(number, seed), text, _NEWEST - number * _APART_S)


def path_of(number: int, seed: int = 1) -> str:
    return f"Area {number // _NOTES_A_FOLDER:02}/{title_of(number, seed)}.md"


def title_of(number: int, seed: int = 1) -> str:
    """Return a note's title: its number, which no other note holds, and some words."""
    return f"{marker(number)} {' '.join(title_words(random.Random(f'title {seed} {number}')))}"


def marker(number: int) -> str:
    """Return the word that is in the title of this note alone."""
    return f"{700_000 + number}"


def write_vault(folder: Path, count: int, seed: int = 1) -> None:
    """Write the notes into a folder, with their dates; notes that are there are written anew."""
    (folder / ".obsidian").mkdir(parents=True, exist_ok=True)
    for note in generate(count, seed):
        file = folder / note.path
        file.parent.mkdir(exist_ok=True)
        file.write_text(note.text, encoding="utf-8", newline="\n")
        os.utime(file, (note.mtime, note.mtime))


def questions(count: int, notes: int, seed: int = 1) -> list[str]:
    """Generate questions of three to eight words, from the notes' topics."""
    chooser = random.Random(f"questions {seed}")
    return [" ".join(prose(chooser, chooser.randrange(notes), chooser.randint(3, 8))) for _ in range(count)]


def _text(chooser: random.Random, number: int, count: int, seed: int) -> str:
    left = round(chooser.triangular(SHORTEST, LONGEST, USUAL))
    parts = [_frontmatter(chooser, number)] if chooser.random() < 0.4 else []
    sections = chooser.choice((2, 3, 3, 4))
    for section in range(sections):
        heading = title_words(chooser)
        most = left // (sections - section)
        parts.append(f"{'#' * chooser.choice((1, 2, 2, 3))} {' '.join(heading).capitalize()}")
        body = prose(chooser, number, most - len(heading))
        parts.append(_body(chooser, body, title_of(chooser.randrange(count), seed)))
        left -= most
    return "\n\n".join(parts) + "\n"


def _frontmatter(chooser: random.Random, number: int) -> str:
    tags = "\n".join(f"  - {word}" for word in prose(chooser, number, chooser.randint(1, 3)))
    return f"---\ntags:\n{tags}\nrating: {chooser.randint(1, 5)}\n---"


def _body(chooser: random.Random, body: list[str], linked: str) -> str:
    """Lay words out as a paragraph, a list or tasks; a link and a tag take the place of some words."""
    length = len(linked.split())
    if chooser.random() < 0.6 and len(body) > length + 2:
        at = chooser.randrange(len(body) - length)
        body[at : at + length] = [f"[[{linked}]]"]
    if chooser.random() < 0.3:
        body[-1] = f"#{body[-1]}" if body[-1].isalpha() else body[-1]
    form = chooser.choice(("paragraph", "paragraph", "paragraph", "list", "tasks"))
    sentences = _sentences(chooser, body)
    if form == "paragraph":
        return " ".join(sentences)
    mark = "- " if form == "list" else "- [ ] "
    return "\n".join(mark + sentence for sentence in sentences)


def _sentences(chooser: random.Random, body: list[str]) -> list[str]:
    found = []
    while body:
        length = chooser.randint(6, 18)
        sentence, body = body[:length], body[length:]
        found.append(" ".join([sentence[0].capitalize(), *sentence[1:]]) + ".")
    return found
