"""Read PDF pages with pdfium: words with positions and sizes, highlights, outline, labels, metadata.

The only module with pdfium, native code on files from anywhere: only used in a worker process.
"""

from __future__ import annotations

import ctypes
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import PagePicture, WordPlace
from vaultsearch.core.vault import pdf_layout
from vaultsearch.core.vault.file_content import UnreadableNoteError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LINE_END = re.compile(r"\r\n|\r|\n|\ufffe")
_WORD_PATTERN = re.compile(r"\S+")
_HYPHEN_SIGN = "\ufffe"
"""pdfium's sign for a hyphen at the end of a line."""
# Private-use glyphs only mean something in their font; the others are no text characters.
_NO_TEXT_CHARACTER = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\ue000-\uf8ff\ufff0-\uffff\U000f0000-\U0010ffff]"
)
_LIGATURES = dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), start=0xFB00))
_LEFT_OUT_SIGN = "…"
"""Replaces words with letters unknown to the font: "efficient" without the ligature is another word."""
_MAX_LEFT_OUT_SHARE = 0.3
"""Share of a page's letters in such words above which the page is as good as a picture. Ligatures occur in a
twelfth of English words, formula signs in a fifth of a page's words."""
_MAX_SIGN_GLYPHS, _MIN_LIGATURE_WIDTH = 2, 0.5
"""Maximum unknown glyphs in a bullet or sign, and minimum width, in font sizes, of an unknown glyph at a
word's end to be a ligature: quotation marks are narrower."""
_MAX_BOOKMARKS, _MAX_MARKS, _MAX_COMMENT_BYTES = 10_000, 1_000, 20_000
_WRONG_PASSWORD_CODE = 4
_ANGLE_SAMPLES = 40
_MIN_SPACE, _FIRST_IDEOGRAPH = 0.2, "\u2e80"
"""Minimum gap for a space, in font sizes, and the first ideograph, which may be spread over the line."""
_OCR_DPI, _POINTS_PER_INCH, _MAX_OCR_SIDE = 200, 72, 4000
"""For text recognition: pixels per inch, points per inch, and maximum pixels per side."""
_MAX_PAGE_SIZES, _MAX_PIXELS = 5_000, 6_000_000


class PdfPageText(NamedTuple):
    """A page's lines in file order, and the highlights and comments.

    Attributes:
        left_out: Number of words without known letters; an ellipsis replaces each run.
        is_unmapped: Whether so many that the page has no lines.
    """

    lines: tuple[tuple[pdf_layout.PdfWord, ...], ...]
    marks: tuple[str, ...]
    left_out: int = 0
    is_unmapped: bool = False


class Bookmark(NamedTuple):
    """An outline entry with level from 0 and 0-based page."""

    level: int
    title: str
    page: int


@contextmanager
def open_pdf(raw: bytes) -> Iterator[Any]:
    """Open a PDF. Raise UnreadableNoteError if it is encrypted or damaged."""
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2 import raw as pdfium

    try:
        document = PdfDocument(raw)
    except PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD_CODE:
            reason, remedy = "It is protected by a password.", "Save a copy without one."
        else:
            reason, remedy = "Not a valid PDF; it is damaged or incomplete.", "Restore it from a backup."
        raise UnreadableNoteError(reason, remedy) from error
    try:
        # Required to draw forms and read their fields.
        if document.get_formtype() == pdfium.FORMTYPE_ACRO_FORM:
            document.init_forms()
        yield document
    finally:
        document.close()


def read_page(document: Any, index: int) -> PdfPageText:
    """Read a page, 0-based. Raise UnreadableNoteError if it is damaged."""
    from pypdfium2 import PdfiumError

    try:
        page = document[index]
    except PdfiumError as error:
        raise _damaged_page_error(index) from error
    with closing(page), closing(page.get_textpage()) as text:
        content = text.get_text_range()
        measure = _WordMeasure(text, len(content))
        lines = tuple(_read_lines(content, measure))
        if measure.letters_left_out > _MAX_LEFT_OUT_SHARE * measure.letters:
            return PdfPageText((), (), measure.words_left_out, is_unmapped=True)
        return PdfPageText(lines, tuple(_read_marks(page, text)), measure.words_left_out)


def _damaged_page_error(index: int) -> UnreadableNoteError:
    return UnreadableNoteError(Message("Page {} is damaged.", index + 1), "Restore it from a backup.")


def page_sizes(document: Any) -> tuple[tuple[float, float], ...]:
    """Return each page's displayed width and height, in points."""
    return tuple(tuple(document.get_page_size(index)) for index in range(min(len(document), _MAX_PAGE_SIZES)))


def draw_page(document: Any, index: int, width: int) -> PagePicture:
    """Draw a page, 0-based, about ``width`` pixels wide. Raise UnreadableNoteError if it is damaged."""
    from pypdfium2 import PdfiumError

    lines = read_page(document, index).lines
    with closing(document[index]) as page:
        try:
            wide, high = page.get_size()
            # A page may be of any size.
            scale = min(width / wide, (_MAX_PIXELS / (wide * high)) ** 0.5)
            # Four bytes per pixel, as in Qt and BMP.
            bitmap = page.render(scale=scale, prefer_bgrx=True)
            place = partial(_place_box, shown=page.get_bbox(), rotation=page.get_rotation())
            placed = ((word, number) for number, line in enumerate(lines) for word in line)
            words = tuple(WordPlace(word.text, number, *place(word)) for word, number in placed)
            pixels = bytes(bitmap.buffer)
            return PagePicture(index + 1, bitmap.width, bitmap.height, bitmap.stride, pixels, words)
        except (PdfiumError, ZeroDivisionError) as error:
            raise _damaged_page_error(index) from error


def _place_box(
    word: pdf_layout.PdfWord, shown: tuple[float, float, float, float], rotation: int
) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom as fractions of the displayed page, from points on the paper."""
    left, bottom, right, top = shown
    across = [(x - left) / (right - left) for x in (word.left, word.right)]
    down = [(top - y) / (top - bottom) for y in (word.top, word.bottom)]
    for _ in range(rotation // 90):
        across, down = [1 - y for y in down], across
    return min(across), min(down), max(across), max(down)


def clean_glyphs(text: str) -> str:
    """Remove glyphs that are no characters; replace ligatures and presentation forms by letters."""
    if text.isascii():
        return _NO_TEXT_CHARACTER.sub("", text)
    return pdf_layout.replace_presentation_forms(_NO_TEXT_CHARACTER.sub("", text).translate(_LIGATURES))


def render_for_ocr(document: Any, index: int) -> NDArray[np.uint8] | None:
    """Return a page as RGB pixel rows at 200 dpi, None if the page has text."""
    if read_page(document, index).lines:
        return None
    page = document[index]
    scale = min(_OCR_DPI / _POINTS_PER_INCH, _MAX_OCR_SIDE / max(*page.get_size(), 1.0))
    drawn: NDArray[np.uint8] = page.render(scale=scale, rev_byteorder=True).to_numpy()
    # The bitmap's memory is freed with the page.
    return drawn.copy()


def read_bookmarks(document: Any) -> list[Bookmark]:
    """Return the outline in order."""
    headings = []
    for bookmark in islice(document.get_toc(), _MAX_BOOKMARKS):
        target = bookmark.get_dest()
        index = target.get_index() if target else None
        if index is not None and (title := " ".join(clean_glyphs(bookmark.get_title()).split())):
            headings.append(Bookmark(bookmark.level, title, index))
    return headings


def _read_lines(text: str, measure: _WordMeasure) -> Iterator[tuple[pdf_layout.PdfWord, ...]]:
    start = 0
    for end in [*(_LINE_END.finditer(text)), None]:
        stop = end.start() if end else len(text)
        words: list[pdf_layout.PdfWord] = []
        for match in _WORD_PATTERN.finditer(text, start, stop):
            for word in measure(match[0], match.start()):
                # A single ellipsis for a run of unknown words.
                if not words or {word.text, words[-1].text} != {_LEFT_OUT_SIGN}:
                    words.append(word)
        if words:
            if end and end[0] == _HYPHEN_SIGN:
                words[-1] = words[-1]._replace(text=words[-1].text + "-")
            if any(pdf_layout.has_right_to_left(word.text) for word in words):
                turned = pdf_layout.is_right_to_left(word.text for word in words)
                words.sort(key=lambda word: -word.right if turned else word.left)
                words = pdf_layout.order_words(words, right_to_left=turned)
            yield tuple(words)
        start = end.end() if end else stop


class _WordMeasure:
    """Measures words, and counts those with letters unknown to the fonts.

    Reuses a single box: a book has half a million characters.
    """

    def __init__(self, page: Any, length: int) -> None:
        from pypdfium2 import raw as pdfium

        self.letters = self.letters_left_out = self.words_left_out = 0
        self._pdfium, self._page = pdfium, page.raw
        count = page.count_chars()
        self._aligned = length == count
        # The quarter turns of most text; a sample is enough, since most text on a page is turned alike.
        places = range(0, count, count // _ANGLE_SAMPLES + 1)
        angles = (pdfium.FPDFText_GetCharAngle(page.raw, index) for index in places)
        turns = Counter(round(angle / (math.pi / 2)) % 4 for angle in angles if angle >= 0)
        self._turn = turns.most_common(1)[0][0] if turns else 0
        self._box = pdfium.FS_RECTF()
        self._to_box = ctypes.byref(self._box)
        unmapped = {i for i in range(count) if pdfium.FPDFText_HasUnicodeMapError(page.raw, i) == 1}
        numbers = {i: chr(min(pdfium.FPDFText_GetUnicode(page.raw, i), sys.maxunicode)) for i in unmapped}
        if pdf_layout.are_glyph_numbers_letters("".join(numbers.values())):
            unmapped = {index for index, number in numbers.items() if _NO_TEXT_CHARACTER.match(number)}
        self._unmapped = frozenset(unmapped)

    def __call__(self, text: str, start: int) -> Iterator[pdf_layout.PdfWord]:
        """Yield the text between spaces as a word, or as several words if there are gaps.

        Ghostscript writes spaces as distances between letters, ignored by pdfium.
        """
        boxes = list(map(self._box_of, range(start, start + len(text))))
        font_size = float(self._pdfium.FPDFText_GetFontSize(self._page, self._glyph_index(start)))
        # Some programs write every font with size 1 and scale it with a matrix.
        height = max(boxes[0][3] - boxes[0][1], boxes[0][2] - boxes[0][0])
        size = height if height > 2 * font_size else font_size
        turned = pdf_layout.has_right_to_left(text)
        gaps = [
            number
            for number, (last, box) in enumerate(pairwise(boxes), start=1)
            # Right-to-left letters may follow on either side.
            if (max(box[0] - last[2], last[0] - box[2]) if turned else box[0] - last[2]) > _MIN_SPACE * size
            and text[number] < _FIRST_IDEOGRAPH
        ]
        if 2 * len(gaps) >= len(text):
            # All letters are set apart, as in a spaced-out title: the gaps are no spaces.
            gaps = []
        for first, end in pairwise([0, *gaps, len(text)]):
            part = text[first:end]
            if turned:
                part = pdf_layout.order_letters(part, boxes[first:end])
            if part := self._text_or_ellipsis(part, start + first, size):
                left, bottom, right, top = zip(boxes[first], boxes[end - 1], strict=True)
                yield pdf_layout.PdfWord(part, min(left), min(bottom), max(right), max(top), size)

    def _text_or_ellipsis(self, text: str, start: int, size: float) -> str:
        """Return a word's text, or an ellipsis if some letters are unknown to the font."""
        first, last = self._glyph_index(start), self._glyph_index(start + len(text) - 1)
        self.letters += last - first + 1
        # With a glyph on either side, for a ligature at the word's beginning or end.
        if not self._unmapped or self._unmapped.isdisjoint(range(first - 1, last + 2)):
            return clean_glyphs(text)
        known = [index for index in range(first, last + 1) if index not in self._unmapped]
        if not known:
            is_word = last - first >= _MAX_SIGN_GLYPHS
        else:
            at_ends = (known[0] - 1, known[-1] + 1)
            is_word = len(known) <= known[-1] - known[0] or (
                len(known) > 1
                and any(index in self._unmapped and self._is_wide(index, size) for index in at_ends)
            )
        if not is_word:
            return clean_glyphs(text) if known else ""
        self.letters_left_out += last - first + 1
        self.words_left_out += 1
        return _LEFT_OUT_SIGN

    def _is_wide(self, index: int, size: float) -> bool:
        self._pdfium.FPDFText_GetLooseCharBox(self._page, index, self._to_box)
        box = self._box
        return bool(max(box.right - box.left, 0) > _MIN_LIGATURE_WIDTH * size)

    def _glyph_index(self, letter: int) -> int:
        """Return a text letter's index among the page's glyphs."""
        if self._aligned:
            return letter
        return int(self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, letter))

    def _box_of(self, index: int) -> tuple[float, ...]:
        self._pdfium.FPDFText_GetLooseCharBox(self._page, self._glyph_index(index), self._to_box)
        left, bottom, right, top = self._box.left, self._box.bottom, self._box.right, self._box.top
        # Undo the page's quarter turns.
        match self._turn:
            case 0:
                return left, bottom, right, top
            case 1:
                return -top, left, -bottom, right
            case 2:
                return -right, -top, -left, -bottom
            case _:
                return bottom, -right, top, -left


def _read_marks(page: Any, text: Any) -> Iterator[str]:
    """Yield the highlighted words, comments and form texts on a page."""
    from pypdfium2 import raw as pdfium

    drawn = (pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE, pdfium.FPDF_ANNOT_SQUIGGLY)
    noted = (pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STRIKEOUT)
    written = (*drawn, *noted, pdfium.FPDF_ANNOT_WIDGET)
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MAX_MARKS)):
        mark = pdfium.FPDFPage_GetAnnot(page.raw, index)
        kind = pdfium.FPDFAnnot_GetSubtype(mark)
        if kind in written:
            # Find the words beneath a mark by position, since the file only contains rectangles.
            words = " ".join(_words_beneath(pdfium, mark, text)) if kind in drawn else ""
            if kind == pdfium.FPDF_ANNOT_WIDGET:
                filled_text = _read_form_field(pdfium, mark, page.formenv)
            else:
                filled_text = _read_string(partial(pdfium.FPDFAnnot_GetStringValue, mark, b"Contents"))
            parts = [" ".join(clean_glyphs(text).split()) for text in (words, filled_text)]
            if filled_text := " — ".join(filter(None, parts)):
                yield filled_text
        pdfium.FPDFPage_CloseAnnot(mark)


def _words_beneath(pdfium: Any, mark: Any, text: Any) -> Iterator[str]:
    box = pdfium.FS_QUADPOINTSF()
    for index in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(mark), _MAX_MARKS)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(mark, index, ctypes.byref(box)):
            xs, ys = (box.x1, box.x2, box.x3, box.x4), (box.y1, box.y2, box.y3, box.y4)
            yield text.get_text_bounded(min(xs), min(ys), max(xs), max(ys))


def _read_form_field(pdfium: Any, mark: Any, form: Any) -> str:
    """Return a form field's text, or a checked box's name."""
    if form is None:
        return _read_string(partial(pdfium.FPDFAnnot_GetStringValue, mark, b"V"))
    field = form.raw, mark
    buttons = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)
    if pdfium.FPDFAnnot_GetFormFieldType(*field) in buttons:
        if not pdfium.FPDFAnnot_IsChecked(*field):
            return ""
        label = _read_string(partial(pdfium.FPDFAnnot_GetFormFieldAlternateName, *field))
        return f"☑ {label or _read_string(partial(pdfium.FPDFAnnot_GetFormFieldName, *field))}"
    return _read_string(partial(pdfium.FPDFAnnot_GetFormFieldValue, *field))


def _read_string(get: Callable[[Any, int], int]) -> str:
    """Return a string written to a buffer by a pdfium function, asked first for the size."""
    size = get(None, 0)
    # An empty string has two bytes: the UTF-16 NUL at the end.
    if not 2 < size <= _MAX_COMMENT_BYTES:
        return ""
    buffer = ctypes.create_string_buffer(size)
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
