"""Notes in any script: found by words in a real index, and marked as a reader expects."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.core.search import indexed_notes
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.query import words
from vaultsearch.core.query.words import script_variants
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.values.search import Result

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTES = {
    "de.md": "Die Straße zum Café führt über den Fluß, und die Bäume blühen.",
    "en.md": "Send the résumé before the naïve deadline.",
    "zh.md": "机器学习是人工智能的一个分支，我喜欢在海边散步。",
    "zh-Hant.md": "為什麼電腦的程式需要資料庫？圖書館裡有答案。",
    "ja.md": "データベースの設計について、東京のカフェで話しました。ラーメンも食べた。",
    "ja-half.md": "ｶﾀｶﾅで書いたﾒﾓ。", "ko.md": "도서관에서 한국어를 배웁니다. AI를 씁니다.",
    "th.md": "ประเทศไทยมีประชากรมากกว่าหกสิบล้านคน น้ำตกสวยงาม",
    "km.md": "ភាសាខ្មែរជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា។", "lo.md": "ພາສາລາວເປັນພາສາທາງການ",
    "my.md": "မြန်မာဘာသာစကားသည် ရုံးသုံးဘာသာစကားဖြစ်သည်။",
    "ru.md": "Ёлка стоит в углу, а трамвай идёт мимо заво\u0301да.",
    "el.md": "Ο Άνθρωπος διαβάζει στη ΒΙΒΛΙΟΘΗΚΗ.",
    "ar.md": "اَلْعَرَبِيَّةُ لُغَةٌ جَمِيلَةٌ، وأحمد في المكتبة.", "fa.md": "کتابخانه‌ی شهر بزرگ است.",
    "he.md": "שָׁלוֹם לְכֻלָּם, הסיפרייה פתוחה.", "hi.md": "पुस्तकालय में हिन्दी की किताबें हैं।",
    "fullwidth.md": "ＶＡＵＬＴの設定",
}  # fmt: skip


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(corpus: LanceCorpus) -> AsyncIterator[SearchEngine]:
    async with indexed_notes.expanding(corpus, rested_s=0) as expander:
        yield indexed_notes.engine_of(corpus, expander)


def marks(result: Result) -> list[str]:
    return [result.snippet.text[span.start : span.end] for span in result.snippet.matches]


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("de.md", {"STRASSE ": ["Straße"], "fluss cafe ": ["Café", "Fluß"]}),
        ("en.md", {"resume ": ["résumé"]}),
        ("zh.md", {"机器学习": ["机器学习"], "机器学": ["机器学"], "海": ["海"],
            "如何在海边散步": ["在海边散步"], "機器學習": ["机器学习"]}),
        ("zh-Hant.md", {"電腦程式": ["電腦", "程式"], "图书馆": ["圖書館"], "为什么": ["為什麼"],
            "圖書館裡": ["圖書館裡"]}),
        ("ja.md", {"データベース": ["データベース"], "データベ": ["データベ"], "話": ["話"],
            "らーめん": ["ラーメン"], "ﾃﾞｰﾀﾍﾞｰｽ": ["データベース"]}),
        ("ar.md", {"العربية ": ["اَلْعَرَبِيَّةُ"], "جميله ": ["جَمِيلَةٌ"], "المـكتبة ": ["المكتبة"]}),
        ("km.md", {"ភាសាខ្មែរ": ["ភាសាខ្មែរ", "ភាសា"]}), ("lo.md", {"ພາສາລາວ": ["ພາສາລາວ", "ພາສາ"]}),
        ("ru.md", {"елка ": ["Ёлка"], "ТРАМВАЙ ": ["трамвай"], "завода ": ["заво\u0301да"]}),
        ("th.md", {"ประชากร": ["ประชากร"], "ประชาก": ["ประชาก"], "น้ำตก": ["น้ำตก"]}),
        ("ko.md", {"한국어": ["한국어를"], "도서관은 ": ["도서관"], "ai ": ["AI"]}),
        ("el.md", {"ανθρωπος ": ["Άνθρωπος"], "βιβλιοθήκη ": ["ΒΙΒΛΙΟΘΗΚΗ"]}),
        ("hi.md", {"पुस्तकालय ": ["पुस्तकालय"], "किताबें ": ["किताबें"]}), ("my.md", {"မြန်မာ": ["မြန်မာ"]}),
        ("fa.md", {"كتابخانه ": ["کتابخانه\u200cی"]}), ("fullwidth.md", {"vault ": ["ＶＡＵＬＴ"]}),
        ("ja-half.md", {"カタカナ": ["ｶﾀｶﾅ"]}), ("he.md", {"שלום ": ["שָׁלוֹם"]}),
    ],
)  # fmt: skip
async def test_any_script_is_found(engine: SearchEngine, path: str, marked: dict[str, list[str]]) -> None:
    first = {query: (await indexed_notes.last_stage(engine, query)).results[0] for query in marked}
    assert {query: marks(result) for query, result in first.items()} == marked
    assert {result.chunk.path for result in first.values()} == {path}


@pytest.mark.parametrize(
    ("query", "path", "read_as"),
    [
        ("трамвйа ", "ru.md", "трамвай"), ("βιβλιοθηκι ", "el.md", "βιβλιοθηκη"),
        ("المكتبت ", "ar.md", "المكتبة"), ("пустой трамв", "ru.md", None), ("βιβλιο", "el.md", None),
        ("المكت", "ar.md", None), ("पुस्त", "hi.md", None),
    ],
)  # fmt: skip
async def test_slips_in_any_script(engine: SearchEngine, query: str, path: str, read_as: str | None) -> None:
    stage = await indexed_notes.last_stage(engine, query)
    first, spelling = stage.results[0], stage.spelling
    assert (first.chunk.path, len(marks(first)), spelling and spelling.corrected) == (path, 1, read_as)


async def test_where_nothing_is_written_without_spaces_its_column_is_empty(tmp_path: Path) -> None:
    async with indexed_notes.indexed(tmp_path / "index", {"en.md": NOTES["en.md"]}) as corpus:
        assert await corpus.query_text("机器学习", 5) == []
        assert [chunk.path for chunk in await corpus.query_text("机器 deadline", 5)] == ["en.md"]


async def test_what_is_written_and_taken_back_later_is_found_and_gone(tmp_path: Path) -> None:
    async with indexed_notes.indexed(tmp_path / "index", NOTES) as corpus:

        async def found(query: str) -> list[str]:
            return [chunk.path for chunk in await corpus.query_text(query, 5)]

        await corpus.upkeep.tidy()
        await indexed_notes.write_passages(corpus, {"zh.md": "今天休息。"})
        for _ in range(2):
            assert await found("休息") == ["zh.md"]
            assert "zh.md" not in await found("机器学习")
            await indexed_notes.encode_pending(corpus)
            await corpus.upkeep.tidy()
        await corpus.writer.delete_notes(["zh.md"])
        assert await found("休息") == []


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("机器学习", {"機器學習"}), ("为什么", {"為什麼"}), ("里面", {"裡面", "裏面"}),
        ("人工智能的历史", {"的歷史"}), ("為什麼", {"为什么"}), ("散步", set()),
        ("らーめん カフェ", {"ラーメン", "かふぇ"}), ("plain words", set()),
    ],
)  # fmt: skip
async def test_what_is_written_otherwise_is_asked_for_besides(text: str, others: set[str]) -> None:
    assert set(script_variants(text)) == others


async def test_without_opencc_chinese_is_asked_for_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opencc", None)
    monkeypatch.setattr(words, "_chinese_converters", words._chinese_converters.__wrapped__)
    assert script_variants.__wrapped__("机器学习 らーめん") == ("ラーメン",)
