"""A Word document -> Markdown, through the HTML that mammoth makes of it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.archive import first_text, open_archive, xml_or_none
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.guarding import moment, properties_of, reads
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.pages import tree_of

if TYPE_CHECKING:
    from zipfile import ZipFile

_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"


@reads("a Word document")
def read_docx(raw: bytes) -> DocumentText:
    """Read a docx with its headings by style, lists, tables, footnotes and comments."""
    import mammoth

    archive = open_archive(raw)
    # Only the alternative texts of pictures are used, so the pictures are not read.
    pictures = mammoth.images.img_element(lambda image: {})  # noqa: ARG005 - called with the picture
    made = mammoth.convert_to_html(BytesIO(raw), style_map=_STYLES, convert_image=pictures)
    tree = tree_of(made.value)
    return with_core_properties(archive, markdown_of(tree) if tree is not None else "")


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
