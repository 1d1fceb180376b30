"""Words that answer by meaning in other languages than English, and from one language to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.languages.names import Routing
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.search.late_interaction import WordMeaningMarker
from vaultsearch.core.values.search import Chunk

if TYPE_CHECKING:
    from vaultsearch.core.query.question_language import QueryLanguages

QUESTIONS = {
    "Welche Medikamente verschreibt der Arzt": "de",
    "what did the doctor say about bread": "en",
    "Medikamente 1788": "de",
    "医生开了什么药": "zh",
}


class Mixed:
    """Knows the languages of the questions here; late interaction reads English alone."""

    async def __call__(self, query: str) -> str:
        return QUESTIONS[query]

    async def routing(self) -> Routing:
        return Routing.of({"en": 50, "de": 40, "zh": 10}, multilingual=True)


def chunk(text: str, language: str) -> Chunk:
    return Chunk(text, "a.md", "A", 0, (), 1, 1, text, text, language=language)


@pytest.fixture(scope="module")
def marker() -> WordMeaningMarker:
    languages: QueryLanguages = Mixed()  # type: ignore[assignment]  # as far as it is asked
    return WordMeaningMarker(UniversalSentenceEncoder.installed(), languages)


async def marked(marker: WordMeaningMarker, query: str, passage: Chunk) -> list[str]:
    found = await marker(query, [passage])
    return [passage.text[span.start : span.end] for span in found.get(passage.id, ())]


async def test_german_words_for_the_same_are_marked(marker: WordMeaningMarker) -> None:
    passage = chunk("Die Arzneimittel standen im Regal, und der Doktor kam erst abends.", "de")
    assert await marked(marker, "Welche Medikamente verschreibt der Arzt", passage) == [
        "Arzneimittel",
        "Doktor",
    ]


async def test_for_a_word_that_the_passage_spells_no_other_is_marked(marker: WordMeaningMarker) -> None:
    passage = chunk("Medikamente gibt der Doktor aus, Arzneimittel nicht.", "de")
    assert await marked(marker, "Welche Medikamente verschreibt der Arzt", passage) == ["Doktor"]


async def test_three_words_of_a_passage_are_marked_at_most(marker: WordMeaningMarker) -> None:
    passage = chunk("Doktor, Doktoren, Mediziner, Arzneimittel, Doktor, Arznei.", "de")
    assert len(await marked(marker, "Welche Medikamente verschreibt der Arzt", passage)) == 3


async def test_a_question_in_one_language_marks_words_of_another(marker: WordMeaningMarker) -> None:
    german = chunk("Der Arzt rät vom weißen Brot ab.", "de")
    assert await marked(marker, "what did the doctor say about bread", german) == ["Arzt", "Brot"]
    english = chunk("These drugs are kept on the shelf.", "en")
    assert await marked(marker, "Welche Medikamente verschreibt der Arzt", english) == ["drugs"]


async def test_what_late_interaction_reads_is_left_to_it(marker: WordMeaningMarker) -> None:
    assert await marker("what did the doctor say about bread", [chunk("The loaf is heavy.", "en")]) == {}


async def test_numbers_and_words_without_spaces_are_not_marked(marker: WordMeaningMarker) -> None:
    assert await marked(marker, "Medikamente 1788", chunk("Im Jahr 1803.", "de")) == []
    assert await marked(marker, "医生开了什么药", chunk("医生建议吃药。", "zh")) == []


async def test_nothing_is_found_where_there_are_no_words(marker: WordMeaningMarker) -> None:
    assert await marked(marker, "Medikamente 1788", chunk("… 1803 …", "de")) == []
    assert await marker("Medikamente 1788", []) == {}
