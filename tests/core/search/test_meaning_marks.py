"""Words that answer by meaning: what is marked, where, and what is left alone."""

from pathlib import Path

import pytest

from vaultsearch.core.languages.names import Routing
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.late_interaction import MeaningMarker, WordMeaningMarker
from vaultsearch.core.search.results import make_snippet
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk


class Mixed:
    """Tells the language of the questions here; late interaction reads the English of the notes alone."""

    async def __call__(self, query: str) -> str:
        german = ("Geschenk", "Medikament")
        return "zh" if "药" in query else "de" if any(word in query for word in german) else "en"

    async def routing(self) -> Routing:
        return Routing.of({"en": 50, "de": 40, "zh": 10}, multilingual=True)


LANGUAGES: QueryLanguages = Mixed()  # type: ignore[assignment]  # as far as it is asked


def chunk(text: str, language: str = "en", title: str = "Kitchen") -> Chunk:
    return Chunk(text, "a.md", title, 0, (), 1, 1, text, text, language=language)


@pytest.fixture(scope="module")
def marker(models_folder: Path) -> MeaningMarker:
    encoder = OnnxEncoder.installed(models_folder)
    return MeaningMarker(encoder, encoder.counter, LANGUAGES)


async def marked(marker: MeaningMarker | WordMeaningMarker, query: str, passage: Chunk) -> list[str]:
    found = await marker(query, [passage])
    return [passage.text[span.start : span.end] for span in found.get(passage.id, ())]


async def test_other_words_for_the_same_are_marked_and_small_words_are_not(marker: MeaningMarker) -> None:
    bread = chunk("The loaf was heavy because the dough proofed too briefly.")
    meant = await marked(marker, "how do I stop my bread from being dense", bread)
    assert meant == ["loaf", "heavy", "dough"]
    poems = chunk("She wrote melancholic verses, and the sonnets are full of grief.")
    assert "grief" in await marked(marker, "sad poems", poems)


async def test_few_words_are_marked_for_those_the_passage_does_not_spell(marker: MeaningMarker) -> None:
    text = "The loaf, the baguette, the brioche, the ciabatta and the sourdough were gone."
    assert len(await marked(marker, "bread", chunk(text))) == 3
    assert await marked(marker, "bread", chunk("Bread again. " + text)) == []
    # What else is asked for is still looked for.
    assert await marked(marker, "bread money", chunk("Bread for a dollar.")) == ["dollar"]


async def test_the_title_is_read_with_the_passage_and_not_marked(marker: MeaningMarker) -> None:
    passage = chunk("It costs 620 euros to Tokyo.", title="Tickets to Tokyo")
    found = (await marker("cheap flights to japan", [passage]))[passage.id]
    assert Span(22, 27) in found
    assert all(0 <= span.start < span.end <= len(passage.text) for span in found)


async def test_what_the_model_cannot_read_is_not_marked(marker: MeaningMarker) -> None:
    assert await marker("gift ideas", [chunk("Anna wünscht sich einen Töpferkurs.", "de")]) == {}
    assert await marker("Geschenke für die Familie", [chunk("A present for father.")]) == {}


async def test_a_passage_is_marked_as_far_as_read(marker: MeaningMarker) -> None:
    passage = chunk("The loaf was heavy. " + "Nothing of interest happened that day. " * 60)
    assert (await marked(marker, "bread", passage))[:1] == ["loaf"]


def test_a_snippet_shows_the_words_that_are_meant_where_none_is_spelt_so() -> None:
    text = "Filler words go here. " * 30 + "\n\n  The loaf\nwas heavy.  " + "More filler. " * 30
    start = text.index("loaf")
    shown = make_snippet(text, ["bread"], meant=[Span(start, start + 4)])
    assert [shown.text[span.start : span.end] for span in shown.semantic_spans] == ["loaf"]
    assert shown.matches == ()


def test_a_word_is_not_marked_twice() -> None:
    shown = make_snippet("Bread, a loaf of bread", ["bread"], meant=[Span(0, 5), Span(9, 13)])
    assert [shown.text[span.start : span.end] for span in shown.semantic_spans] == ["loaf"]
    assert len(shown.matches) == 2


@pytest.fixture(scope="module")
def word_marker() -> WordMeaningMarker:
    return WordMeaningMarker(UniversalSentenceEncoder.installed(), LANGUAGES)


DRUGS, DOCTOR = "Welche Medikamente verschreibt der Arzt", "what did the doctor say about bread"


@pytest.mark.parametrize(
    ("question", "language", "text", "meant"),
    [
        (DRUGS, "de", "Die Arzneimittel standen im Regal, der Doktor kam.", ["Arzneimittel", "Doktor"]),
        # Of a word that the passage spells no other is marked; of a passage three words at most.
        (DRUGS, "de", "Medikamente gibt der Doktor aus, Arzneimittel nicht.", ["Doktor"]),
        (DRUGS, "de", "Doktor, Doktoren, Mediziner, Doktor.", ["Doktor", "Doktoren", "Doktor"]),
        (DOCTOR, "de", "Der Arzt rät vom weißen Brot ab.", ["Arzt", "Brot"]),
        (DRUGS, "en", "These drugs are kept on the shelf.", ["drugs"]),
        ("Medikamente 1788", "de", "Im Jahr 1803.", []),
        ("Medikamente 1788", "de", "… 1803 …", []),
        ("医生开了什么药", "zh", "医生建议吃药。", []),
    ],
)
async def test_words_that_mean_the_same_are_marked_across_languages_but_no_numbers(
    word_marker: WordMeaningMarker, question: str, language: str, text: str, meant: list[str]
) -> None:
    assert await marked(word_marker, question, chunk(text, language)) == meant


async def test_what_late_interaction_reads_is_left_to_it(word_marker: WordMeaningMarker) -> None:
    assert await word_marker(DOCTOR, [chunk("The loaf is heavy.")]) == {}
