"""How a note looks on the page: the style sheet of its document, from tokens and the system's font."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from vaultsearch.gui.tokens import HAIRLINE_SHARE, Tokens

TEXT_SIZE = 1.05
"""The size of the page's text, as a multiple of the system's."""

_SHEET = """
p, li, dd, dt {{ line-height: 150%; }}
p, ul, ol, dl, pre, table, blockquote {{ margin-top: 0px; margin-bottom: {gap}px; }}
li {{ margin-bottom: 2px; }}
h1 {{ font-size: {h1}pt; font-weight: 600; margin-top: 8px; margin-bottom: {gap}px; }}
h2 {{ font-size: {h2}pt; font-weight: 600; margin-top: 20px; margin-bottom: 8px; }}
h3 {{ font-size: {h3}pt; font-weight: 600; margin-top: 16px; margin-bottom: 6px; }}
h4, h5, h6 {{ font-size: {text}pt; font-weight: 600; margin-top: 12px; margin-bottom: 4px; }}
a {{ color: {accent}; text-decoration: none; }}
code, kbd, samp, tt {{ font-family: "{mono}"; font-size: {small}pt; background-color: {code}; }}
pre {{ font-family: "{mono}"; font-size: {small}pt; background-color: {code}; }}
blockquote {{ color: {secondary}; margin-left: 16px; margin-right: 16px; }}
.highlight {{ background-color: {mark}; color: {ink}; }}
table {{ margin-top: 8px; border-collapse: collapse;
     border-color: {hairline}; border-style: solid; border-width: 1px; }}
th, td {{ padding: 4px 8px; border-color: {hairline}; border-style: solid; border-width: 1px; }}
th {{ font-weight: 600; background-color: {code}; }}
hr {{ color: {hairline}; background-color: {hairline}; }}
del, s {{ color: {secondary}; }}
.passage {{ background-color: {passage}; }}
.tag, .elision {{ color: {secondary}; }}
.callout {{ background-color: {code}; color: {ink}; }}
"""


def page_style(tokens: Tokens, font: QFont) -> str:
    """Give the style sheet for a page in these colours, counted from the system's ``font``."""
    base = QFontInfo(font).pointSizeF()
    mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    sizes = {"h1": 1.6, "h2": 1.35, "h3": 1.15, "text": TEXT_SIZE, "small": 0.95}
    return _SHEET.format(
        **{name: round(base * factor, 2) for name, factor in sizes.items()},
        gap=10,
        mono=mono,
        accent=tokens.accent,
        secondary=tokens.secondary,
        ink=tokens.text,
        mark=tokens.mark,
        passage=tokens.passage,
        code=Tokens.tinted(tokens.raised, tokens.text, 0.06),
        hairline=Tokens.tinted(tokens.raised, tokens.text, HAIRLINE_SHARE),
    )
