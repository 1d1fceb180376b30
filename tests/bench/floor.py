"""Measure the floor: `python -m tests.bench.floor VAULT [VAULT ...] [--kinds rare,five] [--failures]`.

A question that ripgrep answers must not be answered worse here. Each vault is asked known-item questions made
of its own text, in the default mode with operators and every reranker, and the same files are scanned for
the same text beside it, by `rg` if it is installed, else in Python. Prints a table in Markdown per vault,
and exits with 1 if a kind misses its limit over all vaults of the run.

| kind | the question | right |
| --- | --- | --- |
| rare | a word in one note alone; of Chinese and Japanese, 4 to 6 characters | that note |
| dotted | a file name, version, address or identifier with dots, slashes, underscores, hyphens | that note |
| camel | a word in CamelCase in one note alone | that note |
| link | the host of a link, not seen: of `[shop](https://...)`, `<https://...>`, `<a href>` | that note |
| elided | a word that stands behind an elision alone: `orologio` of `l'orologio` | the notes with it |
| five | five words of a line in one note alone; of Chinese and Japanese, ten characters | that note |
| slip | a word of at most three notes, two inner letters swapped | the notes with the word meant |
| slip2 | the same, a letter doubled, dropped, or replaced by the key beside it | likewise |
| dotted-slip | a file name or the like of one note, a slip in its longest word | that note |
| title-slip | a title with such a slip in its longest word | the notes of that title |
| begun | two thirds of a long word, no word by themselves, with which no other note's begin | that note |
| parted | a long word of one note, a space in its middle | that note |
| common | a word in 2 to 20 notes | the notes with it |
| common3 | the same | likewise: all of the first three rows, if as many notes have it |
| two | two words of different lines that one note alone has together | that note, among the first three |
| swapped | two neighbouring words in the other order | that note |
| asked | "what do my notes say about ...?", a word of one note | that note |
| carried | the same in other phrases, of six languages | that note |
| han | a Chinese word of 2 to 4 characters in 2 to 8 notes | the notes with it |
| heading | a heading of one note | that note |
| alias | an alias | the notes of that name |
| quoted | five words of one note in quotation marks | that note |
| number | a number of three digits or more in one note alone | that note |
| glued | a word and digits glued to it, typed with a space | that note |
| code | a line of code of one note | that note |
| compound | the last part of a German compound that stands nowhere by itself | the notes with it |

"right" is the share of questions whose first result is of a right note, if the kind says no other, Hit@10
that of those with one among the first ten notes; "scan" that of those for which the scan lists a right note
among its files, of whatever number: it knows no order, and no titles; "peer" that of `whole_note_peer`.

The index is made in a temporary folder; set VAULTSEARCH_HOME to a folder to keep it, so that a second run
need not index again (a change of the notes' reading or of the index's fields needs another folder).
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from unicodedata import normalize

from tests.bench import ordinary_questions as ordinary
from tests.bench.floor_questions import KINDS as TEXT_KINDS
from tests.bench.floor_questions import Question, VaultText, fold, questions_of_kind, read_vault
from tests.bench.whole_note_peer import WholeNotes
from vaultsearch.core.errors import QueryError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.evaluation import up_to_date
from vaultsearch.service.vault import Vault

_KINDS = TEXT_KINDS | ordinary.KINDS
LIMITS = {name: kind.limit for name, kind in _KINDS.items()}
KINDS = tuple(LIMITS)
_FEW, _SHOWN = 10, 3


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, the notes of the first ten rows of its answer, and what the peers say.

    ``scanned`` is whether a scan lists a right note, ``by_peer`` whether the peer is right. ``trouble``
    is the sentence of a query that could not be read.
    """

    vault: str
    question: Question
    rows: tuple[str, ...]
    scanned: bool
    by_peer: bool = False
    trouble: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.rows))

    @property
    def is_right(self) -> bool:
        """Whether the kind's question is answered right."""
        return is_right(self.question, self.rows)

    @property
    def rank(self) -> int | None:
        """Return the rank of the first right note, from 1, None if none is among the ten."""
        right = self.question.right
        return next((rank for rank, path in enumerate(self.notes, 1) if path in right), None)


def is_right(question: Question, rows: Sequence[str]) -> bool:
    """Return whether a question is answered right by rows of these notes."""
    if question.kind == ordinary.COMMON_3:
        return bool(rows) and set(rows[: min(_SHOWN, len(question.right))]) <= set(question.right)
    depth = _SHOWN if question.kind == ordinary.TWO else 1
    return not set(tuple(dict.fromkeys(rows))[:depth]).isdisjoint(question.right)


def questions(vault: VaultText, kinds: Sequence[str], n: int) -> list[Question]:
    made = (questions_of_kind(vault, kind, n, _KINDS[kind]) for kind in kinds)
    return [question for of_kind in made for question in of_kind]


class Scan:
    """Lists the files that hold a text, whatever its case: the peer."""

    def __init__(self, folder: Path, vault: VaultText) -> None:
        self._folder, self._vault = folder, vault
        self._program = shutil.which("rg")
        self.name = "rg" if self._program else "Python, as rg is not installed"

    def __call__(self, typed: str) -> set[str]:
        if self._program is None:
            return {note.path for note in self._vault.notes if fold(typed) in note.raw}
        command = [self._program, "--files-with-matches", "--ignore-case", "--fixed-strings", "--no-ignore"]
        done = subprocess.run(
            [*command, "--null", "--", typed, "."], cwd=self._folder, capture_output=True, check=False
        )
        paths = done.stdout.decode().split("\0")
        return {normalize("NFC", path.removeprefix("./")) for path in paths if path}


async def measure(
    folder: Path, kinds: Sequence[str], n: int, mode: Mode, languages: Sequence[str] = ()
) -> list[Answer]:
    """Make the questions of a vault, ask them, and scan for them."""
    vault = read_vault(folder)
    scan, name = Scan(folder, vault), vault_name(folder)
    peer = WholeNotes(vault, ("en", *languages))
    answers = []
    async with await up_to_date(folder, Parameters(), lambda _: None) as session:
        await session.warm_up()
        for question in questions(vault, kinds, n):
            rows, trouble = await _ask(session, question.typed, mode)
            scanned = not scan(question.typed).isdisjoint(question.right)
            by_peer = is_right(question, peer(question.typed))
            answers.append(Answer(name, question, rows, scanned, by_peer, trouble))
    print(f"\n## {name}: {len(vault.notes)} files, scanned by {scan.name}\n", flush=True)
    return answers


async def _ask(session: Vault, typed: str, mode: Mode) -> tuple[tuple[str, ...], str]:
    """Return the notes of the last stage's rows, and the trouble with the query if there is any."""
    try:
        results = await session.search(typed, mode=mode)
    except QueryError as error:
        return (), str(error)
    return tuple(normalize("NFC", result.chunk.path) for result in results)[:_FEW], ""


def vault_name(folder: Path) -> str:
    """Return the name of a vault's folder, or of the test set that it belongs to."""
    folder = folder.resolve()
    return folder.parent.name if folder.name == "vault" else folder.name


def table(answers: Sequence[Answer], kinds: Sequence[str], n: int) -> list[str]:
    lines = ["| kind | questions | right | Hit@10 | scan | peer | limit |", "| --- |" + " ---: |" * 6]
    for kind in kinds:
        of_kind = [answer for answer in answers if answer.question.kind == kind]
        if not of_kind:
            lines.append(f"| {kind} | 0 | | | | | {LIMITS[kind]:.2f} |")
            continue
        few = " (no more in it)" if len(of_kind) < n else ""
        right, scanned, peer = (
            sum(values) / len(of_kind)
            for values in zip(*((a.is_right, a.scanned, a.by_peer) for a in of_kind), strict=True)
        )
        figures = f"{right:.3f} | {hits(of_kind):.3f} | {scanned:.3f} | {peer:.3f} | {LIMITS[kind]:.2f}"
        lines.append(f"| {kind} | {len(of_kind)}{few} | {figures} |")
    return lines


def hits(answers: Sequence[Answer]) -> float:
    """Return the share of answers with a right note among the first ten."""
    return sum(answer.rank is not None for answer in answers) / len(answers)


def missed(answers: Sequence[Answer]) -> list[str]:
    by_kind = {kind: [answer for answer in answers if answer.question.kind == kind] for kind in LIMITS}
    shares = {
        kind: sum(answer.is_right for answer in of_kind) / len(of_kind)
        for kind, of_kind in by_kind.items()
        if of_kind
    }
    return [f"{kind}: right {hit:.3f} < {LIMITS[kind]}" for kind, hit in shares.items() if hit < LIMITS[kind]]


def failures(answers: Sequence[Answer]) -> list[str]:
    """Return a line per wrong answer: the question, its first paths, and the right ones."""
    lines = []
    for answer in (answer for answer in answers if not answer.is_right):
        question, rank = answer.question, f"rank {answer.rank}" if answer.rank else "not among ten"
        first = answer.trouble or "; ".join(answer.notes[:_SHOWN]) or "nothing"
        meant = f" (of {question.meant!r})" if question.meant != question.typed else ""
        right = "; ".join(question.right)
        lines.append(f"- {question.kind} {question.typed!r}{meant}, {rank}: {first} | right: {right}")
    return lines


def _kinds(text: str) -> list[str]:
    kinds = text.split(",")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise argparse.ArgumentTypeError(f"no such kind: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    return kinds


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m tests.bench.floor", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    add = parser.add_argument
    add("vaults", nargs="+", type=Path, metavar="VAULT")
    add("--n", type=int, default=25, help="questions of each kind and vault (default 25)")
    add("--kinds", type=_kinds, default=list(KINDS), metavar="KIND,...", help=f"of {', '.join(KINDS)}")
    add("--mode", type=Mode, choices=list(Mode), default=Mode.HYBRID, help="the way to search")
    add("--languages", default="", help="of the vaults besides English, for the peer: de,it")
    add("--failures", action="store_true", help="list the wrong answers")
    add("--json", type=Path, metavar="FILE", help="write questions and answers there")
    return parser.parse_args()


def main() -> int:
    options, answers = _options(), list[Answer]()
    languages = [code for code in options.languages.split(",") if code]
    with tempfile.TemporaryDirectory(prefix="vaultsearch-floor-") as folder:
        os.environ.setdefault("VAULTSEARCH_HOME", str(Path(folder) / "home"))
        for vault in options.vaults:
            measured = asyncio.run(measure(vault, options.kinds, options.n, options.mode, languages))
            print("\n".join(table(measured, options.kinds, options.n)), flush=True)
            if options.failures:
                print("\n".join(["", *failures(measured)]), flush=True)
            answers += measured
    if len(options.vaults) > 1:
        print("\n## all\n\n" + "\n".join(table(answers, options.kinds, options.n)))
    if options.json:
        rows = [{**asdict(answer), "rank": answer.rank} for answer in answers]
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    below = missed(answers)
    print("\n" + ("\n".join(below) or "every kind reaches its limit"))
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
