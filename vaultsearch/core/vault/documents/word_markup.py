"""A part of a Word document, rewritten so that mammoth leaves nothing out of it.

mammoth 1.13 skips elements that it does not know with all that is in them: formulas, simple fields, phonetic
guides, turned text, and text boxes that only newer versions of Word can show.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.archive import local
from vaultsearch.core.vault.documents.formulas import in_a_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_WORD = "{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{}"
_REWRITTEN = re.compile(
    rb"[<:](?:oMath|fldSimple|ruby|txbxContent|dir|bdo|cr|ptab|softHyphen|noBreakHyphen)[ />]"
)
_KNOWN_AS = {"fldSimple": "ins", "dir": "ins", "bdo": "ins", "cr": "br", "ptab": "tab", "noBreakHyphen": "t"}
"""Elements, and those of the same content and namespace that mammoth knows."""
_NOT_SHOWN = frozenset(("instrText", "delText", "Fallback", "del", "moveFrom"))


def is_rewritten(part: bytes) -> bool:
    """Return whether a part holds anything that mammoth leaves out."""
    return _REWRITTEN.search(part) is not None


def rewrite(tree: _Element) -> None:
    """Replace what mammoth leaves out by what it reads."""
    _write_formulas(tree)
    _move_text_boxes(tree)
    for element in list(tree.iter("{*}ruby", "{*}softHyphen")):
        _replace(element, [run for base in element.iterfind("{*}rubyBase") for run in base])
    for element in list(tree.iter(*(f"{{*}}{name}" for name in _KNOWN_AS))):
        name = local(element)
        element.tag = f"{element.tag.partition('}')[0]}}}{_KNOWN_AS[name]}"
        if name == "noBreakHyphen":
            element.text = "-"  # which people type, to find it


def paragraphs(tree: _Element) -> Iterator[str]:
    """Yield the text of each paragraph of a rewritten part as it is, without formatting."""
    for paragraph in tree.iter("{*}p"):
        if line := " ".join("".join(_texts(paragraph)).split()):
            yield line


def _texts(element: _Element) -> Iterator[str]:
    for child in element:
        name = local(child)
        if name == "t":
            yield child.text or ""
        elif name in ("tab", "br"):
            yield " "
        elif name not in _NOT_SHOWN and name != "p":
            yield from _texts(child)


def _replace(element: _Element, by: list[_Element]) -> None:
    """Put other elements into an element's place."""
    parent = element.getparent()
    if parent is None:
        return
    index = parent.index(element)
    parent[index : index + 1] = by


def _write_formulas(tree: _Element) -> None:
    from lxml import etree

    for formula in list(tree.iter("{*}oMath")):
        parent = formula.getparent()
        if parent is None:
            continue
        run = etree.Element(_WORD.format("r"))
        text = etree.SubElement(run, _WORD.format("t"))
        text.text, run.tail = in_a_line(formula), formula.tail
        parent.replace(formula, run)
        if local(parent) == "oMathPara":
            parent.tag = _WORD.format("ins")


def _move_text_boxes(tree: _Element) -> None:
    """Move the paragraphs of text boxes behind those in which the boxes stand.

    A box is often written twice, for newer and for older versions of Word, which mammoth takes alone.
    """
    for twice in list(tree.iter("{*}AlternateContent")):
        if next(twice.iterfind("{*}Choice//{*}txbxContent"), None) is not None:
            for older in twice.findall("{*}Fallback"):
                twice.remove(older)
    last: dict[_Element, _Element] = {}
    for box in list(tree.iter("{*}txbxContent")):
        host = next(box.iterancestors("{*}p"), None)
        if host is None:
            continue
        for element in list(box):
            last.get(host, host).addnext(element)
            last[host] = element
