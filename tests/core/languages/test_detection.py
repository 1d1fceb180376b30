"""Languages of texts by script, letters and prior; word lists, function words, and which model reads what."""

import gzip
import json
import math
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.languages import detection, names
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.text import fold_text

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
    "ar": "الغلاية على الموقد والماء على وشك الغليان.", "he": "הקומקום על הכיריים והמים כמעט רותחים.",
    "hi": "केतली चूल्हे पर है और पानी उबलने वाला है।", "zh": "水壶在炉子上，水快要开了。",
    "ja": "やかんはコンロの上にあり、お湯がもうすぐ沸きます。",
    "ko": "주전자가 가스레인지 위에 있고 물이 곧 끓습니다.", "th": "กาน้ำอยู่บนเตาและน้ำกำลังจะเดือด",
}  # fmt: skip


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_sentence_tells_its_language(language: str, sentence: str) -> None:
    assert detection.detect_language(sentence).at_least(0.6) == language


@pytest.mark.parametrize(
    ("text", "prior", "language"),
    [
        ("東京の天気", {}, "ja"), ("东京天气", {}, "zh"), ("東京天気", {"ja": 0.9}, "ja"),
        *(
            (text, {}, "")
            for text in ("", "2026-05-12", "https://example.org/wo/ist/der/kessel", "— ; … 42 %")
        ),
        ("🌱", {}, ""), ("Kubernetes", {"en": 0.98}, "en"), ("Kubernetes", {"de": 0.98}, "de"),
        ("Wie heißt der Fluss, an dem die Stadt liegt?", {"en": 0.98}, "de"),
        # Quoted words of another script do not make a text foreign.
        ("The Japanese word 侘寂 names a beauty that is worn and incomplete.", {}, "en"),
        ("用 Redis 做缓存时要注意 TTL 和 maxmemory 的设置", {}, "zh"),
    ],
)  # fmt: skip
def test_script_and_letters_decide_else_the_prior(text: str, prior: dict[str, float], language: str) -> None:
    assert detection.detect_language(text, *((prior, 0.02) if prior else ())).language == language


def test_a_short_text_is_left_untold_unless_its_script_says_what_it_is_not() -> None:
    least = {"git rebase": 0.6, "рецепт борща": 0.99}
    assert [detection.detect_language(text).at_least(share) for text, share in least.items()] == ["", "ru"]


@given(st.text())
def test_any_text_has_a_known_language_or_none(text: str) -> None:
    found = detection.detect_language(text)
    assert found.language in names.LANGUAGE_NAMES or found.language == ""
    assert 0 <= found.confidence <= 1 + 1e-6


@pytest.mark.parametrize(
    ("written", "code"),
    [("de", "de"), ("de-AT", "de"), ("zh_Hans", "zh"), ("German", "de"), (" EN ", "en"), ("klingon", "")],
)
def test_a_language_is_known_by_its_code_and_its_name(written: str, code: str) -> None:
    assert names.language_code(written) == code


def test_every_language_has_a_name() -> None:
    assert [names.language_name(code) for code in ("ja", "")] == ["Japanese", "undetermined"]


@pytest.mark.parametrize(("question", "surely"), [("what did we say about the mast", True), ("mast", False)])
def test_an_english_sentence_is_surely_english(question: str, surely: bool) -> None:
    assert (
        detection.is_surely_in(question, detection.detect_language(question, ENGLISH_VAULT, 0.02)) is surely
    )


ENGLISH_VAULT = {"en": 1.0}


SURELY_FOREIGN = (
    "Wie heißt der Fluss, an dem die Stadt liegt?", "Wann wird die Heizung gewartet",
    "Quando viene pagato l'affitto della casa?", "рецепт борща", "龙骨",
)  # fmt: skip
DOUBTFUL = (
    "MOCS prototype", "prototype", "Brot backen", "Steuererklärung", "Geschwindigkeitsüberschreitungen",
    "Wo liegen die Segel", "tiramisu panna cotta", "Anna Karenina Vronskaja", "curriculum vitae template", "",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "surely"),
    [*((each, True) for each in SURELY_FOREIGN), *((each, False) for each in DOUBTFUL)],
)
def test_a_name_or_a_word_or_two_are_no_other_language(question: str, surely: bool) -> None:
    """A title of two words was taken for Italian, and a whole vault was about to be embedded for it."""
    found = detection.detect_language(question, ENGLISH_VAULT, 0.02)
    assert (found.language != "en" and detection.is_surely_in(question, found)) is surely


@pytest.mark.parametrize("language", detection.LISTED_LANGUAGES)
def test_each_word_of_a_list_is_known(language: str) -> None:
    """The lists are bisected: with a scan, a query of 150 words took 7 s."""
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    listed = list(json.loads(gzip.decompress(packed)))
    words = [listed[0], *listed[::2000], listed[-1]]
    assert [word for word in words if not detection.is_foreign([word], (), names.UNDETERMINED)] == []
    assert not detection.is_foreign(words, (), language)


@pytest.mark.parametrize("nonsense", ["", "}", "{", '":', 'a": 1', "blorfq", "zzzzzzq", "\uffff"])
def test_nonsense_is_a_word_of_no_language(nonsense: str) -> None:
    assert not detection.is_foreign([nonsense], (), names.UNDETERMINED)


@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "fa", "fr", "it", "nl", "pt", "ru"])
def test_the_most_frequent_words_of_a_list_have_the_frequencies_of_its_counts(language: str) -> None:
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    counts: dict[str, int] = json.loads(gzip.decompress(packed))
    word = sorted(counts, key=counts.__getitem__)[-4_000]
    frequency = math.log10(1 + counts[word] / sum(counts.values()) * 1e9)
    assert word in detection.function_words(language) or detection.zipf_frequency(
        word, language
    ) == pytest.approx(frequency)
    assert detection.zipf_frequency("zqxv", language) == 0


@pytest.mark.parametrize(
    ("word", "languages", "least", "most"),
    [
        ("the", ["en"], 0.05, 0.05), ("say", ["en"], 0.05, 0.06), ("canvas", ["en"], 0.8, 0.9),
        ("zymurgy", ["en"], 1, 1), ("bleiben", ["en"], 1, 1), ("bleiben", ["en", "de"], 0.2, 0.3),
        ("C++", ["en"], 0.05, 1), ("1.4.16", ["en"], 1, 1),
    ],
)  # fmt: skip
def test_rare_words_say_more(word: str, languages: list[str], least: float, most: float) -> None:
    assert least <= detection.language_rarity(word, tuple(languages)) <= most


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "the"), ("de", "über"), ("fr", "été"), ("ru", "ещё"), ("no", "og"), ("ar", "في")],
)
def test_the_usual_ones_are_known_as_a_query_writes_them(language: str, word: str) -> None:
    assert fold_text(word) in detection.function_words(language)


def test_every_language_has_some_or_none_which_are_folded() -> None:
    known = {language: detection.function_words(language) for language in ("", *names.LANGUAGE_NAMES)}
    assert (known["eu"], known[""]) == (frozenset(), frozenset())
    assert {word for words in known.values() for word in words if fold_text(word) != word} == set()


def test_the_spanish_list_has_words_in_one_form() -> None:
    forms = ["gatos", "ciudades", "canciones", "mujeres", "escribió", "nace", "quién", "hizo"]
    typos = ["gatso", "ciudaeds", "cancoines", "escirbió", "naec"]
    assert [word for word in (*forms, *typos) if detection.is_listed_word(word, "es")] == forms
    assert not detection.is_listed_word("gatos", "en")


def test_a_query_is_marked_without_those_of_its_own_language() -> None:
    assert query_terms("Wann wird die Heizung gewartet", "de") == ("heizung", "gewartet")
    assert query_terms("die casting", "en") == ("die", "casting")
    assert query_terms("was ist das", "de") == ("was", "ist", "das"), "where there is nothing else"


@pytest.mark.parametrize(("counts", "own", "others", "is_mixed", "reads"), [
    ({"en": 60, "de": 40}, "en", 0.4, True, ["en", ""]), ({"en": 9, "": 3}, "en", 0.0, False, ["en", ""]),
    ({"de": 9, "": 300}, "de", 1.0, True, ["en"]),  # what is undetermined is in the vault's language
    ({"": 3}, "en", 0.0, False, ["en", ""]),  # nothing else is known of it
    ({"en": 99, "fr": 1}, "en", 0.01, False, ["en", ""]), ({"en": 90, "fr": 10}, "en", 0.1, True, ["en", ""]),
    ({}, "en", 0.0, False, ["en", ""]),
])  # fmt: skip
def test_english_is_for_the_embedding_model_and_all_else_for_the_multilingual(
    counts: dict[str, int], own: str, others: float, is_mixed: bool, reads: list[str]
) -> None:
    routing = names.Routing.of(counts, multilingual=True)
    assert (routing.own, routing.others, routing.is_mixed) == (own, others, is_mixed)
    assert [language for language in ("en", "de", "") if routing.reads(language)] == reads
    alone = names.Routing.of(counts, multilingual=False)
    assert (alone.reads("zh"), alone.read) == (True, None)
