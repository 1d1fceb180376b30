"""Misspelt and unfinished words and parts of compounds: their expansions, and results of a real index."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.search.indexed_notes import engine_of, expanding, indexed, last_stage, write_passages
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.stored_notes import StoredNotes, TextsVersion
from vaultsearch.core.query import expansion
from vaultsearch.core.query.expansion import WordExpander, expand_words
from vaultsearch.core.query.vocabulary import WordCounter, WordVocabulary, compounds_of
from vaultsearch.core.search.retrieval import FullTextRetriever
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.search import SearchStage, Spelling, WeightedWords

COUNTS = {
    "pottery": 5, "potteries": 2, "potter": 3, "potato": 9, "course": 4, "coarse": 6, "curse": 1, "ox": 9,
    "cat": 8, "cut": 9, "numbats": 1, "numbers": 1, "café": 3, "meditation": 40, "mediation": 2, "лейка": 3,
    "学习": 7,
}  # fmt: skip


def vocabulary_in(languages: Sequence[str], counts: Mapping[str, int]) -> WordVocabulary:
    """Return a vocabulary with each of its words in all of these languages."""
    return WordVocabulary(counts, dict.fromkeys(counts, frozenset(languages)))


def read(
    query: str, counts: Mapping[str, int] = COUNTS
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    expansion = expand_words(query, WordVocabulary(counts))
    return {one.typed: one.words for one in expansion.corrections}, expansion.begun


UNCHANGED = (
    "", "pottery ", "mediation ", "numbats ", "cet ", "cxt ", "pxttxry ", "学司", "2025x pott3ry ",
    "mediation.md ", "myPottary pottaryCat ", "coursecurse oxcut cutox ", "+course-pottary ",
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "corrections"),
    [
        ("how are pottary ", {"pottary": ("pottery",)}), ("course-pottary ", {"pottary": ("pottery",)}),
        ("l'cuorse ", {"cuorse": ("course", "curse")}), ("course-numbits ", {"numbits": ("numbats",)}),
        ("cutpotteries ", {"cutpotteries": ("cut potteries",)}), *((query, {}) for query in UNCHANGED),
        ("medittatoin ", {"medittatoin": ("meditation",)}), ("numbits ", {"numbits": ("numbats",)}),
        ("pottary ", {"pottary": ("pottery",)}), ("POTTREY ", {"pottrey": ("pottery",)}),
        ("xotteris ", {"xotteris": ("potteries",)}), ("лейкр ", {"лейкр": ("лейка",)}),
        ("pottary cuorse ", {"pottary": ("pottery",), "cuorse": ("course", "curse")}),
        ("src/cuorse_notes-2025.txt ", {"cuorse": ("course", "curse")}),
        ("corse ", {"corse": ("coarse", "course", "curse")}), ("the pottary.md", {"pottary": ("pottery",)}),
        ("xottery ", {"xottery": ("pottery",)}),
    ],
)  # fmt: skip
def test_a_rare_word_is_read_as_its_nearest(query: str, corrections: dict[str, tuple[str, ...]]) -> None:
    assert read(query)[0] == corrections


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("Brot backen ", False), ("backen ", False), ("Teig füttern ", False), ("backen the bread ", True),
        ("bread backd ", True),
    ],
)  # fmt: skip
def test_a_word_that_another_language_knows_is_no_slip(query: str, corrected: bool) -> None:
    """ "backen" was corrected to "backed", and the backup was found instead of the bread."""
    counts = {"backed": 12, "bread": 9, "flutter": 5, "boot": 7, "the": 90, "bro": 3, "brat": 3}
    assert bool(read(query, counts)[0]) is corrected


def test_a_word_is_mended_to_none_that_stands_in_another_language_alone() -> None:
    german = frozenset({"de"})
    languages = {"backed": frozenset({"en"}), "gebackt": german, "kuchen": german}
    vocabulary = WordVocabulary({"backed": 12, "gebackt": 5, "kuchen": 9}, languages)
    answers = {("bcaked ", "en"): ["backed"], ("kuchen bcaked ", "de"): [], ("kuhcen ", "de"): ["kuchen"]}
    assert {
        (query, language): [each.words[0] for each in expand_words(query, vocabulary, language).corrections]
        for query, language in answers
    } == answers


def test_a_title_is_what_a_misspelt_word_is_read_as_first_unless_another_is_nearer() -> None:
    """A title with one typo lost its note: the title's rare word ranked below frequent ones as near."""
    counts = {"garbled": 40, "marboard": 30, "warboard": 20, "carboard": 10, "garboard": 1}
    assert "garboard" not in WordVocabulary(counts).near("tarboard", 2, 3)
    titled = WordVocabulary(counts, in_titles={"garboard"})
    assert [titled.near(typed, 2, 3)[0] for typed in ("tarboard", "garbod")] == ["garboard"] * 2
    # A title with "scaricati" took the place of "scaricato", and its only note was not found.
    vocabulary = WordVocabulary({"scaricati": 30, "scaricato": 1, "caricato": 9}, in_titles={"scaricati"})
    assert vocabulary.near("scarivato", 2, 3) == ["scaricato", "scaricati"]


def test_a_word_of_the_dictionary_is_no_slip_for_what_is_none_and_names_no_note() -> None:
    """ "boot" was searched as "bnot", an operator in a script."""
    counts = {"bnot": 9, "boat": 9, "bost": 9}
    (found,) = expand_words("boot ", WordVocabulary(counts, in_titles={"bost"}), "en").corrections
    assert (found.words, found.replaces) == (("bost", "boat"), False)
    (slip,) = expand_words("bnto ", WordVocabulary(counts), "en").corrections
    assert slip.words[0] == "bnot"


def test_accents_tell_words_apart_that_are_as_near_without_them() -> None:
    vocabulary = WordVocabulary({"allégé": 9, "allégée": 2})
    assert [each.words[0] for each in expand_words("alléége ", vocabulary, "fr").corrections] == ["allégée"]


def test_the_name_of_a_file_is_in_no_language() -> None:
    """A path looks like English, and none of its words was corrected to one of a vault in Italian."""
    vocabulary = vocabulary_in(("it",), {"network": 14})
    assert not expand_words("netwrok manager", vocabulary, "en").corrections
    (correction,) = expand_words("doc/netwrok-manager/README", vocabulary, "en").corrections
    assert (correction.words, correction.replaces) == (("network",), True)


@pytest.mark.parametrize(
    ("query", "begun"),
    [
        ("pot", ("potato", "pottery", "potter", "potteries")),
        *((query, ()) for query in ("pot ", "po", "pot?", "pot course", "pottery", "学")),
        ("a course on pott", ("pottery", "potter", "potteries")), ("CAF", ("café",)),
    ],
)  # fmt: skip
def test_the_last_word_may_go_on(query: str, begun: tuple[str, ...]) -> None:
    assert read(query)[1] == begun


@pytest.mark.parametrize(
    ("query", "language", "counts", "suggested"),
    [
        ("meditattion", "en", {"meditattion": 1, "meditation": 11}, ("meditation",)),
        ("meditatoin", "en", {"meditatoin": 2, "meditation": 40}, ("meditation",)),
        ("glaucophytes", "en", {"glaucophyte": 1, "glaucophyten": 40}, ()),
        ("glaucophyte", "en", {"glaucophytes": 1, "glaucophyten": 40}, ()),
        ("medtiattion", "en", {"medtiattion": 1, "meditation": 40}, ()),
        ("Regenwaldes", "de", {"regenwald": 1, "regenwalds": 40}, ()),
        ("meditatoin", "en", {"meditatoin": 2, "meditation": 20}, ()),
        ("meditatoin", "en", {"meditatoin": 3, "meditation": 40}, ()),
        ("economists", "en", {"economists": 1, "economics": 40}, ()),
        ("holdding", "en", {"hold": 9, "holding": 40}, ("holding",)),
        ("mediation", "en", {"mediation": 2, "meditation": 40}, ()),
        ("requieren", "es", {"requerida": 1, "requiere": 40}, ()),
        ("changed", "en", {"changed": 1, "change": 40}, ()), ("Merle", "en", {"merle": 1, "merge": 40}, ()),
        ("crawling", "en", {"crawl": 1, "calling": 40}, ()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_certain", [True, False])
def test_a_rightly_spelt_word_is_never_doubted(
    query: str, language: str, counts: Mapping[str, int], suggested: tuple[str, ...], is_certain: bool
) -> None:
    """Of 600 German words whose forms the vault has, 540 were doubted, and some for themselves."""
    vocabulary = vocabulary_in((language,), counts)
    corrections = expand_words(f"{query} ", vocabulary, language, is_certain=is_certain).corrections
    expected = [(suggested, query == "holdding")] if suggested else []
    assert [(one.words, one.replaces) for one in corrections] == expected


@pytest.mark.parametrize(
    ("query", "counts", "corrected"),
    [
        ("don't sail", {"done": 40, "sail": 9}, {}),  # the vocabulary has "don"
        ("dony sail", {"done": 40, "sail": 9}, {"dony": True}),
        ("gardne's sail", {"garden": 40, "sail": 9}, {"gardne": True}),
        ("wife in december", {"remember": 40, "decembre": 9, "wife": 9}, {}),  # it is read as a time
        ("wife and decembrr", {"decembre": 9, "wife": 9}, {"decembrr": True}),
        ("im Garten", {"garden": 40}, {"garten": False}),  # a word of another language of the vault
        ("im Gardne", {"garden": 40}, {"gardne": True}),
        ("wann kommt", {"want": 40, "kommt": 9}, {}),  # a word that asks, in any language
        ("copper wann", {"want": 40, "copper": 9}, {"wann": False}),
    ],
)
def test_contractions_times_and_words_of_other_languages_are_not_replaced(
    query: str, counts: Mapping[str, int], corrected: dict[str, bool]
) -> None:
    spoken = {"kiel": frozenset({"de"})} | dict.fromkeys(counts, frozenset({"en"}))
    vocabulary = WordVocabulary({**counts, "kiel": 1}, spoken)
    corrections = expand_words(f"{query} ", vocabulary, "en", is_certain=False).corrections
    assert {each.typed: each.replaces for each in corrections} == corrected


@pytest.mark.parametrize(
    ("word", "other", "languages", "doubted"),
    [
        ("staat", "stat", {"en"}, True), ("staat", "stat", {"de"}, False), ("katto", "kato", {"fi"}, False),
        ("katto", "kato", {"en", "fi"}, False), ("katto", "kato", {"en"}, True),
    ],
)  # fmt: skip
def test_words_are_doubted_by_a_dictionary(word: str, other: str, languages: set[str], doubted: bool) -> None:
    vocabulary = WordVocabulary(
        {word: 1, other: 40}, {word: frozenset(languages), other: frozenset({"en", *languages})}
    )
    assert bool(expand_words(f"{word} ", vocabulary, "en", is_certain=False).corrections) is doubted


def test_the_word_as_typed_comes_before_what_it_may_be_a_slip_of() -> None:
    doubted = expand_words("meditatoin ", WordVocabulary({"meditation": 40, "meditatoin": 2}))
    unknown = expand_words("meditatoin ", WordVocabulary({"meditation": 40}))
    assert unknown.weighted[0].weight > doubted.weighted[0].weight > 0


def test_the_same_word_in_other_letters_is_asked_for_too() -> None:
    assert [one.words for one in expand_words("たわー ", WordVocabulary(COUNTS)).weighted] == ["タワー"]


def test_a_word_that_begins_others_is_unfinished_and_not_misspelt() -> None:
    assert read("mediatio") == ({}, ("mediation",))
    assert read("mediatio ") == ({"mediatio": ("mediation",)}, ())


def test_a_beginning_that_nothing_holds_as_a_word_counts_for_more() -> None:
    vocabulary = WordVocabulary(COUNTS)
    weights = [expand_words(typed, vocabulary).begun_weight for typed in ("potte", "potter")]
    assert weights[0] > weights[1] > 0


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_has_an_expansion_of_few_words(query: str, texts: list[str]) -> None:
    counter = WordCounter()
    counter.add(SearchedText("", text, "en") for text in [*texts, query + "x"])
    expansion = expand_words(query, WordVocabulary(*counter.counted()))
    assert len(expansion.begun) <= 8
    assert all(1 <= len(one.words) <= 3 for one in expansion.corrections)
    assert all(0 < one.weight < 1 for one in expansion.weighted)


# --- over a real index -------------------------------------------------------------------------------

NOTES = {
    "Pottery.md": "A pottery course in spring, with clay and a wheel.",
    "Slip.md": "I wrote pottrey by a slip of the pen, in spring.", "Cat.md": "The cat sat in the sun.",
    "Cut.md": "Cut the grass, and cut it again.", "中文.md": "我喜欢在海边学习中文。",
} | {f"Filler {i}.md": f"Nothing of note, number {i}." for i in range(10)}  # fmt: skip


@asynccontextmanager
async def expanded(folder: Path, more: Mapping[str, str]) -> AsyncIterator[tuple[LanceCorpus, WordExpander]]:
    """Index ``NOTES``, then others, which the index of words does not hold yet."""
    async with indexed(folder, NOTES) as corpus:
        await corpus.upkeep.tidy()
        await write_passages(corpus, more)
        async with expanding(corpus, rested_s=0) as expander:
            yield corpus, expander


async def paths(corpus: LanceCorpus, expander: WordExpander, query: str) -> list[str]:
    return [chunk.path for chunk in await FullTextRetriever(corpus, expander)(query, 20)]


async def test_slips_find_the_note(tmp_path: Path) -> None:
    answers = {"学习": "中文.md", "寻找": "", "cet ": "", "qoukkas ": "New.md", "quok": "New.md"}
    answers |= dict.fromkeys(("corse ", "the coures of clya", "whee", "cours"), "Pottery.md")
    # Conditions are exact, and before one a word is typed to its end.
    rows = {"clay line:coures": 0, '"pottery coures"': 0, "pott path:Pottery": 0, "path:Pottery pott": 1}
    async with expanded(tmp_path, {"New.md": "Quokkas smile."}) as (corpus, expander):
        assert {query: " ".join(await paths(corpus, expander, query)) for query in answers} == answers
        assert {query: len((await search(corpus, expander, query)).results) for query in rows} == rows


async def test_the_word_typed_comes_before_its_reading(tmp_path: Path) -> None:
    more = {f"More {i}.md": "pottery, pottery, pottery" for i in range(12)}
    async with expanded(tmp_path, more) as (corpus, expander):
        found = await paths(corpus, expander, "pottrey ")
    assert found[0] == "Slip.md"
    assert {"Slip.md", "Pottery.md", "More 0.md", "More 11.md"} <= set(found)


class CountedNotes(StoredNotes):
    """Notes of some words, that may change at each call, be slow to read, or damaged."""

    def __init__(
        self, *, is_edited: bool = False, is_damaged: bool = False, go_on: asyncio.Event | None = None
    ) -> None:
        self.texts = ["pottery"]
        self.edits = self.counted = 0
        self._is_edited, self._is_damaged, self._go_on = is_edited, is_damaged, go_on

    async def texts_version(self) -> TextsVersion:
        self.edits += self._is_edited
        return self.edits + len(self.texts), 0, 0

    async def words(
        self, version: TextsVersion, former: TextsVersion | None = None
    ) -> AsyncIterator[tuple[int, Iterator[SearchedText]]]:
        if former is not None:
            raise LookupError(former)
        self.counted += 1
        if self._go_on is not None:
            await self._go_on.wait()
        if self._is_damaged:
            raise OSError("no such file")
        yield 1, (SearchedText("", text, "en") for text in self.texts)


async def test_while_the_words_are_counted_the_word_as_typed_is_asked_for() -> None:
    go_on = asyncio.Event()
    expander = WordExpander(notes := CountedNotes(go_on=go_on))
    with expander.put_off():
        assert ((await expander("pottary ")).weighted, notes.counted) == ((), 0)
    assert ((await expander("pottary ")).weighted, notes.counted) == ((), 1)
    go_on.set()
    await expander.prepare()
    assert [one.words for one in (await expander("pottary ")).weighted] == ["pottery"]
    await expander.close()


@pytest.mark.parametrize(
    ("is_edited", "options", "counted"),
    [(False, {"rested_s": 0}, 1), (True, {}, 1), (True, {"rested_s": 0}, 3)],
)
async def test_words_are_recounted_after_rest(is_edited: bool, options: dict[str, Any], counted: int) -> None:
    notes = CountedNotes(is_edited=is_edited)
    expander = WordExpander(notes, **options)
    for _ in range(3):
        await expander.prepare()
    assert notes.counted == counted
    await expander.close()


async def test_words_that_cannot_be_counted_leave_the_query_as_it_is() -> None:
    expander = WordExpander(CountedNotes(is_damaged=True))
    assert (await expander("pottary ")).weighted == ()
    await expander.close()


async def search(corpus: LanceCorpus, expander: WordExpander, query: str) -> SearchStage:
    return await last_stage(engine_of(corpus, expander), query)


async def test_the_reading_of_a_word_is_told_marked_and_can_be_undone(tmp_path: Path) -> None:
    files = {"garden-lettuce.md": "Beside the slugs.", "garden.md": "Of the garden-hose."}
    async with expanded(tmp_path, files) as (corpus, expander):
        stage = await search(corpus, expander, "cuorse ")
        (result,) = stage.results
        assert stage.spelling == Spelling("cuorse", "course", "+cuorse ", is_searched=True)
        assert stage.hints == ()
        for typed in ("coarse", "Coarse"):  # as typed: of *hält*, “halt” was said to be missing
            (hint,) = (await search(corpus, expander, f"{typed} ")).hints
            assert hint == f"“{typed}” isn't in your notes; searched for “course” too."
        assert [result.snippet.text[s.start : s.end] for s in result.snippet.matches] == ["course"]
        stage = await search(corpus, expander, "garden-lettcue.md ")
        assert stage.results[0].chunk.path == "garden-lettuce.md"
        assert stage.spelling == Spelling("lettcue", "lettuce", "+garden-lettcue.md ", is_searched=True)
        assert (await search(corpus, expander, "+garden-lettcue.md ")).spelling is None


def test_of_a_long_query_the_words_that_fewest_passages_hold_are_looked_up() -> None:
    """Each word is compared with all words of a vault: a query of 550 took 37 s."""
    words = [f"{one}{other}" * 3 for one, other in permutations("bdfgklm", 2)]
    held_by_few = [f"{one}{other}" * 3 for one, other in permutations("nprstvw", 2)]
    vocabulary = WordVocabulary({**dict.fromkeys(words, 30), **dict.fromkeys(held_by_few, 1)})
    slips = [f"{word}x" for word in words]
    short = expand_words(" ".join(slips[:20]) + " ", vocabulary)
    assert [one.typed for one in short.corrections] == slips[:20], "all of them, in their order"
    assert 20 < len(expand_words(" ".join(slips) + " ", vocabulary).corrections) < len(slips)
    late = expand_words(" ".join([*held_by_few, slips[0]]) + " ", vocabulary)
    assert [one.words for one in late.corrections] == [(words[0],)], "one that no passage holds goes first"


async def test_a_title_with_one_slip_comes_first(tmp_path: Path) -> None:
    german = {f"{i}.md": "Am Abend einen Sauerteig ansetzen, der Ansatz ruht.\n" * 3 for i in range(5)}
    titled = {"Sauerteig ansetzen.md": "Mehl, Wasser, Geduld.", "机器学习.md": "梯度下降。"}
    async with expanded(tmp_path, german | titled) as (corpus, expander):
        for slip in ("Sauertieg ansetzen ", "Sauerteig anstezen "):
            found = await search(corpus, expander, slip)
            assert found.results[0].chunk.path == "Sauerteig ansetzen.md"
            assert found.results[0].why.endswith("title match")
        assert (await search(corpus, expander, "机气学习")).results[0].chunk.path == "机器学习.md"


async def test_a_foreign_question_is_as_typed_but_for_the_names_of_files(tmp_path: Path) -> None:
    class Foreign:
        """Takes every question for an Italian one, of which the notes have no passage."""

        async def detect_soon(self, query: str, patience_s: float = 0.0) -> str:  # a stub
            return "it"

        async def is_certain(self, query: str) -> bool:  # a stub
            return True

        is_foreign = is_certain

    notes = {f"{at}.md": "Written in English, of a network." for at in range(5)}
    async with indexed(tmp_path, notes) as corpus, expanding(corpus, rested_s=0, languages=Foreign()) as made:
        assert (await made("netwrok ")).corrections == ()
        assert [each.words for each in (await made("doc/netwrok.txt")).corrections] == [("network",)]


async def test_a_vault_that_is_first_read_is_counted_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip was left as it is while 500 notes were first indexed: the words were those of the first few."""
    notes, now = CountedNotes(), [0.0]
    monkeypatch.setattr(expansion, "time", SimpleNamespace(monotonic=lambda: now[0]))
    growing = WordExpander(notes)
    await growing.prepare()
    notes.texts.append("lettuce")
    assert (await growing("lettcue ")).corrections == ()
    now[0] += 7.0
    await growing.prepare()
    assert [each.words for each in (await growing("lettcue ")).corrections] == [("lettuce",)]
    await growing.close()


GERMAN = vocabulary_in(("de", "nl"), {
    "wohnungsschlüssel": 5, "schlüsseldienst": 4, "haustürschlüsselkopie": 3, "schlüssels": 9,
    "aufschlüsselten": 1, "versicherungsgesetz": 2, "gesetze": 7, "schulbuch": 2,
    "verzekeringsmaatschappij": 2, "ziektekostenverzekering": 1, "museum": 6, "xyzqschlüssel": 1,
})  # fmt: skip


@pytest.mark.parametrize(
    ("term", "compounds"),
    [
        ("schlussel", ["wohnungsschlussel", "schlusseldienst", "hausturschlusselkopie", "aufschlusselten"]),
        ("wohnung", ["wohnungsschlussel"]), ("dienst", ["schlusseldienst"]),
        ("gesetz", ["versicherungsgesetz"]), ("buch", ["schulbuch"]),
        ("verzekering", ["verzekeringsmaatschappij", "ziektekostenverzekering"]),
        *((term, []) for term in ("mus", "muse", "sich", "kein")),
    ],
)  # fmt: skip
def test_a_compound_is_of_words_of_the_vault_or_of_a_dictionary(term: str, compounds: list[str]) -> None:
    assert compounds_of(term, GERMAN) == compounds


@pytest.mark.parametrize(
    ("language", "typed", "forms"),
    [
        ("he", "לימון", ("מלימון",)), ("he", "כלב", ("הכלבים", "כלבי")), ("he", "הטלפון", ("טלפון",)),
        ("ar", "فيل", ("بالفيلة",)), ("ar", "المحفظة", ("محفظتي",)), ("ar", "الكلب", ()), ("en", "lemon", ()),
    ],
)  # fmt: skip
def test_a_word_has_other_articles_and_endings_and_no_correction(
    language: str, typed: str, forms: tuple[str, ...]
) -> None:
    notes = [
        "מלימון",
        "הכלבים",
        "כלבי",
        "טלפון",
        "ליסבון",
        "כלבלב",
        "محفظتي",
        "بالفيلة",
        "قلب",
        "الألب",
        "lemons",
    ]
    expanded = expand_words(typed, vocabulary_in((language,), dict.fromkeys(notes, 1)), language)
    assert {*expanded.variants} == {*map(fold_text, forms)}
    assert not expanded.corrections


def test_an_english_vault_has_no_compounds() -> None:
    assert compounds_of("board", vocabulary_in(("en",), {"keyboard": 4, "board": 2})) == []


def test_a_compound_weighs_less_than_a_word_and_least_where_the_vault_has_the_word() -> None:
    assert expand_words("Gesetz ", GERMAN, "de").compounds == (WeightedWords("versicherungsgesetz", 0.3),)
    known = vocabulary_in(("de",), {"gesetz": 4, "versicherungsgesetz": 2})
    assert expand_words("Gesetz ", known, "de").compounds == (WeightedWords("versicherungsgesetz", 0.1),)


async def test_the_word_itself_goes_before_its_compounds(tmp_path: Path) -> None:
    """`Schlüssel` found no note that has Wohnungsschlüssel alone."""
    notes = {
        "compound.md": "Der Wohnungsschlüssel liegt bei der Nachbarin im Erdgeschoss, der andere beim Vater.",
        "word.md": "Ein Schlüssel hängt am Brett neben der Tür, wo er seit Jahren seinen Platz gefunden hat.",
        "other.md": "Brot zu backen braucht viel Zeit und auch etwas Geduld, sagt der Bäcker an der Ecke.",
    }
    async with indexed(tmp_path / "index", notes) as corpus:
        await corpus.upkeep.tidy()
        async with expanding(corpus, rested_s=0) as expander:
            found = await FullTextRetriever(corpus, expander)("Schlüssel ", 10)
    assert [chunk.path for chunk in found] == ["word.md", "compound.md"]
