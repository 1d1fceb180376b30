"""A Word document -> Markdown, through the HTML that mammoth makes of it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents.archive import first_text, open_archive, xml, xml_or_none
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.formulas import in_a_line
from vaultsearch.core.vault.documents.guarding import moment, properties_of, reads
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.pages import tree_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_WITH_FORMULAS = frozenset(f"word/{part}.xml" for part in ("document", "footnotes", "endnotes", "comments"))
_PICTURES = "word/media/"
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"


@reads("a Word document")
def read_docx(raw: bytes) -> DocumentText:
    """Read a docx with its headings by style, lists, tables, footnotes and comments."""
    import mammoth

    archive = open_archive(raw)
    # Only the alternative texts of pictures are used, so the pictures are not read.
    pictures = mammoth.images.img_element(lambda image: {})  # noqa: ARG005 - called with the picture
    made = mammoth.convert_to_html(
        _with_formulas_as_text(archive, raw), style_map=_STYLES, convert_image=pictures
    )
    tree = tree_of(made.value)
    return with_core_properties(archive, markdown_of(tree) if tree is not None else "")


def _with_formulas_as_text(archive: ZipFile, raw: bytes) -> BytesIO:
    """Return the document with each formula as text in its place; mammoth 1.13 leaves formulas out."""
    from lxml import etree

    changed: dict[str, bytes] = {}
    for name in _WITH_FORMULAS & archive.NameToInfo.keys():
        if b"oMath" in archive.read(name):
            tree = xml(archive, name)
            _write_formulas(tree)
            changed[name] = etree.tostring(tree)
    if not changed:
        return BytesIO(raw)
    rewritten = BytesIO()
    with ZipFile(rewritten, "w") as target:
        for name in archive.NameToInfo:
            if not name.startswith(_PICTURES):
                target.writestr(name, changed.get(name) or archive.read(name))
    return rewritten


def _write_formulas(tree: _Element) -> None:
    from lxml import etree

    for formula in list(tree.iter("{*}oMath")):
        parent = formula.getparent()
        if parent is None:
            continue
        run = etree.Element(f"{_WORD}r")
        text = etree.SubElement(run, f"{_WORD}t")
        text.text, run.tail = in_a_line(formula), formula.tail
        parent.replace(formula, run)
        if parent.tag.endswith("}oMathPara"):  # which mammoth leaves out, too
            parent.tag = f"{_WORD}ins"


def with_core_properties(archive: ZipFile, text: str) -> DocumentText:
    """Add the title, author and date that an Office document keeps in docProps."""
    core = xml_or_none(archive, "docProps/core.xml")
    properties = properties_of(
        author=first_text(core, "creator"),
        subject=first_text(core, "subject"),
        keywords=first_text(core, "keywords"),
    )
    title = " ".join(first_text(core, "title").split())
    return DocumentText(text, title, properties, moment(first_text(core, "created")))
