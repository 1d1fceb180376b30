"""The grammar and lexer of queries: Obsidian's search operators and a few more, any input mended to parse."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import regex
from lark import Lark, Token

from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lark import Tree

# Tokens are tried by priority: closed constructs before unclosed ones, words last. Adjacent terms are a
# conjunction; OR separates conjunctions, as in Obsidian.
_GRAMMAR = r"""
start: (term | either)*
term: _term
either: _OR
_term: without | cased | within | group | leaf
without: _NOT _term
cased: CASE _term
within: PLACE _term
group: "(" (term | either)* ")"
leaf: WORD | PHRASE | OPEN_PHRASE | PATTERN | PROPERTY | OPEN_PROPERTY | DATED

PROPERTY.9: /\[(?:"[^"]*"|[^\[\]"])+\]/
OPEN_PROPERTY.8: /\[(?:"[^"]*"|[^\[\]":\s])+:[^\[\]]*\Z/
PATTERN.8: /\/(?!\s)(?:\\.|[^\/\\])+\/(?=[\s)]|\Z)/s
PHRASE.8: /"(?:\\.|[^"\\])*"/s
OPEN_PHRASE.7: /"(?:\\.|[^"\\])*\\?\Z/s
DATED.7: /(?:after|before|on|AFTER|BEFORE|ON):\s*(?:(?:last|this)\s+(?:week|month|year)\b|"[^"]*"|[^\s()"]*)/
CASE.7: /(?:match|ignore)-case:|(?:MATCH|IGNORE)-CASE:/
PLACE.7: /(?:PLACES):/
_NOT.6: /-(?=["(\/\[#\w])/
_OR.6: /OR(?![^\s()"])/
WORD.1: /[^\s()"]+(?:\([^\s()"]*\)[^\s()"]*)*/
%ignore /\s+/
""".replace("PLACES", "|".join(sorted((*Place, *map(str.upper, Place)), key=len, reverse=True)))

_PREFIXES = ("_NOT", "CASE", "PLACE")
_OPERATORS = ("CASE", "PLACE", "DATED")
_DEEPEST = 12
"""Limit of nested parentheses, because the evaluation recurses into them."""
_MOST_PREFIXES = 3
"""Limit of adjacent prefix operators, likewise."""
_NEEDS_QUOTES = regex.compile(r"[/<>=]|.*[\[\]]")
_TO_ESCAPE = regex.compile(r'["\\]')
_ESCAPED = regex.compile(r'\\(["\\])')


def tokens(text: str) -> list[Token]:
    """Tokenize a query, finished or not; never fail."""
    return [_lowercase_operator(token) for token in _parser().lex(text)]


def _lowercase_operator(token: Token) -> Token:
    """Write an uppercase operator in lower case."""
    if token.type not in _OPERATORS:
        return token
    operator, colon, rest = token.partition(":")
    return Token.new_borrow_pos(token.type, operator.lower() + colon + rest, token)


def syntax_trees(text: str, hints: list[str]) -> list[Tree[Token]]:
    """Parse a query into its terms after mending it; append one sentence per mend to ``hints``."""
    state = _parser().parse_interactive()
    for token in _mended(tokens(text), hints):
        state.feed_token(token)
    trees: list[Tree[Token]] = state.feed_eof().children
    return trees


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic", propagate_positions=True)


# --- Mending: unfinished queries are completed before parsing ---------------------------------------


def _mended(tokens: Sequence[Token], hints: list[str]) -> Iterable[Token]:
    return _without_lone_or(_without_lone_prefixes(_balanced(tokens, hints), hints), hints)


def _balanced(tokens: Sequence[Token], hints: list[str]) -> list[Token]:
    balanced: list[Token] = []
    depth = 0
    for token in tokens:
        if token.type == "RPAR" and depth == 0:
            hints.append("Extra closing parenthesis ignored.")
            continue
        if token.type == "LPAR" and depth == _DEEPEST:
            hints.append("Too many nested parentheses; the inner ones are ignored.")
            continue
        depth += {"LPAR": 1, "RPAR": -1}.get(token.type, 0)
        balanced.append(token)
    if depth:
        hints.append("Closing parenthesis assumed at the end.")
    return balanced + [Token("RPAR", ")")] * depth


def _without_lone_prefixes(tokens: Sequence[Token], hints: list[str]) -> list[Token]:
    """Drop operators without an operand, and a final OR."""
    tokens_left: list[Token] = []
    run = 0
    for token in reversed(tokens):
        ends = not tokens_left or tokens_left[-1].type in ("RPAR", "_OR")
        if token.type in (*_PREFIXES, "_OR") and ends:
            hints.append(_missing_operand(token))
        elif token.type in _PREFIXES and run == _MOST_PREFIXES:
            hints.append("Too many operators in a row; the first ones are ignored.")
        else:
            run = run + 1 if token.type in _PREFIXES else 0
            tokens_left.append(token)
    return tokens_left[::-1]


def _without_lone_or(tokens: Sequence[Token], hints: list[str]) -> list[Token]:
    tokens_left: list[Token] = []
    for token in tokens:
        if token.type == "_OR" and (not tokens_left or tokens_left[-1].type in ("LPAR", "_OR", *_PREFIXES)):
            hints.append(_missing_operand(token))
        else:
            tokens_left.append(token)
    return tokens_left


def _missing_operand(token: Token) -> str:
    if token.type == "_OR":
        return "OR needs a word on both sides and is ignored."
    return Message("{} needs a value and is ignored.", token)


def unquoted(text: str) -> str:
    """Unescape the content of a phrase; the inverse of `quoted`."""
    return _ESCAPED.sub(r"\1", text)


def quoted(text: str) -> str:
    """Write a text as a phrase that is read back unchanged."""
    return '"' + _TO_ESCAPE.sub(r"\\\g<0>", text) + '"'


def as_term(text: str) -> str:
    """Write a text as a word if it is read back as one, else as a phrase."""
    parts = tokens(text)
    is_word = len(parts) == 1 and parts[0].type == "WORD" and not _NEEDS_QUOTES.match(text)
    return text if is_word else quoted(text)
