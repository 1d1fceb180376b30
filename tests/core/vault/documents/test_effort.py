"""Small documents that repeat themselves without end are read once: the work grows as the file does."""

from __future__ import annotations

import pytest

from tests.core.vault.documents.files import archive
from vaultsearch.core.vault.documents.open_document import read_odf
from vaultsearch.core.vault.documents.powerpoint import read_pptx
from vaultsearch.core.vault.documents.web_pages import read_epub

_URN = "urn:oasis:names:tc:opendocument:xmlns"
_ODF = " ".join(
    f'xmlns:{name}="{_URN}:{urn}:1.0"' for name, urn in (("o", "office"), ("t", "text"), ("d", "drawing"))
)
_REPEATED = 20_000


@pytest.mark.timeout(60)
def test_text_boxes_within_text_boxes_are_written_once() -> None:
    """Each box was written again by each around it: 30 of them, in 1 KB, a billion times."""
    depth = 40
    inner = "".join(f"<t:p>words {n}<d:frame><d:text-box>" for n in range(depth))
    content = f"<o:document {_ODF}><o:body><o:text>{inner}{'</d:text-box></d:frame></t:p>' * depth}</o:text></o:body></o:document>"
    text = read_odf(archive({"content.xml": content})).text
    assert text.split("\n\n") == [f"words {n}" for n in range(depth)]


@pytest.mark.timeout(60)
def test_a_formula_that_many_places_share_is_read_once_and_written_no_more_than_can_be_read() -> None:
    """20,000 places, in 2 KB, named one formula: 20 GB of text."""
    link = 'xmlns:x="http://www.w3.org/1999/xlink"'
    place = '<t:p><d:frame><d:object x:href="./f"/></d:frame></t:p>'
    content = f"<o:document {_ODF} {link}><o:body><o:text>{place * _REPEATED}</o:text></o:body></o:document>"
    formula = f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>{"x" * 1_000_000}</mi></math>'
    text = read_odf(archive({"content.xml": content, "f/content.xml": formula})).text
    assert 1_000_000 <= len(text) <= 6_000_000


@pytest.mark.timeout(60)
def test_a_chapter_that_the_spine_repeats_is_read_once() -> None:
    items = "".join(f'<item id="c{n}" href="a.html"/>' for n in range(_REPEATED))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(_REPEATED))
    book = archive(
        {
            "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
            "a.opf": f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>",
            "a.html": "<html><body><p>The harbour.</p></body></html>",
        }
    )
    assert read_epub(book).text == "The harbour."


@pytest.mark.timeout(60)
def test_a_slide_that_a_presentation_repeats_is_read_once() -> None:
    shape = "<sp><p><r><t>The harbour</t></r></p></sp>"
    ids = "".join(f'<sldId r:id="s{n}"/>' for n in range(_REPEATED))
    related = "".join(
        f'<Relationship Id="s{n}" Type="slide" Target="slides/a.xml"/>' for n in range(_REPEATED)
    )
    slides = archive(
        {
            "ppt/presentation.xml": f'<presentation xmlns:r="r">{ids}</presentation>',
            "ppt/_rels/presentation.xml.rels": f"<Relationships>{related}</Relationships>",
            "ppt/slides/a.xml": f"<sld>{shape}</sld>",
        }
    )
    assert read_pptx(slides).text.count("The harbour") == 1
