"""A writer of small PDFs: lines of Helvetica at given places, outline, page labels, highlights, metadata."""

import zlib
from dataclasses import dataclass, field

_WIDTHS = (
    "278278355556556889667191333333389584278333278278556556556556556556556556556556278278584584584556"
    "101566766772272266761177872227850066755683372277866777872266761172266794466766761127827827846955633355655650055"
    "6556278556556222222500222833556556556556333500278556500722500500500334260334584"
)


def _widths() -> list[int]:
    """Return the widths of ASCII from the space on, in thousandths of an em; one of them has four digits."""
    before, after = _WIDTHS[:96], _WIDTHS[96:]
    rest = [1015, *(int(after[at : at + 3]) for at in range(4, len(after) - 2, 3))]
    return [int(before[at : at + 3]) for at in range(0, 96, 3)] + rest


HELVETICA = _widths()


def width(text: str, size: float) -> float:
    """Return the width of ASCII text in points."""
    return sum(HELVETICA[ord(one) - 32] for one in text) * size / 1000


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text from its lower left corner, in points.

    ``scaled`` writes its size into the matrix, ``turned`` draws it from the bottom to the top of a page that
    lies on its left side. ``apart`` is between its letters, ``stretch`` between its words, in points.
    """

    x: float
    y: float
    text: str
    size: float = 10
    scaled: bool = False
    turned: bool = False
    apart: float = 0
    stretch: float = 0


@dataclass(slots=True)
class PdfPage:
    """A page: its lines, and its highlights, each a box and a comment."""

    lines: list[TextLine] = field(default_factory=list)
    highlights: list[tuple[tuple[float, float, float, float], str]] = field(default_factory=list)


@dataclass(slots=True)
class Pdf:
    """A PDF to be written.

    Attributes:
        outline: Titles with the 0-based page that each leads to.
        labels: Entries of the page labels' number tree, such as ``{0: "/S /r", 4: "/S /D"}``.
        info: Metadata, such as ``{"Title": "..."}``.
        encrypted: Whether a password is asked for.
        letters: What the font says that these ASCII characters are, such as ``{"A": "א"}``.
    """

    pages: list[PdfPage] = field(default_factory=list)
    outline: list[tuple[str, int]] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    info: dict[str, str] = field(default_factory=dict)
    encrypted: bool = False
    letters: dict[str, str] = field(default_factory=dict)

    def written(self) -> bytes:
        return _Writer().write(self)


def bomb(megabytes: int) -> bytes:
    """Return a small PDF with a page of so many megabytes of nothing, unpacked."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(2**20)) for _ in range(megabytes)) + packer.flush()
    return _Writer().write(Pdf([PdfPage()]), packed)


class _Writer:
    def __init__(self) -> None:
        self.objects: list[bytes] = []

    def add(self, content: bytes | str) -> int:
        self.objects.append(content.encode("latin-1") if isinstance(content, str) else content)
        return len(self.objects)

    def write(self, pdf: Pdf, packed: bytes = b"") -> bytes:
        said = self.letters(pdf.letters) if pdf.letters else ""
        font = self.add(f"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding{said}>>")
        tree = len(self.objects) + 3 * len(pdf.pages) + sum(len(page.highlights) for page in pdf.pages) + 1
        pages = [self.page(page, font, tree, packed) for page in pdf.pages]
        while len(self.objects) < tree - 1:
            self.add("null")
        kids = " ".join(f"{one} 0 R" for one in pages)
        self.add(f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>")
        outline = self.outline(pdf, pages)
        labels = " ".join(f"{at} <<{style}>>" for at, style in pdf.labels.items())
        named = f"/PageLabels<</Nums[{labels}]>>" if labels else ""
        root = self.add(f"<</Type/Catalog/Pages {tree} 0 R{outline}{named}>>")
        info = self.add("<<" + "".join(f"/{key} {_text(value)}" for key, value in pdf.info.items()) + ">>")
        secret = f"<{'41' * 32}>"
        key = f"/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O {secret}/U {secret}>>" * pdf.encrypted
        size = len(self.objects) + 1
        return self.file(f"<</Size {size}/Root {root} 0 R/Info {info} 0 R/ID[<00><00>]{key}>>")

    def letters(self, letters: dict[str, str]) -> str:
        each = "".join(
            f"<{ord(one):02x}> <{char.encode('utf-16-be').hex()}>\n" for one, char in letters.items()
        )
        table = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
            "1 begincodespacerange <00> <ff> endcodespacerange\n"
            f"{len(letters)} beginbfchar\n{each}endbfchar endcmap end end"
        )
        return (
            f"/ToUnicode {self.add(f'<</Length {len(table)}>>stream{chr(10)}{table}{chr(10)}endstream')} 0 R"
        )

    def page(self, page: PdfPage, font: int, tree: int, packed: bytes) -> int:
        drawn = "\n".join(map(_drawn, page.lines)).encode("cp1252")
        packed = packed or zlib.compress(drawn)
        content = self.add(b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed))
        marks = [
            self.add(
                f"<</Type/Annot/Subtype/Highlight/Rect[{x0} {y0} {x1} {y1}]/Contents {_text(comment)}"
                f"/QuadPoints[{x0} {y1} {x1} {y1} {x0} {y0} {x1} {y0}]>>"
            )
            for (x0, y0, x1, y1), comment in page.highlights
        ]
        listed = " ".join(f"{one} 0 R" for one in marks)
        return self.add(
            f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 595 842]/Contents {content} 0 R"
            f"/Annots[{listed}]/Resources<</Font<</F {font} 0 R>>>>>>"
        )

    def outline(self, pdf: Pdf, pages: list[int]) -> str:
        if not pdf.outline:
            return ""
        first, count = len(self.objects) + 2, len(pdf.outline)
        self.add(f"<</First {first} 0 R/Last {first + count - 1} 0 R/Count {count}>>")
        for at, (title, page) in enumerate(pdf.outline):
            near = (f"/Next {first + at + 1} 0 R" if at + 1 < count else "") + (
                f"/Prev {first + at - 1} 0 R" if at else ""
            )
            self.add(f"<</Title {_text(title)}/Parent {first - 1} 0 R{near}/Dest[{pages[page]} 0 R/Fit]>>")
        return f"/Outlines {first - 1} 0 R"

    def file(self, trailer: str) -> bytes:
        written, places = b"%PDF-1.6\n", []
        for number, content in enumerate(self.objects, start=1):
            places.append(len(written))
            written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        end = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}trailer{trailer}\n"
        return written + end.encode() + b"startxref\n%d\n%%%%EOF\n" % len(written)


def _drawn(line: TextLine) -> str:
    shown = line.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    space = f"{line.apart} Tc {line.stretch} Tw"
    if line.turned:
        return f"BT {space} /F {line.size} Tf 0 1 -1 0 {595 - line.y} {line.x} Tm ({shown}) Tj ET"
    if line.scaled:
        return f"BT {space} /F 1 Tf {line.size} 0 0 {line.size} {line.x} {line.y} Tm ({shown}) Tj ET"
    return f"BT {space} /F {line.size} Tf {line.x} {line.y} Td ({shown}) Tj ET"


def _text(value: str) -> str:
    return f"<feff{value.encode('utf-16-be').hex()}>" if not value.isascii() else f"({value})"
