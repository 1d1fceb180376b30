"""The language of notes and passages: told, or said by the note or by the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.builders import WordCounter, parsed
from vaultsearch.core.chunking.chunker import Chunker, NoteLanguages

if TYPE_CHECKING:
    from collections.abc import Sequence

ENGLISH = "The boat needs new planks below the waterline, and the keel bolts have to be looked at in spring."
GERMAN = "Das Boot braucht neue Planken unter der Wasserlinie, und die Kielbolzen sind im Frühjahr fällig."


@pytest.mark.parametrize(
    ("text", "always", "languages"),
    [
        (ENGLISH, "", ["en"]),
        (f"{GERMAN}\n\n## Teile\n\nM8 x 40, M10 x 60, Unterlegscheiben\n", "", ["de", "de"]),
        (f"# Log\n{ENGLISH} {ENGLISH}\n\n# Brief\n{GERMAN} {GERMAN}\n", "", ["en", "de"]),
        (f"{GERMAN}\n\n```python\nfor item in the_list: print(item)\n```\n", "", ["de"]),
        ("```\nx = y\n```\n", "", [""]),
        ("42\n", "", [""]),
        (f"---\nlang: de-AT\n---\n{ENGLISH}\n", "", ["de"]),
        (f"---\nLanguage: French\n---\n{ENGLISH}\n", "", ["fr"]),
        (f"---\nlang: klingon\n---\n{ENGLISH}\n", "", ["en"]),
        (f"---\nlang: [de]\n---\n{ENGLISH}\n", "", ["en"]),
        (ENGLISH, "nl", ["nl"]),
        (f"---\nlang: de\n---\n{ENGLISH}\n", "nl", ["de"]),
    ],
)
def test_a_passage_has_the_language_of_its_section_unless_note_or_user_say_it(
    text: str, always: str, languages: list[str]
) -> None:
    chunker = Chunker(WordCounter(), languages=NoteLanguages(always))
    assert [chunk.language for chunk in chunker.chunks(parsed("note.md", text))] == languages


@dataclass(frozen=True, slots=True)
class Doubled(WordCounter):
    """Counts each word twice."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [2 * len(text.split()) for text in texts]


def test_notes_in_other_languages_are_cut_by_what_counts_in_them() -> None:
    chunker, plain = Chunker(WordCounter(), 80, multilingual=Doubled()), Chunker(WordCounter(), 80)
    german, english = (parsed("a.md", "\n\n".join([text] * 6)) for text in (GERMAN, ENGLISH))
    assert (len(chunker.chunks(german)), len(plain.chunks(german))) == (3, 2)
    assert chunker.chunks(english) == plain.chunks(english)
