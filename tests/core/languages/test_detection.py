"""Language detection by script, letters and prior."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.languages.detection import detect_language, is_surely_in
from vaultsearch.core.languages.names import LANGUAGE_NAMES, language_code, language_name

SENTENCES = {
    "en": "The kettle stands on the stove and the water is nearly boiling.",
    "de": "Der Kessel steht auf dem Herd, und das Wasser kocht gleich.",
    "fr": "La bouilloire est sur le feu et l'eau va bientôt bouillir.",
    "es": "La tetera está en el fuego y el agua está a punto de hervir.",
    "pl": "Czajnik stoi na kuchence, a woda zaraz się zagotuje.",
    "tr": "Çaydanlık ocağın üstünde ve su kaynamak üzere.",
    "ru": "Чайник стоит на плите, и вода скоро закипит.",
    "uk": "Чайник стоїть на плиті, і вода ось-ось закипить.",
    "el": "Ο βραστήρας είναι στην κουζίνα και το νερό βράζει.",
    "ar": "الغلاية على الموقد والماء على وشك الغليان.",
    "he": "הקומקום על הכיריים והמים כמעט רותחים.",
    "hi": "केतली चूल्हे पर है और पानी उबलने वाला है।",
    "zh": "水壶在炉子上，水快要开了。",
    "ja": "やかんはコンロの上にあり、お湯がもうすぐ沸きます。",
    "ko": "주전자가 가스레인지 위에 있고 물이 곧 끓습니다.",
    "th": "กาน้ำอยู่บนเตาและน้ำกำลังจะเดือด",
}


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_sentence_tells_its_language(language: str, sentence: str) -> None:
    assert detect_language(sentence).at_least(0.6) == language


@pytest.mark.parametrize(
    ("text", "prior", "language"),
    [
        ("東京の天気", {}, "ja"),
        ("东京天气", {}, "zh"),
        ("東京天気", {"ja": 0.9}, "ja"),
        *(
            (text, {}, "")
            for text in ("", "2026-05-12", "https://example.org/wo/ist/der/kessel", "— ; … 42 %")
        ),
        ("🌱", {}, ""),
        ("Kubernetes", {"en": 0.98}, "en"),
        ("Kubernetes", {"de": 0.98}, "de"),
        ("Wie heißt der Fluss, an dem die Stadt liegt?", {"en": 0.98}, "de"),
        # Quoted words of another script do not make a text foreign.
        ("The Japanese word 侘寂 names a beauty that is worn and incomplete.", {}, "en"),
        ("用 Redis 做缓存时要注意 TTL 和 maxmemory 的设置", {}, "zh"),
    ],
)
def test_script_and_letters_decide_and_else_what_was_likely_before(
    text: str, prior: dict[str, float], language: str
) -> None:
    assert detect_language(text, *((prior, 0.02) if prior else ())).language == language


def test_a_short_text_is_left_untold_unless_its_script_says_what_it_is_not() -> None:
    assert detect_language("git rebase").at_least(0.6) == ""
    assert detect_language("рецепт борща").at_least(0.99) == "ru"


@given(st.text())
def test_any_text_has_a_known_language_or_none(text: str) -> None:
    found = detect_language(text)
    assert found.language in LANGUAGE_NAMES or found.language == ""
    assert 0 <= found.confidence <= 1 + 1e-6


@pytest.mark.parametrize(
    ("written", "code"),
    [("de", "de"), ("de-AT", "de"), ("zh_Hans", "zh"), ("German", "de"), (" EN ", "en"), ("klingon", "")],
)
def test_a_language_is_known_by_its_code_and_its_name(written: str, code: str) -> None:
    assert language_code(written) == code


def test_every_language_has_a_name() -> None:
    assert [language_name(code) for code in ("ja", "")] == ["Japanese", "undetermined"]


@pytest.mark.parametrize(("question", "surely"), [("what did we say about the mast", True), ("mast", False)])
def test_an_english_sentence_is_surely_english(question: str, surely: bool) -> None:
    assert is_surely_in(question, detect_language(question, ENGLISH_VAULT, 0.02)) is surely


ENGLISH_VAULT = {"en": 1.0}


@pytest.mark.parametrize(
    ("question", "surely"),
    [
        ("Wie heißt der Fluss, an dem die Stadt liegt?", True),
        ("Wann wird die Heizung gewartet", True),
        ("Quando viene pagato l'affitto della casa?", True),
        ("рецепт борща", True),
        ("龙骨", True),
        ("MOCS prototype", False),
        ("prototype", False),
        ("Brot backen", False),
        ("Steuererklärung", False),
        ("Geschwindigkeitsüberschreitungen", False),
        ("Wo liegen die Segel", False),
        ("tiramisu panna cotta", False),
        ("Anna Karenina Vronskaja", False),
        ("curriculum vitae template", False),
        ("", False),
    ],
)
def test_a_name_or_a_word_or_two_are_no_other_language(question: str, surely: bool) -> None:
    """A title of two words was taken for Italian, and a whole vault was about to be embedded for it."""
    found = detect_language(question, ENGLISH_VAULT, 0.02)
    assert (found.language != "en" and is_surely_in(question, found)) is surely
