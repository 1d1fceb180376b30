"""Tokens and terms: typed and indexed text is cut alike, and whatever token is typed finds the text."""

from itertools import chain

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultsearch.core import analyzer

TOKENS = {
    "harbour": "harbour", "defaced": "defaced", "getUserName": "getusername", "½": "½",
    "(harbour),": "harbour", "harbour.toml": "harbour toml | harbour.toml", "7.13.2,": "7 13 2 | 7.13.2",
    "48.85837": "48 85837 | 48.85837", "Rev.B4711": "rev b4711 | rev.b4711",
    "my_zebra_flag": "my zebra flag | myzebraflag", "tired.Quietly": "tired quietly | tired.quietly",
    "wi-fi": "wi fi | wifi", "lena@post.example": "lena post example | lena@post.example post.example",
    "src/core/text.py": "src core text py | src/core/text.py text.py", "HEAD~3": "head 3 | head~3",
    "C++": "c | c++", "C#": "c | c#", ".NET": "net | .net", "§": " | §", "🔥": " | 🔥", "€50": "50 | €",
    "❤️love": "love | ❤", "☎️030-1234567": "030 1234567 | ☎ 0301234567", "۶۷۸۹": "6789", "๓๔๕๖": "3456",
    "③": "3", "1,750kg": "1 750kg | 1,750kg 1750 1.750", "CHF1'899": "chf1 899 | chf1899 1899 1.899",
    "192.168.1.250": "192 168 1 250 | 192.168.1.250", "3f2a9c1b7d00aa": "3f2a9c1b7d00aa | 3f2a9c1",
    "00:1A:2B:3C:4D:5E": "00 1a 2b 3c 4d 5e | 001a2b3c4d5e 001a2b3",
}  # fmt: skip


@pytest.mark.parametrize(("written", "terms"), TOKENS.items())
def test_a_token_has_words(written: str, terms: str) -> None:
    found, (words, _, compounds) = analyzer.split_token(written), terms.partition("|")
    assert (found.words, set(found.compounds)) == (tuple(words.split()), set(compounds.split()))


PARTED = {
    "harbour": "harbour", "Harbour": "harbour", "HARBOUR": "harbour", "PDFs": "pdfs", "1299": "1299",
    "a1b2c3d": "a1b2c3d", "Schön": "schon", "۱۲": "12", "iPhone15": "iphone15 | iphone 15 phone",
    "16GB": "16gb | 16 gb", "5kΩ": "5kω | 5 kω", "H2O": "h2o | h 2 o", "CO₂": "co2 | co 2",
    "2½": "2½ | 2 ½", "10⁶": "106 | 10 6", "WiFi": "wifi | wi fi",
    "getUserById": "getuserbyid | get user by id getuser userby byid userbyid",
    "AttendanceRepository": "attendancerepository | attendance repository",
    "HTMLElement": "htmlelement | html element",
    "XMLHttpRequest": "xmlhttprequest | xml http request xmlhttp httprequest",
    "ЗаказСервис": "заказсервис | заказ сервис", "A\u0308pfelBirnen": "apfelbirnen | apfel birnen",
    "0xCAFEBABE": "0xcafebabe | cafebabe 0 xcafebabe", "a1b2c3": "a1b2c3 | a 1 b 2 c 3",
}  # fmt: skip


@pytest.mark.parametrize(("written", "terms"), PARTED.items())
def test_digits_and_capitals_part_a_word(written: str, terms: str) -> None:
    """`iphone 15` found no note that has iPhone15."""
    found, (word, _, parts) = analyzer.split_token(written), terms.partition("|")
    assert (found.words, found.parts) == ((word.strip(),), tuple(parts.split()))


@pytest.mark.parametrize(
    ("written", "marked"),
    [
        ("Schön,", ("schön",)), ("scho\u0308n", ("schön",)), ("schon", ()), ("Straße", ()), ("всё", ("всё",)),
        ("Các", ("các",)), ("đường", ("đường",)), ("sınır", ("sınır",)), ("CO₂", ()), ("学习", ()),
        ("côte-à-côte", ("côte", "à")), ("Müller's", ("müller",)),
    ],
)  # fmt: skip
def test_the_accents_of_words_are_terms_of_their_own(written: str, marked: tuple[str, ...]) -> None:
    assert analyzer.split_token(written).marked == marked


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("l'orologio", ("orologio",)), ("L’école", ("ecole",)), ("dell'armadio", ("armadio",)),
        ("aujourd'hui", ("aujourdhui",)), ("O’Brien", ("o", "brien")), ("O'Brien's", ("o", "brien")),
        ("don't", ("dont",)), ("Don’t", ("dont",)), ("boat's", ("boat",)), ("'n'", ("n",)),
        ("rock'n'roll", ("rock", "n", "roll")),
    ],
)  # fmt: skip
def test_elisions_and_possessives_leave_the_word(written: str, words: tuple[str, ...]) -> None:
    """`orologio` found no note that has it behind an article alone."""
    assert analyzer.split_token(written)[0] == words


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("call +49 30 1234567 today", ["301234567", "0301234567", "49301234567"]),
        ("DE89 3704 0044 0532 0130 00", ["de89370400440532013000"]),
        ("7 800 € a month, 9\u202f950\u00a0€", ["7800", "9950"]), ("1 000 000", ["1000000"]),
        ("in 2024 10 notes", []), ("12 34", []), ("no digits", []),
    ],
)  # fmt: skip
def test_numbers_that_spaces_part_are_one_term(text: str, joined: list[str]) -> None:
    assert [number for _, number in analyzer.find_joined_numbers(text)] == joined


@given(st.text(max_size=120))
def test_tokens_lie_within_the_text_and_their_terms_are_bounded_and_without_spaces(text: str) -> None:
    reached = 0
    for token in analyzer.tokenize_text(text):
        assert reached <= token.start < token.end <= len(text)
        reached = token.end
        for term in (*token.words, *token.parts, *token.compounds, *token.marked):
            assert 0 < len(term) <= analyzer.MAX_TERM_CHARACTERS
            assert not any(map(str.isspace, term))


_WRITTEN = st.text(alphabet="abeginrstABEG'’._-/:@#+ 0123,\näöüßl学习", max_size=80)


@example("0¹A", "en")
@example("²¼ 1²1¹1²1¹a 1²¼", "en")
@given(_WRITTEN | st.text(max_size=60), st.sampled_from(["en", "de", "it", "zh", ""]))
def test_each_token_of_a_text_asks_for_terms_that_the_text_has(text: str, language: str) -> None:
    held = set(analyzer.passage_terms(text, language).split())
    for raw in text.split():
        asked = analyzer.question_terms(raw, (language,))
        assert {
            *asked.exact, *asked.parts, *chain(*asked.cut), *asked.marked, *asked.required, *asked.characters,
        } <= held  # fmt: skip


def test_the_form_and_the_stem_are_terms_of_their_own() -> None:
    terms = analyzer.passage_terms("Interpreting the boats", "en").split()
    assert terms == ["interpreting", "~en:interpret", "the", "boats", "~en:boat"]


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("de", "hauser", "haus"), ("it", "orologi", "orologio"), ("fr", "ecoles", "ecole"),
        ("en", "skies", "sky"),
    ],
)  # fmt: skip
def test_a_word_is_stemmed_by_the_language_of_its_passage(language: str, word: str, other: str) -> None:
    assert analyzer.stem_word(word, language) == analyzer.stem_word(other, language)
    assert (
        analyzer.stem_term(analyzer.stem_word(word, language), language)
        in analyzer.question_terms(other, ("en", language)).stems
    )


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("iphone 15", "iPhone15"), ("iPhone15", "iPhone 15"), ("16 GB", "16GB"), ("16GB", "16 GB"),
        ("16GB", "16-GB"), ("5V", "5 V"), ("CO2", "CO₂"), ("m²", "m2"), ("wi-fi", "WiFi"),
        ("1,249.50", "1249.50"), ("1.249", "1249"), ("7 800", "7800 €"), ("7800", "7 800 €"),
        ("3f2a9c1", "3f2a9c1b7d00aa"), ("3f2a9c1b7d", "3f2a9c1b7d00aa"), ("first", "1️⃣first"),
        ("1480", "售价1480元"), ("1,249.50", "1.249,50"), ("1.249,50", "1,249.50"), ("wifi", "Wi-Fi"),
        ("O'Brien", "O’Brien"),
    ],
)  # fmt: skip
def test_what_is_required_of_a_passage_is_in_every_spelling(typed: str, written: str) -> None:
    held = analyzer.passage_terms(written).split()
    assert [term for term in analyzer.question_terms(typed).required if term not in held] == []


@pytest.mark.parametrize(
    ("text", "language", "marked"),
    [("SINIR", "tr", True), ("SINIR", "en", False), ("SİNİR", "tr", False), ("sınır", "en", True)],
)
def test_capitals_of_both_i_are_told_apart_in_turkish(text: str, language: str, marked: bool) -> None:
    terms = analyzer.passage_terms(text, language).split()
    assert (terms[-2], "sınır" in terms) == ("sinir", marked)


def test_the_letters_and_digits_of_a_word_stand_for_it_together_alone() -> None:
    """A note with any 2 in it was a match of H2O, and all numbered words were one another's."""
    asked = analyzer.question_terms("H2O in 5kg of getUser")
    assert (asked.words, asked.parts) == (("h2o", "in", "5kg", "of", "getuser"), ("get", "user"))
    assert asked.cut == (("h", "2", "o"), ("5", "kg"))
    assert asked.required == ("h", "2", "o", "in", "5", "kg", "of", "getuser")


def test_scripts_without_spaces_are_characters_and_pairs() -> None:
    assert set(analyzer.passage_terms("学习笔", "zh").split()) == {"学", "习", "笔", "学习", "习笔"}
