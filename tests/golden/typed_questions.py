"""Questions as people type them, with graded answers: read, and written as test sets.

`as_typed/NAME.json` holds the questions over one vault, a question a line, without any note's text: the
question, its kind, its language, and the paths of the notes that answer, with 2 if right and 1 if partly.
Two of the vaults are in this repository; the others, and the notes of other test sets, in folders that are
given. All were judged from the notes, before any search was run.
"""

import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, cast

HERE = Path(__file__).parent
FOLDER = HERE / "as_typed"
OWN_VAULTS = {"sample": HERE.parents[1] / "resources" / "Sample vault", "languages": HERE / "vault_languages"}
KINDS = frozenset(
    {"title", "title-words", "half-title", "alias", "typo", "symptom", "how-to", "keywords", "product"}
)
LANGUAGES = frozenset({"en", "de", "zh"})


class TypedQuestion(TypedDict):
    """A question as it was typed, and the grades of the notes that answer it, by path."""

    question: str
    kind: str
    language: str
    grades: dict[str, int]


@dataclass(frozen=True, slots=True)
class TypedSet:
    """The questions over one vault."""

    name: str
    vault: Path

    def questions(self) -> list[TypedQuestion]:
        read = json.loads((FOLDER / f"{self.name}.json").read_text(encoding="utf-8"))
        return cast("list[TypedQuestion]", read)

    def write(self, folder: Path, language: str | None = None) -> Path:
        """Write the questions, or those in one language, as a test set and return its folder."""
        made = folder / (f"{self.name}-typed" if language is None else f"{self.name}-typed-{language}")
        made.mkdir(parents=True)
        on_disk = composed_paths(self.vault)
        queries: list[str] = []
        judged = ["query-id\tcorpus-id\tscore"]
        for at, one in enumerate(self.questions()):
            if language in (None, one["language"]):
                queries.append(json.dumps({"_id": f"q{at}", "text": one["question"]}, ensure_ascii=False))
                grades = one["grades"].items()
                judged += [f"q{at}\t{on_disk.get(path, path)}\t{grade}" for path, grade in grades]
        (made / "queries.jsonl").write_text("\n".join(queries) + "\n", encoding="utf-8")
        (made / "qrels.tsv").write_text("\n".join(judged) + "\n", encoding="utf-8")
        return made


def composed_paths(vault: Path) -> dict[str, str]:
    """Map the paths as questions write them, in composed Unicode, to those on the disk."""
    notes = (note.relative_to(vault).as_posix() for note in vault.rglob("*") if note.is_file())
    return {unicodedata.normalize("NFC", path): path for path in notes}


def typed_sets(vaults: Path | None = None, test_sets: Path | None = None) -> list[TypedSet]:
    """Return the sets whose notes are available: our own, and those in ``vaults`` and ``test_sets``."""
    found = []
    for file in sorted(FOLDER.glob("*.json")):
        places = [OWN_VAULTS.get(file.stem)]
        places += [vaults / file.stem] if vaults else []
        places += [test_sets / file.stem / "vault"] if test_sets else []
        there = next((place for place in places if place is not None and place.is_dir()), None)
        if there is not None:
            found.append(TypedSet(file.stem, there))
    return found
