"""Code -> HTML with classes by token type. Pygments is imported on first use."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer

LONGEST = 20_000
"""Maximum characters of highlighted code."""

_CLASSES = (
    ("Comment", "comment"),
    ("Keyword", "keyword"),
    ("Operator.Word", "keyword"),
    ("Name.Tag", "keyword"),
    ("Literal.String", "string"),
    ("Literal.Number", "number"),
    ("Literal", "number"),
    ("Name.Function", "name"),
    ("Name.Class", "name"),
    ("Name.Decorator", "name"),
    ("Name.Attribute", "name"),
    ("Name.Builtin", "builtin"),
    ("Name.Exception", "builtin"),
    ("Name.Constant", "number"),
    ("Generic.Inserted", "string"),
    ("Generic.Deleted", "deleted"),
    ("Generic.Heading", "keyword"),
)


def highlighted(code: str, language: str) -> str:
    """Return ``code`` as HTML, unhighlighted if the language is unknown or the code too long."""
    lexer = _lexer(language.lower()) if language and len(code) <= LONGEST else None
    if lexer is None:
        return escape(code)
    words = groupby(lexer.get_tokens(code), key=lambda word: _class_of(str(word[0])))
    return "".join(_span(name, "".join(text for _, text in alike)) for name, alike in words).rstrip("\n")


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    return lexer


@lru_cache(maxsize=256)
def _class_of(kind: str) -> str:
    kind = kind.removeprefix("Token.")
    return next((name for start, name in _CLASSES if kind == start or kind.startswith(start + ".")), "")


def _span(name: str, text: str) -> str:
    return f"<span class='code-{name}'>{escape(text)}</span>" if name and text.strip() else escape(text)
