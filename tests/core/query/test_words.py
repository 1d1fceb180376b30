"""Spans of the query's words in a text as the index matches them, and the snippet around them."""

from itertools import product
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.core.search.indexed_notes import indexed
from vaultsearch.core import analyzer
from vaultsearch.core.query.words import content_words, find_terms, query_terms, typed_terms
from vaultsearch.core.search.results import SNIPPET_CHARACTERS, make_snippet


def marked(text: str, query: str) -> list[str]:
    return [text[s.start : s.end] for s in find_terms(text, typed_terms(query))]


NEITHER = (
    ("Potteries", "pott "), ("concatenate", "cat"), ("天国", "中国"), ("東京です。大阪です。", "京都です"),
    ("", "x"),
)  # fmt: skip
"""Texts and queries that share letters alone."""


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("A Pottery course in spring", "pottery", ["Pottery"]), ("Cafés and cafe", "café", ["Cafés", "cafe"]),
        ("a wine, two wines, and who wins", "wins ", ["wins"]), ("skies and a sky", "sky ", ["skies", "sky"]),
        ("the art of the cat", "the cat", ["cat"]), ("Straße und STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("東京タワーに登る", "タワー 東京", ["東京", "タワー"]), ("学习python编程", "python", ["python"]),
        ("Potteries", "pott", ["Potteries"]), ("notes on notation, not news", "not in time", ["not"]),
        ("he was dying to die", "die cast", ["dying", "die"]), ("a cat is a cat", "a", ["a", "a"]),
        ("The boats were steamed and steaming", "boat steam", ["boats", "steamed", "steaming"]),
        ("ガスの値段", "ガス会社", ["ガス"]), ("ありがとうね", "ありがたい", ["ありが"]),
        ("中国人在中国", "中国", ["中国", "中国"]), ("我喜欢学习", "学", ["学"]),
        ("대학교에서 대통령과 학교는", "대학교의", ["대학교"]),
        ("ไปตลาดเช้า กินข้าวสวย", "ตลาดน้ำสวยงาม", ["ตลาด"]), ("我喜欢在海边学习中文", "如何学习", ["学习"]),
        *((text, query, []) for text, query in NEITHER),
    ],
)  # fmt: skip
def test_a_word_is_found_in_its_forms_by_a_reader(text: str, query: str, found: list[str]) -> None:
    assert marked(text, query) == found


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("a pot", ["pot*"]), ("pot ", ["pot"]), ("po", ["po"]), ("pot of pot", ["pot*"]),
        ("学习笔记", ["学习笔记"]), ("pot and", ["pot"]),
    ],
)  # fmt: skip
def test_only_the_last_word_while_it_is_typed_begins_others(query: str, terms: list[str]) -> None:
    assert list(typed_terms(query)) == terms


_WRITTEN = st.text(alphabet="abdeginrsty'’_- \n", max_size=60)


@given(_WRITTEN, _WRITTEN)
def test_words_in_plain_letters_are_found_as_they_are_beside_others(text: str, query: str) -> None:
    terms = typed_terms(query)
    beside = find_terms(f"{text} é", terms)
    assert find_terms(text, terms) == tuple(span for span in beside if span.end <= len(text))


@given(st.text(max_size=400), st.text(max_size=30))
def test_a_snippet_is_one_short_line_and_its_marks_lie_within_it(text: str, query: str) -> None:
    shown = make_snippet(text, query_terms(query))
    assert "\n" not in shown.text
    assert len(shown.text) <= SNIPPET_CHARACTERS + 30
    last = 0
    for span in shown.matches:
        assert last <= span.start < span.end <= len(shown.text)
        last = span.end


def test_a_snippet_stands_where_the_words_are_close_together() -> None:
    before, after = "pottery first. " + "filler words here. " * 40, "more filler. " * 30
    shown = make_snippet(f"{before}The pottery course is in spring. {after}", ["pottery", "course", "spring"])
    assert [shown.text[s.start : s.end] for s in shown.matches] == ["pottery", "course", "spring"]
    assert (shown.text[:2], shown.text[-2:]) == ("… ", " …")


@pytest.mark.parametrize(("between", "matches"), [("yy", 2), ("yyy", 1)])
def test_words_are_close_together_within_ninety_characters(between: str, matches: int) -> None:
    text = f"keel {'x ' * 250}keel {'y ' * 39}{between} bolt{' z' * 150}"
    assert len(make_snippet(text, ["keel", "bolt"]).matches) == matches


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("how is the boat steered", "boat steered"), ("the who", "the who"), ("What is it?", "What is it?"),
        ("C++ & rust", "C rust"), ("如何学习", "如何学习"),
    ],
)  # fmt: skip
def test_function_words_are_asked_for_only_where_there_are_no_others(query: str, asked: str) -> None:
    assert content_words(query) == asked


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("我喜欢在海边散步，也喜欢读书。" * 40 + "机器学习很难，" + "今天天气很好。" * 60, "机器学习"),
        ("ฉันชอบอ่านหนังสือ" * 40 + "ประชากร" + "น้ำตกสวยงาม" * 60, "ประชากร"),
        ("नमस्ते दुनिया " * 60 + "पुस्तकालय " + "किताबें हैं " * 60, "पुस्तकालय"),
        ("e\u0301" * 400 + " 学习 " + "e\u0301" * 400, "学习"),
    ],
    ids=["chinese", "thai", "hindi", "decomposed"],
)  # fmt: skip
def test_a_snippet_of_any_script_holds_what_was_asked_and_whole_letters(text: str, query: str) -> None:
    shown = make_snippet(text, query_terms(query))
    assert query in [shown.text[s.start : s.end] for s in shown.matches]
    assert len(shown.text) <= SNIPPET_CHARACTERS + 30
    assert set(regex.findall(r"\X", shown.text.strip("… "))) <= set(regex.findall(r"\X", text))


def test_a_snippet_of_chinese_begins_and_ends_at_its_signs() -> None:
    text = "我喜欢在海边散步，也喜欢读书。" * 40 + "机器学习很难，" + "今天天气很好。" * 60
    shown = make_snippet(text, ["机器学习"])
    assert shown.text[2:].startswith(("我喜欢", "也喜欢"))
    assert shown.text[:-2].endswith("。")


def test_a_character_that_is_taken_for_plain_is_read_alike_by_both_patterns() -> None:
    plain = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    plain = [one for one in plain if not analyzer.NOT_PLAIN.search(one)]
    assert len(plain) > 3000
    for one in plain:
        spans = [
            [m.span() for m in pattern.finditer(f"a{one}b {one}")]
            for pattern in (analyzer._PLAIN_WORD, analyzer._WORD)
        ]
        assert spans[0] == spans[1], hex(ord(one))


_STEMS = "not plan win car skat generat organis happ univers emerg naïv café über сад κηπ"
_ENDINGS = ["", "s", "es", "e", "ed", "ing", "ings", "er", "y", "ies", "ity", "ation", "ional", "'s", "’s"]
_IRREGULAR = """
sky skies die dying lie lying tie idly ideal news new evening even inning in outing cannot proceed proceeds
added adding add ad archaeologist archaeological organization organ international internal lateral later
Straße STRASSE strassen løv lov Æther aether naive naïve Häuser Haus Bäume Baum caring wines planes NOTES
трамваи трамвай бренdes ｆｕｌｌ full ﬁne fine snake_case snake_cases e-mail don't dont 2026 2026s 1st
"""
WORDS = list(
    dict.fromkeys([stem + ending for stem, ending in product(_STEMS.split(), _ENDINGS)] + _IRREGULAR.split())
)
"""Forms with a common beginning, with the same stem or not."""


async def test_a_word_is_marked_where_the_index_finds_it(tmp_path: Path) -> None:
    """ "not" was marked as "notes": endings were cut off blindly, and any beginning counted as a prefix."""
    async with indexed(tmp_path / "index", {f"{at}.md": word for at, word in enumerate(WORDS)}) as corpus:
        await corpus.upkeep.tidy()
        found = {word: {c.text for c in await corpus.query_text(word, len(WORDS))} for word in WORDS}
        languages = {chunk.text: chunk.language async for chunk in corpus.get_all_text()}
    marked = {
        word: {form for form in WORDS if find_terms(form, query_terms(word), languages[form])}
        for word in WORDS
    }
    differing = {word: marked[word] ^ found[word] for word in WORDS if marked[word] != found[word]}
    # Of a word with digits, letters or digits alone are marked, though both are asked for.
    assert differing == {"2026s": {"2026"}}
    assert "notes" not in marked["not"]
    assert sum(map(len, marked.values())) > 2 * len(WORDS), "forms of a word find each other"
