"""Query parser: syntax trees -> bare words, conditions and hints. Any input can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache, partial
from itertools import chain, groupby, takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unicodedata import normalize

import regex
from lark import Lark, Token, Transformer, Tree, v_args

from vaultsearch.core.filters import AllOf, AnyOf, Not
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import (
    DATE_PHRASES,
    Cased,
    Compared,
    Condition,
    ConditionPlace,
    Dated,
    DateOf,
    Empty,
    Equals,
    HasProperty,
    Holds,
    Matches,
    Wildcard,
    Within,
    map_parts,
    moments_of_date,
    number_of,
    open_moments,
    past_of,
)
from vaultsearch.core.today import today as this_day
from vaultsearch.core.values.times import PastKind


def _case_alternatives(names: Iterable[str]) -> str:
    """Return a terminal's alternatives: names in small, in capital and, with an operand, in title letters."""
    forms = (
        (name, name.upper(), rf"{name.capitalize()}(?=:\S)") for name in sorted(names, key=len, reverse=True)
    )
    return "|".join(form for each in forms for form in each)


_RELATIONS = ("after", "before", "on")
_GRAMMAR = (
    (Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"))
    .replace("PLACES", _case_alternatives(ConditionPlace))
    .replace("DATES", _case_alternatives(DateOf))
    .replace("RELATIONS", _case_alternatives(_RELATIONS))
    .replace("PASTS", _case_alternatives(PastKind))
)

_PREFIXES = ("_NOT", "CASE", "PLACE")
_OPERATORS = ("CASE", "PLACE", "DATED", "PAST")
_MAX_PARENTHESES = 12
"""Maximum nesting of parentheses, because the evaluation recurses into them."""
_ANY_TASK = frozenset({"task:", "task-todo:", "task-done:"})
"""Operators that mean any text where none follows."""
_MAX_DATE_WORDS = 6
"""Maximum words of a date without quotes."""
_LETTER = regex.compile(r"\p{L}")
_MAX_PREFIXES = 3
"""Maximum adjacent prefix operators, likewise."""
_NEEDS_QUOTES = regex.compile(r"[/<>=]|.*[\[\]*]")
_TO_ESCAPE = regex.compile(r'["\\]')
_OPTION = regex.compile(r"-(?:[A-Za-z0-9](?![^\s)])|\d+(?:[.,]\d+)?\s?[°%‰€$£])")
"""A command's option, or a negative measure: `tar -x` and `-10 °C` exclude no word."""
_MENTION = regex.compile(r"[A-Za-z]+:\s+\S")
"""An operator among words: without a date in them it is spoken of, as in "what does asof: do"."""
_TAG = regex.compile(r"#[\w/-]*[^\W\d][\w/-]*")
_WILDCARD = regex.compile(r"\w\*|\*\.?\w|\A\*\Z")
_ESCAPED = regex.compile(r'\\(["\\])')


_SIGNS = str.maketrans("：“„”＂（）【】", ':""""()[]')
_CURLY = '[“„＂][^“„”"＂]+[“”＂]'
_SIGNED = regex.compile(
    rf"""(?<!\w)(?:(?:{_case_alternatives((*ConditionPlace, *DateOf, *PastKind, *_RELATIONS))})：
        |\A{_CURLY}\Z | (?<=[:：(（-]){_CURLY}(?!\w) | （[^（）]*）(?!\w)
        |[\[【][^\[\]【】：:]+：[^\[\]【】]*[\]】])""",
    regex.VERBOSE,
)
"""Operators and brackets in the signs of word processors and Chinese keyboards; in a sentence, they quote."""


def _join_dates(tokens: Sequence[Token], text: str) -> Iterator[Token]:
    """Join a date operator with the words behind that name a date with it: ``on:letzte Woche``."""
    end = 0
    for index, token in enumerate(tokens):
        if int(token.start_pos or 0) < end:
            continue
        written = token.partition(":")[2].strip()
        # A quoted date is complete, and so is one in digits.
        goes_on = token.type in ("DATED", "PAST") and written and '"' not in written
        if goes_on and (_LETTER.search(written) or not _is_date(written)):
            words = takewhile(lambda word: word.type == "WORD", tokens[index + 1 : index + _MAX_DATE_WORDS])
            spans = [text[token.start_pos : word.end_pos] for word in words]
            whole = next((span for span in reversed(spans) if _is_date(span.partition(":")[2])), str(token))
            joined = Token.new_borrow_pos(token.type, whole, token)
            joined.end_pos = end = int(token.start_pos or 0) + len(whole)
            yield joined
        else:
            yield token


def _is_date(text: str) -> bool:
    return open_moments(text.strip(), this_day()) is not None


def tokenize_query(text: str) -> list[Token]:
    """Tokenize a query, finished or not, with operators in lower case; never fail."""
    lowered: list[Token] = []
    if not text.isascii():
        text = _SIGNED.sub(lambda part: part[0].translate(_SIGNS), text)
    for token in _join_dates([*_query_parser().lex(text)], text):
        operator, colon, rest = token.partition(":")
        is_operator = token.type in _OPERATORS
        # The position is kept, since edits of the query rely on it.
        lowered.append(
            Token.new_borrow_pos(token.type, operator.lower() + colon + rest, token) if is_operator else token
        )
    return lowered


def syntax_trees(text: str, hints: list[str]) -> list[Tree[Token]]:
    """Parse a query into terms after mending it; append a sentence per mend to ``hints``."""
    state = _query_parser().parse_interactive()
    balanced = _balance_parentheses(tokenize_query(text), hints)
    tokens: list[Token] = []
    for token in _drop_lone_prefixes(balanced, hints):
        # An OR needs an operand before it, too.
        if token.type == "_OR" and (not tokens or tokens[-1].type in ("LPAR", "_OR", *_PREFIXES)):
            hints.append(_missing_operand(token))
        else:
            tokens.append(token)
    for token in tokens:
        state.feed_token(token)
    trees: list[Tree[Token]] = state.feed_eof().children
    return trees


@cache
def _query_parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic", propagate_positions=True)


# --- Mending: unfinished queries are completed before parsing


def _balance_parentheses(tokens: Sequence[Token], hints: list[str]) -> list[Token]:
    balanced: list[Token] = []
    depth = 0
    for token in tokens:
        if token.type == "RPAR" and depth == 0:
            hints.append("Extra closing parenthesis ignored.")
            continue
        if token.type == "LPAR" and depth == _MAX_PARENTHESES:
            hints.append("Too many nested parentheses; the inner ones are ignored.")
            continue
        depth += {"LPAR": 1, "RPAR": -1}.get(token.type, 0)
        balanced.append(token)
    if depth:
        hints.append("Closing parenthesis assumed at the end.")
    return balanced + [Token("RPAR", ")")] * depth


def _drop_lone_prefixes(tokens: Sequence[Token], hints: list[str]) -> list[Token]:
    """Drop operators without an operand, and a final OR."""
    tokens_left: list[Token] = []
    run = 0
    # From the end, because an operator dangles only if no operand follows.
    for token in reversed(tokens):
        ends = not tokens_left or tokens_left[-1].type in ("RPAR", "_OR")
        if ends and token in _ANY_TASK:
            tokens_left.append(Token.new_borrow_pos("PHRASE", '""', token))
            tokens_left.append(token)
        elif token.type in (*_PREFIXES, "_OR") and ends:
            hints.append(_missing_operand(token))
        elif token.type in _PREFIXES and run == _MAX_PREFIXES:
            hints.append("Too many operators in a row; the first ones are ignored.")
        else:
            run = run + 1 if token.type in _PREFIXES else 0
            tokens_left.append(token)
    return tokens_left[::-1]


def _missing_operand(token: Token) -> str:
    if token.type == "_OR":
        return "OR needs a word on both sides and is ignored."
    return Message("{} needs a value and is ignored.", token)


def unquote_phrase(text: str) -> str:
    """Unescape a phrase's content; the inverse of `quote_phrase`."""
    return _ESCAPED.sub(r"\1", text)


def quote_phrase(text: str) -> str:
    """Write a text as a phrase that parses back unchanged."""
    return '"' + _TO_ESCAPE.sub(r"\\\g<0>", text) + '"'


def as_term(text: str) -> str:
    """Write a text as a word if possible, else as a phrase."""
    parts = tokenize_query(text)
    is_word = len(parts) == 1 and parts[0].type == "WORD" and not _NEEDS_QUOTES.match(text)
    return text if is_word else quote_phrase(text)


_LOGIC = {
    "AND": "AND is searched as a word; to require several words, use parentheses: (this that).",
    "NOT": "NOT is searched as a word; to exclude a word, use a minus: -this.",
}
_NAMED_LIKE_OPERATOR = regex.compile(r"(\p{Ll}[\p{Ll}-]*):((?![/:])[^\]]*)")
_OTHERS = """path: folder directory dir in; type: ext extension filetype kind; edited: modified updated
on: date between during day; after: since from; before: until till; content: text body; task-todo: todo"""
"""Operators here, and those of other programs that do the same."""
_SAME = (pair.strip().split(": ") for pair in _OTHERS.replace("\n", "; ").split(";"))
_OTHER_NAMES = {other: name for name, others in _SAME for other in others.split()}
_COMPARISON = regex.compile(r"(>=|<=|>|<|=)\s*(.*)|()([-+\d][^\s()\"]*\s?\.\.+\s?[^\s()\"]+)", regex.DOTALL)
"""A comparison with a number, a date or a text, or a range of numbers or dates, ``1..5``."""
_PROPERTY = regex.compile(
    r'\s*+(?:"([^"]*)"|((?:(?<![^\s(-])/(?!\s)(?:\\.|[^/\\])+/(?=[\s):]|\Z)|[^:"]'
    r'|"[^"]*"(?=[\s)])|(?<=[\s(])"[^"]*")*+))\s*+(?::(.*))?',
    regex.DOTALL,
)
"""A pattern in a name stands by itself and is never parted: trying it both ways took hours."""
_COMPARED_NAME = regex.compile(r"([^/<>=()]*[^/<>=()\s])\s*([<>=].*)")
"""A comparison without a colon: ``rating>3``."""
_SEVERAL_NAMES = regex.compile(r"^\(.*\)$|^/.+/$|\sOR\s")
"""A property name that stands for several names."""


class LocatedPart(NamedTuple):
    """The characters ``start`` to ``end`` of a query as parsed; ``condition`` is None for bare words.

    From ``begin`` to ``start`` there may be dangling operators, which are ignored.
    """

    condition: Condition | None
    begin: int
    start: int
    end: int


def read_query(text: str, today: date) -> tuple[str, tuple[Condition, ...], tuple[str, ...]]:
    """Return a query's bare words, conditions, and hints on unfinished parts; never fail."""
    hints: list[str] = []
    words: list[str] = []
    conditions: list[Condition] = []
    parts = [part for part, _, _ in _parse_parts(normalize("NFC", text), today, hints)]
    for part in parts:
        if _is_ranked(part, parts):
            bare = _bare_words(part)
            words += bare
            hints += [hint for word in bare for hint in _word_hints(word)]
        elif part not in (AllOf(()), Holds("")):
            conditions.append(_as_condition(part))
    return " ".join(words), tuple(conditions), tuple(dict.fromkeys(hints))


def locate_parts(text: str, today: date) -> list[LocatedPart]:
    """Return a query's parts with their positions, in order; never fail."""
    parts = _parse_parts(text, today, [])
    composed = normalize("NFC", text)
    # Positions refer to the text as typed, conditions to its composed form, which notes are compared with.
    read_parts = parts if composed == text else _parse_parts(composed, today, [])
    conditions = [part for part, _, _ in (read_parts if len(read_parts) == len(parts) else parts)]
    located_parts: list[LocatedPart] = []
    reached = 0
    for part, (_, start, end) in zip(conditions, parts, strict=True):
        says_nothing = _is_ranked(part, conditions) or part in (AllOf(()), Holds(""))
        begin = start - len(text[reached:start].lstrip())
        located_parts.append(LocatedPart(None if says_nothing else _as_condition(part), begin, start, end))
        reached = end
    return located_parts


def _is_ranked(part: Condition, parts: Sequence[Condition]) -> bool:
    """Return whether a part is only words, which rank; a group of words ranks beside bare words."""
    in_a_sentence = any(isinstance(part, _BareWord) for part in parts)
    return isinstance(part, _BareWord) or (in_a_sentence and isinstance(part, _BareGroup))


_Part: TypeAlias = tuple[Condition, int, int]
"""A part of a query as parsed, and its start and end in characters."""


def _parse_parts(text: str, today: date, hints: list[str], *, in_property: bool = False) -> list[_Part]:
    """Parse the parts of a query; an OR at the top level joins them into one part."""
    reader = _Reader(today, hints, in_property=in_property)
    sides: list[list[_Part]] = [[]]
    for tree in syntax_trees(text, hints):
        if tree.data == "either":
            sides.append([])
        else:
            # A parenthesis closed by mending has no position.
            start, end = tree.meta.start_pos, getattr(tree.meta, "end_pos", None) or len(text)
            is_option = not in_property and _OPTION.match(text, start)
            before = len(hints)
            part = _BareWord(text[start:end]) if is_option else reader.transform(tree)
            is_among_words = bool(sides[-1]) and isinstance(sides[-1][-1][0], _BareWord)
            if is_among_words and part == AllOf(()) and _MENTION.match(text, start):
                del hints[before:]
                part = _BareWord(text[start:end].replace(":", "", 1))
            sides[-1].append((part, start, end))
    whole = [part for side in sides for part in side]
    sides_asked = [*filter(None, (_drop_empty(part for part, _, _ in side) for side in sides))]
    if len(sides_asked) < 2:
        return whole
    return [(AnyOf(tuple(map(_join_parts, sides_asked))), whole[0][1], whole[-1][2])]


def _drop_empty(parts: Iterable[Condition]) -> list[Condition]:
    return [part for part in parts if part != AllOf(())]


def _word_hints(word: str) -> Iterator[str]:
    if word.startswith("/") and word.count("/") == 1 and len(word) > 1:
        yield "Closing / missing; searched as plain words."
    if regex.match(r"\[[^\[\]]+\Z", word):
        yield "Closing ] missing; searched as plain words."
    if word in ("AND", "NOT"):
        yield _LOGIC[word]
    if unknown := unknown_operator(word):
        yield Message("{}: isn't an operator; searched as plain words.", unknown[0])
        if unknown[1]:
            yield Message("Perhaps {} is meant.", unknown[1])


def unknown_operator(word: str) -> tuple[str, str] | None:
    """Return the operator of a word if there is none of that name, and the condition that may be meant."""
    match = _NAMED_LIKE_OPERATOR.fullmatch(word)
    if match is None:
        return None
    name, operand = match.groups()
    operators = (*ConditionPlace, *DateOf, *PastKind, *_RELATIONS)
    from rapidfuzz.distance import OSA

    begun = (each for each in operators if len(name) > 2 < len(each) and name.startswith(each))
    slips = (each for each in operators if len(name) > 2 < len(each) and OSA.distance(name, each) == 1)
    if name in ("has", "no") and operand:
        held = operand.removesuffix("s")
        place = _OTHER_NAMES.get(held, held)
        return name, "-" * (name == "no") + (
            f'{place}:""' if place in tuple(ConditionPlace) else f"[{operand}]"
        )
    if near := _OTHER_NAMES.get(name) or next(chain(slips, begun), None):
        return name, f"{near}:{operand}"
    # 12:30 and at:5 are no conditions, date:2026-05 is one.
    # No note has the property of a state: is:orphan.
    is_property = operand and name != "is"
    return None if operand[:1].isdigit() else (name, f"[{name}:{operand}]" if is_property else "")


class _BareWord(Holds):
    """A word on its own: it ranks, unless the context makes it a condition."""

    __slots__ = ()


class _BareGroup(AllOf[Condition]):
    """A group of bare words: it ranks beside other bare words, else it is a condition."""

    __slots__ = ()


def _bare_words(part: Condition) -> list[str]:
    if isinstance(part, _BareGroup):
        return [word for inner in part.parts for word in _bare_words(inner)]
    return [part.text] if isinstance(part, _BareWord) else []


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    def __init__(self, today: date, hints: list[str], *, in_property: bool = False) -> None:
        super().__init__()
        self._today = today
        self._hints = hints
        self._holds = Equals if in_property else Holds

    def term(self, part: Condition) -> Condition:
        return part

    def either(self) -> None:
        """Return None, which separates two alternatives."""

    def group(self, *parts: Condition | None) -> Condition:
        # Each OR was read as None.
        split = groupby(parts, lambda part: part is None)
        sides = [_drop_empty(part for part in side if part) for is_or, side in split if not is_or]
        nonempty_sides = [side for side in sides if side]
        if len(nonempty_sides) > 1:
            return AnyOf(tuple(map(_join_parts, nonempty_sides)))
        first_side = tuple(nonempty_sides[0]) if nonempty_sides else ()
        if first_side and all(isinstance(part, _BareWord | _BareGroup) for part in first_side):
            return _BareGroup(first_side)
        return _join_parts(first_side)

    def without(self, part: Condition) -> Condition:
        # Negating nothing would exclude every note.
        return AllOf(()) if part == AllOf(()) else Not(part)

    def cased(self, operator: Token, part: Condition) -> Condition:
        return AllOf(()) if part == AllOf(()) else Cased(operator == "match-case:", part)

    def within(self, operator: Token, part: Condition) -> Condition:
        place = ConditionPlace(operator[:-1])
        return AllOf(()) if part == AllOf(()) else Within(place, _as_condition(part, in_place=True))

    def leaf(self, token: Token) -> Condition:
        if read := {"PATTERN": self._pattern, "PROPERTY": self._property}.get(token.type):
            return read(token[1:-1])
        if read := {"DATED": self._dated, "PAST": self._past}.get(token.type):
            return read(str(token))
        match token.type:
            case "PHRASE":
                return self._holds(unquote_phrase(token[1:-1]))
            case "OPEN_PHRASE":
                self._hints.append('Closing " assumed at the end.')
                return self._holds(unquote_phrase(token[1:]))
            case "OPEN_PROPERTY":
                self._hints.append("Closing ] assumed at the end.")
                return self._property(token[1:])
            case _:
                return _BareWord(str(token))

    def _pattern(self, pattern: str) -> Condition:
        try:
            regex.compile(pattern)
        # The library raises these if a pattern is nested too deeply or repeats too often.
        except (regex.error, RecursionError, OverflowError, ValueError) as error:
            self._hints.append(
                Message("/{}/ isn't a valid regular expression ({}); searched as plain text.", pattern, error)
            )
            return Holds(pattern)
        return Matches(pattern)

    def _dated(self, token: str) -> Condition:
        operator, _, written = token.partition(":")
        written = written.strip().strip('"')
        interval = open_moments(written, self._today)
        if interval is None:
            self._hints.append(_needs_date(operator))
            return AllOf(())
        start, end = interval
        if operator == "after":
            return Dated(Message("{} {}", Message("dated after"), written), start=end)
        if operator == "before":
            return Dated(Message("{} {}", Message("dated before"), written), end=start)
        date_of = DateOf.NOTE if operator == "on" else DateOf(operator)
        return Dated(Message("{} {}", Message(DATE_PHRASES[date_of]), written), start, end, date_of)

    def _past(self, token: str) -> Condition:
        operator, _, written = token.partition(":")
        past = past_of(operator, written.strip().strip('"'), self._today)
        if past.invalid == operator:
            self._hints.append(_needs_date(operator))
            return AllOf(())
        return past

    def _property(self, inner: str) -> Condition:
        match = _PROPERTY.fullmatch(inner)
        quoted, bare, value = match.groups() if match else (None, None, None)
        name = " ".join((quoted or bare or "").split())
        if not name:
            return _BareWord(f"[{inner}]")
        if quoted is None and value is None and (compared := _COMPARED_NAME.fullmatch(name)):
            name, value = compared.groups()
        text = (value or "").strip()
        wanted_value: Condition | Compared | Empty | None = None
        if text == "null":
            wanted_value = Empty()
        elif match := _COMPARISON.fullmatch(text):
            sign, operand = match[1] or "=", (match[2] or match[4] or "").strip().strip('"')
            if operand:
                wanted_value = Compared(sign, operand, moments_of_date(operand, self._today))
                if sign != "=" and wanted_value.days is None and number_of(operand) is None:
                    self._hints.append(
                        Message("“{}” is neither a number nor a date, so nothing is {} it.", operand, sign)
                    )
        elif text:
            wanted_value = self._joined_parts(text, in_property=True)
        is_several = quoted is None and _SEVERAL_NAMES.search(name)
        return HasProperty(name, wanted_value, self._joined_parts(name) if is_several else None)

    def _joined_parts(self, text: str, *, in_property: bool = False) -> Condition | None:
        """Return the condition written within a property, None if it is empty so far."""
        parts = _parse_parts(text, self._today, self._hints, in_property=in_property)
        asked = _drop_empty(part for part, _, _ in parts)
        return _as_condition(_join_parts(asked), in_place=True) if asked else None


def _needs_date(operator: str) -> str:
    return Message(
        "{}: needs a date such as 2026-05-12, 2026-05, today or last week, and is ignored.", operator
    )


def _join_parts(parts: Sequence[Condition]) -> Condition:
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def _as_condition(part: Condition, *, in_place: bool = False) -> Condition:
    """Return a condition without bare words: by itself, not ``in_place``, ``#tag`` is a tag."""
    if isinstance(part, _BareWord):
        if not in_place and _TAG.fullmatch(part.text):
            return Within(ConditionPlace.TAG, Holds(part.text))
        return Wildcard.of(part.text) if _WILDCARD.search(part.text) else Holds(part.text)
    converted = map_parts(part, partial(_as_condition, in_place=in_place))
    return _join_parts(converted.parts) if isinstance(converted, AllOf) else converted
