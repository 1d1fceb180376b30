"""Pages of a PDF drawn, their passages and found words marked, and thumbnails."""

import io
import itertools
import json
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.builders import chunk, parsed, present
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.page_marks import carry_over, count_occurrences, find_occurrences, page_marks
from vaultsearch.core.pages import (
    THUMBNAIL_SIDE,
    ThumbnailStore,
    draw_marked_page,
    page_sizes_of,
    recognized_words_in,
    thumbnail_of,
)
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.pictures import RecognisedLine, RecognisedText
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import UnreadableNoteError


def test_a_page_is_drawn_with_the_passage_and_found_words_in_their_places(tmp_path: Path) -> None:
    lines = [TextLine(72, 700, "The keel bolts are made of bronze"), TextLine(72, 100, "Another line")]
    (tmp_path / "Boat.pdf").write_bytes(Pdf([PdfPage([]), PdfPage(lines)]).written())
    vault = Containment(tmp_path)
    sizes = page_sizes_of(vault, "Boat.pdf")
    assert len(sizes) == 2
    texts = RecognizedTexts(tmp_path)
    drawn = draw_marked_page(vault, texts, "Boat.pdf", 2, 400, "keel bolts are made of", ("bolt",))
    assert not drawn.is_recognised
    assert 399 <= drawn.width <= 401
    assert len(drawn.pixels) == drawn.stride * drawn.height
    assert [word.text for word in drawn.words if word.in_passage] == ["keel", "bolts", "are", "made", "of"]
    assert [word.text for word in drawn.words if word.is_match] == ["bolts"]
    keel = drawn.words[1]
    assert keel.top < 1 - 700 / sizes[1][1] < keel.bottom + 0.01
    row = drawn.pixels[round((keel.top + keel.bottom) / 2 * drawn.height) * drawn.stride :][: drawn.stride]
    ink = [at // 4 for at in range(0, len(row), 4) if row[at] < 128]
    assert any(keel.left * 400 - 1 <= at <= keel.right * 400 + 1 for at in ink)


def test_the_passage_is_boxed_once_though_its_phrases_are_on_the_page_before_it(tmp_path: Path) -> None:
    lines = [
        TextLine(72, 700, "Returns the number of bytes if all went well else minus one"),
        TextLine(72, 680, "open opens the file and"),
        TextLine(72, 660, "returns the number of bytes read_now if all went well"),
    ]
    (tmp_path / "Code.pdf").write_bytes(Pdf([PdfPage(lines)]).written())
    passage = "open opens the file and returns the number of bytes read now if all went well"
    texts = RecognizedTexts(tmp_path)
    drawn = draw_marked_page(Containment(tmp_path), texts, "Code.pdf", 1, 400, passage, ())
    boxed = " ".join(word.text for word in drawn.words if word.in_passage)
    assert boxed == "open opens the file and returns the number of bytes read_now if all went well"


def test_a_damaged_file_cannot_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "Torn.pdf").write_bytes(b"%PDF-1.4 torn")
    with pytest.raises(UnreadableNoteError, match="damaged"):
        page_sizes_of(Containment(tmp_path), "Torn.pdf")


def test_the_words_of_a_scan_and_of_a_picture_are_those_recognised_in_their_places(tmp_path: Path) -> None:
    lines = (
        RecognisedLine("Minutes of the harbour", 0.9, (100, 20, 320, 40)),
        RecognisedLine("downwards one", 0.9, (10, 50, 20, 100)),
        RecognisedLine("船の竜骨", 0.9, (100, 150, 180, 170)),
    )
    texts, vault = RecognizedTexts(tmp_path / "texts"), Containment(tmp_path)
    for name, raw in (("Scan.pdf", Pdf([PdfPage([])]).written()), ("shot.png", b"a picture")):
        (tmp_path / name).write_bytes(raw)
        texts.put(page_key(raw, 1), RecognisedText(lines, size=(400, 200)))
    page = draw_marked_page(vault, texts, "Scan.pdf", 1, 400, "Minutes of the harbour", ("harbour", "竜骨"))
    assert page.is_recognised
    assert [word.text for word in page.words if word.in_passage] == ["Minutes", "of", "the", "harbour"]
    assert [word.text for word in page.words if word.is_match] == ["harbour", "船の竜骨"]
    harbour, downwards = page.words[3:5]
    assert harbour[1:6] == (0, 0.625, 0.1, 0.8, 0.2)
    assert (downwards.text, downwards.left, downwards.bottom) == ("downwards one", 0.025, 0.5)
    words = recognized_words_in(vault, texts, "shot.png", "Minutes of the harbour", ("harbour", "竜骨"))
    assert words == page.words
    assert recognized_words_in(vault, RecognizedTexts(tmp_path), "shot.png", "", ()) == ()


def result(text: str, terms: tuple[str, ...], *meant: str) -> Result:
    """Make a result whose passage reads ``text``; of ``meant``, the first of each word is marked."""
    spans = tuple(Span(text.index(word), text.index(word) + len(word)) for word in meant)
    return Result(replace(chunk(), text=text), Snippet(""), "", "", terms=terms, semantic_spans=spans)


def marked(shown: Snippet) -> tuple[list[str], list[str]]:
    of_query, of_meaning = (
        [shown.text[span.start : span.end] for span in spans]
        for spans in (shown.matches, shown.semantic_spans)
    )
    return of_query, of_meaning


def test_words_are_marked_in_every_block_and_meanings_in_the_passage_alone() -> None:
    blocks = ["Bread", "The loaf was heavy.", "Our bread, a loaf."]
    shown = page_marks(blocks, {1}, result("The loaf was heavy.", ("bread",), "loaf", "heavy"))
    assert list(map(marked, shown)) == [(["Bread"], []), ([], ["loaf", "heavy"]), (["bread"], [])]


def test_a_word_that_the_query_names_is_not_marked_twice() -> None:
    shown = page_marks(["bread and loaves"], {0}, result("bread and loaves", ("bread",), "bread", "loaves"))
    assert marked(shown[0]) == (["bread"], ["loaves"])


@pytest.mark.parametrize(("text", "spans", "blocks", "expected"), [
    pytest.param("a loaf", ["loaf"], ["• a loaf"], [(0, 4, 8)], id="a sign stands before it"),
    pytest.param("a heavy, a loaf", ["a loaf"], ["a heavy,", "a loaf"], [], id="no whole word"),
    pytest.param("one loaf\ntwo loaf", ["two"], ["one loaf", "two loaf"], [(1, 0, 3)], id="over blocks"),
    pytest.param("the loaf", ["loaf"], ["the bun"], [], id="not shown"),
    pytest.param("", [], ["loaf"], [], id="nothing"),
    pytest.param("a loaf here", ["loaf"], ["a loaf1 here"], [(0, 2, 6)], id="a footnote's number"),
    pytest.param("🍞 loaf", ["loaf"], ["🍞🍞 the loaf"], [(0, 7, 11)], id="emoji are one character"),
])  # fmt: skip
def test_spans_are_carried_over_by_the_words_around_them(
    text: str, spans: list[str], blocks: list[str], expected: list[tuple[int, int, int]]
) -> None:
    asked = [Span(text.index(span), text.index(span) + len(span)) for span in spans]
    carried = carry_over(text, asked, blocks)
    assert [(n, span.start, span.end) for n, found in enumerate(carried) for span in found] == expected


def test_of_a_word_that_stands_twice_the_one_that_was_meant_is_marked() -> None:
    text = "A loaf for us. Nothing else. A loaf for them."
    second = text.rindex("loaf")
    carried = carry_over(text, [Span(second, second + 4)], ["Before: a loaf.", text, "A loaf after."])
    assert carried == [[], [Span(second, second + 4)], []]


def test_a_passage_within_a_longer_block_is_found_there() -> None:
    long = "Nothing happened that day. " * 60
    text = "The loaf was heavy. Nothing happened."
    assert carry_over(text, [Span(4, 8)], [long + text + long]) == [[Span(len(long) + 4, len(long) + 8)]]


def test_markdown_that_the_page_does_not_show_shifts_nothing() -> None:
    written = "- [ ] The **loaf** in [[Ovens|the oven]] was `heavy` ==indeed==[^1]"
    read = parsed("a.md", written).sections[0].blocks[0].text
    page = ["The loaf in the oven was heavy indeed1"]
    spans = [Span(read.index(word), read.index(word) + len(word)) for word in ("loaf", "oven", "heavy")]
    (carried,) = carry_over(read, spans, page)
    assert [page[0][span.start : span.end] for span in carried] == ["loaf", "oven", "heavy"]


def found(text: str, wanted: str) -> list[str]:
    return [text[span.start : span.end] for span in find_occurrences(text, wanted)]


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("Pottery, pottery and pots", "pot", ["Pot", "pot", "pot"]),
        ("Café, cafe\u0301 and CAFE", "cafe", ["Café", "cafe\u0301", "CAFE"]), ("a café", "Café", ["café"]),
        ("Straße und STRASSE", "strasse", ["Straße", "STRASSE"]), ("陶艺课程,陶艺", "陶艺", ["陶艺", "陶艺"]),
        ("ＦＵＬＬ width", "full", ["ＦＵＬＬ"]), ("one\u00a0two", "one two", ["one\u00a0two"]),
        ("👍🏽 pots 👍🏽", "pots", ["pots"]), ("aaaa", "aa", ["aa", "aa"]), ("words", "", []),
        ("words", "sword", []),
    ],
)  # fmt: skip
def test_what_is_typed_is_found_as_it_stands_in_the_text(text: str, wanted: str, expected: list[str]) -> None:
    assert found(text, wanted) == expected
    assert count_occurrences(text, wanted) == len(expected)


@given(st.text(max_size=60), st.text(min_size=1, max_size=3))
def test_what_is_found_folds_to_what_was_typed_and_never_overlaps(text: str, wanted: str) -> None:
    spans = find_occurrences(text, wanted)
    assert all(one.end <= other.start or one == other for one, other in itertools.pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@given(st.text("abcdefgh ÄäÖöÉé", max_size=40))
def test_a_word_of_the_text_is_found_in_it(text: str) -> None:
    for word in text.split():
        assert fold_text(word) in [fold_text(one) for one in found(text, word)]


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.pages.limit_addresses", lambda: None)


def _made(vault: Path, name: str, page: int = 1) -> Image.Image | None:
    content = thumbnail_of(Containment(vault), ThumbnailStore.of(vault.parent / "index"), name, page)
    return None if content is None else Image.open(io.BytesIO(content), formats=["JPEG"])


def test_a_picture_is_scaled_down_and_a_transparent_one_lies_on_white(vault: Path) -> None:
    Image.new("RGBA", (1_600, 800), (255, 0, 0, 0)).save(vault / "a.png")
    made = present(_made(vault, "a.png"))
    assert made.size == (THUMBNAIL_SIDE, THUMBNAIL_SIDE // 2)
    assert made.getpixel((10, 10)) == (255, 255, 255)


def test_a_page_of_a_pdf_has_its_own(vault: Path) -> None:
    pages = [PdfPage([TextLine(60, y, text)]) for y, text in ((700, "First page"), (600, "Second page"))]
    (vault / "plan.pdf").write_bytes(Pdf(pages).written())
    first, second = present(_made(vault, "plan.pdf")), present(_made(vault, "plan.pdf", 2))
    assert max(first.size) == THUMBNAIL_SIDE
    assert first.tobytes() != second.tobytes()


def test_a_drawing_is_drawn_unless_it_names_another_file(vault: Path) -> None:
    shape = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{}</svg>'
    (vault / "drawn.svg").write_text(shape.format('<rect width="100" height="50" fill="#00f"/>'))
    (vault / "naming.svg").write_text(shape.format('<image href="file:///etc/hostname"/>'))
    assert present(_made(vault, "drawn.svg")).size == (THUMBNAIL_SIDE, THUMBNAIL_SIDE // 2)
    assert _made(vault, "naming.svg") is None


def test_a_canvas_is_boxes_and_lines(vault: Path) -> None:
    cards = [
        {"id": name, "type": "text", "x": x, "y": 0, "width": 100, "height": 100, "color": "4"}
        for name, x in (("a", 0), ("b", 300))
    ]
    content = {"nodes": cards, "edges": [{"fromNode": "a", "toNode": "b"}]}
    (vault / "plan.canvas").write_text(json.dumps(content))
    (vault / "empty.canvas").write_text("{}")
    made = present(_made(vault, "plan.canvas"))
    assert made.width == THUMBNAIL_SIDE
    red, green, blue = made.getpixel((40, made.height // 2))
    assert green > max(red, blue)
    assert made.getpixel((THUMBNAIL_SIDE // 2, 12)) == (255, 255, 255)
    assert _made(vault, "empty.canvas") is None


def test_it_is_made_once_for_a_content_whatever_the_file_is_called(vault: Path) -> None:
    Image.new("RGB", (400, 400), "green").save(vault / "a.png")
    _made(vault, "a.png")
    [kept] = (vault.parent / "index" / "thumbnails").iterdir()
    Image.new("RGB", (2, 2), "blue").save(kept, "JPEG")
    (vault / "a.png").rename(vault / "b.png")
    assert present(_made(vault, "b.png")).size == (2, 2)
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"not a picture", b"%!PS-Adobe-3.0\n(/etc/passwd) run\nshowpage\n"])
def test_what_cannot_be_drawn_has_none(vault: Path, content: bytes) -> None:
    (vault / "a.png").write_bytes(content)
    (vault / "a.pdf").write_bytes(content)
    assert _made(vault, "a.png") is None
    assert _made(vault, "a.pdf") is None


def test_a_file_outside_of_the_vault_has_none(vault: Path) -> None:
    Image.new("RGB", (400, 400), "green").save(vault.parent / "outside.png")
    (vault / "link.png").symlink_to(vault.parent / "outside.png")
    with pytest.raises(OutsideVaultError):
        _made(vault, "link.png")


def test_the_oldest_are_dropped_beyond_the_limit(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.pages._MAX_STORED_BYTES", 250)
    thumbnails = ThumbnailStore.of(vault.parent / "index")
    for age, key in enumerate(["new", "older", "oldest"]):
        thumbnails.put(key, b"x" * 100)
        os.utime(thumbnails.folder / f"{key}.jpg", (1_000 - age, 1_000 - age))
    thumbnails.drop_oldest()
    assert {file.stem for file in thumbnails.folder.iterdir()} == {"new", "older"}
