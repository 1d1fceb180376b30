"""The language of notes and passages: told, or said by the note or by the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.builders import WordCounter, parsed
from vaultsearch.core.chunking.chunker import Chunker, NoteLanguages

if TYPE_CHECKING:
    from collections.abc import Sequence

ENGLISH = "The boat needs new planks below the waterline, and the keel bolts have to be looked at in spring."
GERMAN = "Das Boot braucht neue Planken unter der Wasserlinie, und die Kielbolzen sind im Frühjahr fällig."


def languages(text: str, always: str = "") -> list[str]:
    chunker = Chunker(WordCounter(), languages=NoteLanguages(always))
    return [chunk.language for chunk in chunker.chunks(parsed("note.md", text))]


def test_each_passage_has_its_notes_language() -> None:
    assert languages(ENGLISH) == ["en"]
    assert languages(f"{GERMAN}\n\n## Teile\n\nM8 x 40, M10 x 60, Unterlegscheiben\n") == ["de", "de"]


def test_a_section_in_another_language_is_told_from_its_note() -> None:
    assert languages(f"# Log\n{ENGLISH} {ENGLISH}\n\n# Brief\n{GERMAN} {GERMAN}\n") == ["en", "de"]


def test_code_says_nothing_of_the_language_of_a_note() -> None:
    assert languages(f"{GERMAN}\n\n```python\nfor item in the_list: print(item)\n```\n")[0] == "de"
    assert languages("```\nx = y\n```\n") == [""]


def test_what_cannot_be_told_is_left_open() -> None:
    assert languages("42\n") == [""]


def test_a_note_says_its_language_in_a_property() -> None:
    assert languages(f"---\nlang: de-AT\n---\n{ENGLISH}\n") == ["de"]
    assert languages(f"---\nLanguage: French\n---\n{ENGLISH}\n") == ["fr"]
    assert languages(f"---\nlang: klingon\n---\n{ENGLISH}\n") == ["en"], "what is none says nothing"
    assert languages(f"---\nlang: [de]\n---\n{ENGLISH}\n") == ["en"]


def test_the_user_says_it_for_all_notes_that_do_not_say_it_themselves() -> None:
    assert languages(ENGLISH, always="nl") == ["nl"]
    assert languages(f"---\nlang: de\n---\n{ENGLISH}\n", always="nl") == ["de"]


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
