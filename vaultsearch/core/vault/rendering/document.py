"""A note as a document by itself, as the page shows it, for other programs and for eyes without a window."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape, unescape
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Diagram, Formula, with_folds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.vault.rendering.page import NotePage

_PICTURE = re.compile(r"<img\b[^>]*?\bsrc='([^']*)'[^>]*>")
_ALT = re.compile(r"\balt='([^']*)'")
_INNER_LINK = re.compile(r"<a\b([^>]*) href='(?!https?:|#)[^']*'([^>]*)>")
_FOLD = re.compile(r"<p class='fold'>.*?</p>")
_DOCUMENT = """\
<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ max-width: 40em; margin: 2em auto; font: 16px/1.5 sans-serif; color: #1c1b19; background: #fff; }}
table {{ border-collapse: collapse; }}
.data td, .data th {{ border: 1px solid #ddd; padding: .2em .6em; }}
.properties td {{ padding: 0 1em .2em 0; }}
.property, .fold {{ color: #656057; }}
.chip, pre, code, .callout {{ background: #f1f0ed; }}
td.embed, td.callout, td.quotation {{ border-left: 3px solid #ccc; padding: .2em 1em; }}
.embed-heading {{ font-weight: 600; }}
.embed-title {{ font-size: 80%; color: #656057; }}
pre {{ white-space: pre-wrap; margin: 0; padding: .5em 1em; }}
.passage, .highlight {{ background: #fbf0c4; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def parts_of(page: NotePage) -> str:
    """Return the whole page, as the window shows it."""
    return "".join(page.html(part, None) for part in range(len(page.parts.parts)))


def document_of(page: NotePage, diagrams: Mapping[Diagram, bytes]) -> str:
    """Return the whole note as HTML: formulas and drawn ``diagrams`` as pictures.

    Other pictures, and links in the vault, are text.
    """

    def picture(match: re.Match[str]) -> str:
        alt = _ALT.search(match[0])
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            if diagram not in diagrams:
                return f"<code style='white-space: pre-wrap'>{escape(diagram.source)}</code>"
            drawn = diagrams[diagram]
            width = int.from_bytes(drawn[16:20], "big") // 2  # of two pixels a unit
            picture = f"data:image/png;base64,{b64encode(drawn).decode()}"
            return f"<img src='{picture}' alt='{escape(diagram.written)}' width='{width}'>"
        formula = Formula.of_address(unescape(match[1]))
        drawing = None if formula is None else page.formulas.picture(formula)
        if formula is None or drawing is None:
            return f"<i>{alt[1]}</i>" if alt else ""
        source = f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
        style = f"height: {formula.ascent + formula.descent:.3f}em; vertical-align: {-formula.descent:.3f}em"
        return f"<img src='{source}' alt='{escape(formula.source)}' style='{style}'>"

    shown = _FOLD.sub("", with_folds(parts_of(page), lambda _: True))
    body = _INNER_LINK.sub(r"<a\1\2>", _PICTURE.sub(picture, shown))
    return _DOCUMENT.format(title=escape(page.title), body=body)
