"""The pages of a PDF by pdfium: words with their places and sizes, highlights, outline, labels, metadata.

The one module that knows pdfium. Native code on files of unknown origin: in a worker process alone.
"""

from __future__ import annotations

import ctypes
import math
import re
import sys
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import WordPlace
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.pdf_layout import (
    are_letters,
    has_right_to_left,
    in_plain_letters,
    is_right_to_left,
    word_as_read,
    words_as_read,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

_LINE_END = re.compile(r"\r\n|\r|\n|\ufffe")
_WORD = re.compile(r"\S+")
_HYPHEN = "\ufffe"
"""pdfium's sign for a hyphen at the end of a line."""
# Private-use glyphs mean something in their font alone; the others are no characters of a text.
_NO_TEXT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\ue000-\uf8ff\ufff0-\uffff\U000f0000-\U0010ffff]"
)
_LIGATURES = dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), start=0xFB00))
_LEFT_OUT = "…"
"""Stands for words whose letters the font doesn't tell: "efficient" without its ligature is another word."""
_MOST_LEFT_OUT = 0.3
"""Share of a page's letters in such words above which the page is as good as a picture. Ligatures are in a
twelfth of the words of an English text, signs of formulas in a fifth of those of a page."""
_SIGNS, _WIDE = 2, 0.5
"""Glyphs up to which a word of these alone is a bullet or a sign, and of a font's size, the width above which
one at the end of a word is a ligature: quotation marks are narrower."""
_MOST_BOOKMARKS, _MOST_MARKS, _LONGEST_COMMENT = 10_000, 1_000, 20_000
_WRONG_PASSWORD = 4
_ANGLES_LOOKED_AT = 40
_SPACE, _IDEOGRAPHS = 0.2, "\u2e80"
"""Of a font's size, what is a space between letters; ideographs are spread over their line."""
_DPI, _POINTS, _LONGEST_SIDE = 200, 72, 4000
"""Of a page that is drawn for text recognition: pixels and points to the inch, and pixels at most."""
_MOST_SHEETS, _MOST_PIXELS = 5_000, 6_000_000


class Word(NamedTuple):
    """A word, its box in points from the lower left corner, and the size of its font.

    If most of a page's text is turned, the page is turned with it.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float


class PageText(NamedTuple):
    """A page: its lines of words in the order of the file, and its highlights and comments.

    Attributes:
        height: In points.
        left_out: Words without a meaning, in the place of each run of which an ellipsis stands.
        is_unmapped: Whether these are so many that the page has no lines.
    """

    lines: tuple[tuple[Word, ...], ...]
    marks: tuple[str, ...]
    height: float
    left_out: int = 0
    is_unmapped: bool = False


class Bookmark(NamedTuple):
    """An entry of the outline: level from 0 on, title, 0-based page."""

    level: int
    title: str
    page: int


@contextmanager
def opened(raw: bytes) -> Iterator[Any]:
    """Open a PDF. Raise UnreadableNoteError if it is encrypted or damaged."""
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2 import raw as pdfium

    try:
        document = PdfDocument(raw)
    except PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD:
            reason, remedy = "It is protected by a password.", "Save a copy without one."
        else:
            reason, remedy = "Not a valid PDF; it is damaged or incomplete.", "Restore it from a backup."
        raise UnreadableNoteError(reason, remedy) from error
    try:
        # Forms are drawn, and their fields read, only after this.
        if document.get_formtype() == pdfium.FORMTYPE_ACRO_FORM:
            document.init_forms()
        yield document
    finally:
        document.close()


def page_text(document: Any, index: int) -> PageText:
    """Read a page, 0-based. Raise UnreadableNoteError if it is damaged."""
    from pypdfium2 import PdfiumError

    try:
        page = document[index]
    except PdfiumError as error:
        raise UnreadableNoteError(
            Message("Page {} is damaged.", index + 1), "Restore it from a backup."
        ) from error
    try:
        text = page.get_textpage()
        try:
            content = text.get_text_range()
            measure = _Measure(text, len(content))
            lines = tuple(_lines(content, measure))
            unmapped = measure.letters_left_out > _MOST_LEFT_OUT * measure.letters
            height, left_out = page.get_height(), measure.words_left_out
            if unmapped:
                return PageText((), (), height, left_out, is_unmapped=True)
            return PageText(lines, tuple(_marks(page, text)), height, left_out)
        finally:
            text.close()
    finally:
        page.close()


class Drawn(NamedTuple):
    """A page drawn: 32 bits a pixel, and its words with their boxes as shares of it."""

    width: int
    height: int
    stride: int
    pixels: bytes
    words: tuple[WordPlace, ...]


def page_sizes(document: Any) -> tuple[tuple[float, float], ...]:
    """Return width and height of each page as it is shown, in points."""
    return tuple(tuple(document.get_page_size(index)) for index in range(min(len(document), _MOST_SHEETS)))


def drawn(document: Any, index: int, width: int) -> Drawn:
    """Draw a page, 0-based, about ``width`` pixels wide. Raise UnreadableNoteError if it is damaged."""
    from pypdfium2 import PdfiumError

    lines = page_text(document, index).lines
    page = document[index]
    try:
        wide, high = page.get_size()
        # A page may be of any size.
        scale = min(width / wide, (_MOST_PIXELS / (wide * high)) ** 0.5)
        # Four bytes a pixel, which Qt and BMP take as they are.
        bitmap = page.render(scale=scale, prefer_bgrx=True)
        place = _Placing(page.get_bbox(), page.get_rotation())
        placed = ((word, number) for number, line in enumerate(lines) for word in line)
        words = tuple(WordPlace(word.text, number, *place(word)) for word, number in placed)
        return Drawn(bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer), words)
    except (PdfiumError, ZeroDivisionError) as error:
        raise UnreadableNoteError(
            Message("Page {} is damaged.", index + 1), "Restore it from a backup."
        ) from error
    finally:
        page.close()


class _Placing:
    """Turns boxes in points, from the lower left corner of the paper, into shares of the page as shown."""

    def __init__(self, shown: tuple[float, float, float, float], rotation: int) -> None:
        self._left, self._bottom, self._right, self._top = shown
        self._rotation = rotation

    def __call__(self, word: Word) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom."""
        first, last = self._point(word.left, word.top), self._point(word.right, word.bottom)
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(first, last, strict=True))
        return left, top, right, bottom

    def _point(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self._left) / (self._right - self._left)
        down = (self._top - y) / (self._top - self._bottom)
        turned = {90: (1 - down, across), 180: (1 - across, 1 - down), 270: (down, 1 - across)}
        return turned.get(self._rotation, (across, down))


def cleaned(text: str) -> str:
    """Return a text without glyphs that are no characters, its ligatures and shapes as letters."""
    if text.isascii():
        return _NO_TEXT.sub("", text)
    return in_plain_letters(_NO_TEXT.sub("", text).translate(_LIGATURES))


def picture_of(document: Any, index: int) -> NDArray[np.uint8] | None:
    """Return a page as rows of pixels in red, green and blue at 200 dpi, None if it has text of its own."""
    if page_text(document, index).lines:
        return None
    page = document[index]
    scale = min(_DPI / _POINTS, _LONGEST_SIDE / max(*page.get_size(), 1.0))
    drawn: NDArray[np.uint8] = page.render(scale=scale, rev_byteorder=True).to_numpy()
    # The bitmap's memory goes with its page.
    return drawn.copy()


def bookmarks(document: Any) -> list[Bookmark]:
    """Return the outline, in its order."""
    headings = []
    for bookmark in islice(document.get_toc(), _MOST_BOOKMARKS):
        target = bookmark.get_dest()
        index = target.get_index() if target else None
        if index is not None and (title := " ".join(cleaned(bookmark.get_title()).split())):
            headings.append(Bookmark(bookmark.level, title, index))
    return headings


def _lines(text: str, measure: _Measure) -> Iterator[tuple[Word, ...]]:
    start = 0
    for end in [*(_LINE_END.finditer(text)), None]:
        stop = end.start() if end else len(text)
        words: list[Word] = []
        for match in _WORD.finditer(text, start, stop):
            for word in measure(match[0], match.start()):
                # One sign for a run of words that are left out.
                if not words or {word.text, words[-1].text} != {_LEFT_OUT}:
                    words.append(word)
        if words:
            if end and end[0] == _HYPHEN:
                words[-1] = words[-1]._replace(text=words[-1].text + "-")
            yield tuple(_as_read(words))
        start = end.end() if end else stop


def _as_read(words: list[Word]) -> list[Word]:
    if not any(has_right_to_left(word.text) for word in words):
        return words
    turned = is_right_to_left(word.text for word in words)
    ordered_words = sorted(words, key=lambda word: -word.right if turned else word.left)
    return words_as_read(ordered_words, right_to_left=turned)


class _Measure:
    """Measures words, and counts those that the fonts of a page don't tell.

    A box is reused, since there are half a million characters in a book.
    """

    def __init__(self, page: Any, length: int) -> None:
        from pypdfium2 import raw as pdfium

        self.letters = self.letters_left_out = self.words_left_out = 0
        self._pdfium, self._page = pdfium, page.raw
        count = page.count_chars()
        self._aligned = length == count
        self._turn = _turn(pdfium, page)
        self._box = pdfium.FS_RECTF()
        self._to_box = ctypes.byref(self._box)
        self._unmapped = _unmapped(pdfium, page.raw, count)

    def __call__(self, text: str, start: int) -> Iterator[Word]:
        """Yield what is between spaces as one word, or as several if there are gaps in it.

        Ghostscript writes a space as the distance of two letters, which pdfium takes for none.
        """
        boxes = list(map(self._boxed, range(start, start + len(text))))
        size = self._size(start, boxes[0])
        turned = has_right_to_left(text)
        gaps = [
            number
            for number, (last, box) in enumerate(pairwise(boxes), start=1)
            if _gap(last, box, turned) > _SPACE * size and text[number] < _IDEOGRAPHS
        ]
        if 2 * len(gaps) >= len(text):
            # All letters are set apart, as in a spaced title: these gaps are no spaces.
            gaps = []
        for first, end in pairwise([0, *gaps, len(text)]):
            part = text[first:end]
            if turned:
                part = word_as_read(part, boxes[first:end])
            if part := self._text_of(part, start + first, size):
                left, bottom, right, top = zip(boxes[first], boxes[end - 1], strict=True)
                yield Word(part, min(left), min(bottom), max(right), max(top), size)

    def _text_of(self, text: str, start: int, size: float) -> str:
        """Return a word as text, an ellipsis if the font doesn't tell all of its letters."""
        first, last = self._index(start), self._index(start + len(text) - 1)
        self.letters += last - first + 1
        # With a glyph on either side, for a ligature at the word's beginning or end.
        if not self._unmapped or self._unmapped.isdisjoint(range(first - 1, last + 2)):
            return cleaned(text)
        known = [index for index in range(first, last + 1) if index not in self._unmapped]
        if not known:
            is_word = last - first >= _SIGNS
        else:
            at_ends = (known[0] - 1, known[-1] + 1)
            is_word = len(known) <= known[-1] - known[0] or (
                len(known) > 1
                and any(index in self._unmapped and self._is_wide(index, size) for index in at_ends)
            )
        if not is_word:
            return cleaned(text) if known else ""
        self.letters_left_out += last - first + 1
        self.words_left_out += 1
        return _LEFT_OUT

    def _is_wide(self, index: int, size: float) -> bool:
        self._pdfium.FPDFText_GetLooseCharBox(self._page, index, self._to_box)
        box = self._box
        return bool(max(box.right - box.left, 0) > _WIDE * size)

    def _index(self, letter: int) -> int:
        """Return the index of a letter of the text among the page's glyphs."""
        if self._aligned:
            return letter
        return int(self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, letter))

    def _boxed(self, index: int) -> tuple[float, ...]:
        pdfium, box = self._pdfium, self._box
        pdfium.FPDFText_GetLooseCharBox(self._page, self._index(index), self._to_box)
        corners = box.left, box.bottom, box.right, box.top
        return _turned(*corners, self._turn) if self._turn else corners

    def _size(self, index: int, box: tuple[float, ...]) -> float:
        size = self._pdfium.FPDFText_GetFontSize(self._page, self._index(index))
        # Some programs write every font with the size 1 and have the true one in a matrix.
        height = max(box[3] - box[1], box[2] - box[0])
        return float(height if height > 2 * size else size)


def _gap(last: tuple[float, ...], box: tuple[float, ...], turned: bool) -> float:
    """Return the distance of a letter from the last one; ``turned`` ones may follow on either side."""
    after = box[0] - last[2]
    return max(after, last[0] - box[2]) if turned else after


def _unmapped(pdfium: Any, page: Any, count: int) -> frozenset[int]:
    """Return the places of the glyphs of a page of which its fonts don't say which letters they are."""
    unmapped = {index for index in range(count) if pdfium.FPDFText_HasUnicodeMapError(page, index) == 1}
    numbers = {index: chr(min(pdfium.FPDFText_GetUnicode(page, index), sys.maxunicode)) for index in unmapped}
    if are_letters("".join(numbers.values())):
        unmapped = {index for index, number in numbers.items() if _NO_TEXT.match(number)}
    return frozenset(unmapped)


def _turn(pdfium: Any, page: Any) -> int:
    """Return the quarter turns, from 0 to 3, of most of a page's text."""
    count = page.count_chars()
    # A sample over the page is enough: most of its text is turned alike.
    places = range(0, count, count // _ANGLES_LOOKED_AT + 1)
    angles = (pdfium.FPDFText_GetCharAngle(page.raw, index) for index in places)
    turns = Counter(round(angle / (math.pi / 2)) % 4 for angle in angles if angle >= 0)
    return turns.most_common(1)[0][0] if turns else 0


def _turned(left: float, bottom: float, right: float, top: float, turns: int) -> tuple[float, ...]:
    if turns == 1:
        return -top, left, -bottom, right
    return (-right, -top, -left, -bottom) if turns == 2 else (bottom, -right, top, -left)


def _marks(page: Any, text: Any) -> Iterator[str]:
    """Yield the highlighted words, comments and texts of forms on a page."""
    from pypdfium2 import raw as pdfium

    drawn = (pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE, pdfium.FPDF_ANNOT_SQUIGGLY)
    noted = (pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STRIKEOUT)
    written = (*drawn, *noted, pdfium.FPDF_ANNOT_WIDGET)
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MOST_MARKS)):
        mark = pdfium.FPDFPage_GetAnnot(page.raw, index)
        kind = pdfium.FPDFAnnot_GetSubtype(mark)
        if kind in written:
            # The words beneath a mark are asked for by place, since the file holds rectangles alone.
            words = " ".join(_marked(pdfium, mark, text)) if kind in drawn else ""
            if kind == pdfium.FPDF_ANNOT_WIDGET:
                filled_text = _filled(pdfium, mark, page.formenv)
            else:
                filled_text = _string(partial(pdfium.FPDFAnnot_GetStringValue, mark, b"Contents"))
            parts = [" ".join(cleaned(text).split()) for text in (words, filled_text)]
            if filled_text := " — ".join(filter(None, parts)):
                yield filled_text
        pdfium.FPDFPage_CloseAnnot(mark)


def _marked(pdfium: Any, mark: Any, text: Any) -> Iterator[str]:
    box = pdfium.FS_QUADPOINTSF()
    for index in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(mark), _MOST_MARKS)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(mark, index, ctypes.byref(box)):
            xs, ys = (box.x1, box.x2, box.x3, box.x4), (box.y1, box.y2, box.y3, box.y4)
            yield text.get_text_bounded(min(xs), min(ys), max(xs), max(ys))


def _filled(pdfium: Any, mark: Any, form: Any) -> str:
    """Return the text of a form's field, maybe one of several with the same, or the name of a ticked box."""
    if form is None:
        return _string(partial(pdfium.FPDFAnnot_GetStringValue, mark, b"V"))
    field = form.raw, mark
    buttons = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)
    if pdfium.FPDFAnnot_GetFormFieldType(*field) in buttons:
        if not pdfium.FPDFAnnot_IsChecked(*field):
            return ""
        label = _string(partial(pdfium.FPDFAnnot_GetFormFieldAlternateName, *field))
        return f"☑ {label or _string(partial(pdfium.FPDFAnnot_GetFormFieldName, *field))}"
    return _string(partial(pdfium.FPDFAnnot_GetFormFieldValue, *field))


def _string(get: Callable[[Any, int], int]) -> str:
    """Return a string that a function of pdfium writes into a buffer, whose size it tells first."""
    size = get(None, 0)
    # An empty string has two bytes, the NUL of UTF-16 at its end.
    if not 2 < size <= _LONGEST_COMMENT:
        return ""
    buffer = ctypes.create_string_buffer(size)
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
