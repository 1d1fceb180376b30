"""The parsed query: text -> words to rank by, conditions to filter by, hints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from unicodedata import normalize

from vaultsearch.core.analyzer import find_words, fold_word
from vaultsearch.core.dates.days import Interval
from vaultsearch.core.dates.intervals import QuestionInterval, question_interval
from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import AllOf, AnyOf
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import (
    Condition,
    ConditionPlace,
    Dated,
    DateOf,
    Holds,
    InPassage,
    Matches,
    Past,
    Within,
    conjuncts,
    describe_condition,
    held_texts,
    is_slashed_pattern,
    moments_of,
)
from vaultsearch.core.query.questions import subject_of
from vaultsearch.core.query.words import (
    content_words,
    is_spaced,
    mark_prefix,
    query_terms,
    script_variants,
    typed_terms,
)
from vaultsearch.core.text import fold_text, replace_surrogates
from vaultsearch.core.today import today as this_day
from vaultsearch.core.values.query import LONGEST_QUERY, Correction
from vaultsearch.core.values.search import Chunk


def require_short(query: str) -> None:
    """Raise QueryError if a query is longer than anything a person types."""
    if len(query) > LONGEST_QUERY:
        raise QueryError(
            Message(
                "A query can have {} characters; this one has {}.", f"{LONGEST_QUERY:,}", f"{len(query):,}"
            ),
            "Shorten it, or search with it as a text: paste it into the window, or use search --from-file "
            "FILE or search_passage.",
        )


_LONGEST_READ = 4 * LONGEST_QUERY
"""Characters in which operators are read, as of a query within filters; what is longer is refused later."""
_MAX_NAMES = 16
"""Maximum names with combined corrections, which grow exponentially in number."""
_MAY_BE_SYNTAX = re.compile(r'[()"\[\]/:：（【“„＂]|(?<!\S)-')
_OPERATORS = frozenset(("AND", "OR", "NOT"))
_ENTRIES = """
note notes daily journal diary entry entries file files notiz notizen tagebuch eintrag datei dateien
笔记 筆記 日记 日記 的笔记 的筆記 的日记 的日記"""
_NOTHING_ASKED = frozenset(_ENTRIES.split())
"""Words that ask for nothing beside a time: "notes from last week" asks only for the time."""
_VERBATIM = re.compile(r"(?<!\S)\+(?=[^\W\d])")
_REQUIRED = re.compile(r"(?<!\S)\+([^\W\d]\S*)")
"""Before digits, a plus begins a telephone number."""
_END_PUNCTUATION = "?!.,;:)»”"
_BEGUN = re.compile(r"(?<=\w\w)\*$")
"""A last word written as a prefix, which it is anyway while nothing follows."""
_OPTION = re.compile(r"-\w[\w-]+")
_TAG = re.compile(r"#[\w/-]+")


@dataclass(frozen=True)
class Query:
    """A parsed query.

    Attributes:
        text: The query as typed.
        words: Words to rank by, which never exclude.
        conditions: Conditions that must all hold.
        hints: Sentences on parts that are unfinished, unreadable, or read as something else.
        corrections: Misspelt words and their replacements.
        is_literal: Whether the words are searched for literally, within words as well.
        interval: The days named by the words, such as "last month": notes from these days rank higher.
        is_relative: Whether the words place the interval relative to today.
        is_only_time: Whether nothing is asked for but the interval, whose notes come first.
        is_yearly: Whether the interval is a day without a year, and notes of other years are meant, too.
        typed_words: The words including those left out of the search: relative times, and phrases such as
            "what do my notes say about" that introduce the subject.
    """

    text: str
    words: str
    conditions: tuple[Condition, ...] = ()
    hints: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    language: str = ENGLISH
    is_literal: bool = False
    interval: Interval | None = None
    is_relative: bool = False
    is_only_time: bool = False
    is_yearly: bool = False
    typed_words: str = ""

    @property
    def retrieval_text(self) -> str:
        """Return the words for retrievers: a trailing space marks the last word as complete."""
        last = self.words.rpartition(" ")[2]
        return self.words if self.text.removesuffix("*").endswith(last) else self.words + " "

    @property
    def reading(self) -> str:
        """Return a short description of how the query was understood."""
        is_pattern = self.is_literal and is_slashed_pattern(self.words)
        kind = "regular expression" if is_pattern else "exact text" if self.is_literal else "words"
        words = [f"{kind}: {self.words}"] if self.words else []
        return " · ".join([*words, *map(describe_condition, self.conditions)])

    @property
    def past(self) -> Past | None:
        """Return the past asked for by the query, or None for present notes."""
        return next((part for part in conjuncts(self.conditions) if isinstance(part, Past)), None)

    @property
    def tagged(self) -> Query | None:
        """Return the query with words as tag conditions, or None unless all words are tags."""
        tags = [word.removeprefix("#") for word in self.words.split()]
        if self.is_literal or not tags or not all(map(_TAG.fullmatch, self.words.split())):
            return None
        tag_filters = (Within(ConditionPlace.TAG, Holds(tag)) for tag in tags)
        return replace(self, words="", conditions=(*self.conditions, *tag_filters))

    @property
    def dated(self) -> Dated | None:
        """Return the condition on the days that the words name, for the date of a note."""
        moments = self.interval and moments_of(self.interval)
        return Dated("", *moments, yearly=self.is_yearly) if moments else None

    @property
    def day(self) -> Dated | None:
        """Return the same if the words name a single day, not relative to today."""
        is_day = self.interval is not None and self.interval.first == self.interval.last
        return self.dated if is_day and not self.is_relative else None

    @property
    def of_day(self) -> Query:
        """Return the query for notes of, or with, the days."""
        dates = tuple(replace(self.dated, of=of) for of in (DateOf.NOTE, DateOf.ABOUT) if self.dated)
        return replace(self, words="", conditions=(*self.conditions, AnyOf(dates)))

    def is_of_days(self, chunk: Chunk) -> bool:
        """Return whether the date of a passage's note is in the interval."""
        dated, moment = self.dated, chunk.created or chunk.modified
        return dated is not None and moment is not None and dated.holds(moment)

    @property
    def option(self) -> str:
        """The query if it excludes a single word but looks like a command's option, `-xaf`; else ""."""
        return text if _OPTION.fullmatch(text := self.text.strip()) else ""

    def corrected(self, corrections: Sequence[Correction]) -> Query:
        """Return the query with misspelt words replaced."""
        meant = {correction.typed: correction.words[0] for correction in corrections if correction.replaces}
        words = replaced_words(self.words, meant) if meant else self.words
        # The plus is no longer needed once the words were looked up.
        words = _VERBATIM.sub("", words)
        return replace(self, words=words, corrections=tuple(corrections))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """List possible note names: as typed, the subject alone, and both with corrections."""
        subject = () if self.is_relative else (self.words,)
        names = list(dict.fromkeys((self.typed_words or self.words, *subject)))
        for correction in self.corrections:
            slip = re.compile(rf"\b{re.escape(correction.typed)}\b")
            mended = [slip.sub(word, fold_text(name)) for name in names for word in correction.words]
            # The name as typed stays first, however many corrections there are.
            names = list(dict.fromkeys([*names, *mended]))[:_MAX_NAMES]
        return tuple(names)

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """List the terms to mark in passages: words, corrections, variants, texts of conditions.

        Conditions and literal queries match within words as well, so their terms are prefixes.
        """
        corrected = (word for correction in self.corrections for word in correction.words)
        others = " ".join([*corrected, *script_variants(self.words)])
        held = " ".join(text for part in self.conditions for text in held_texts(part))
        within = [*(query_terms(self.words) if self.is_literal else ()), *query_terms(held)]
        typed = () if self.is_literal else typed_terms(self.retrieval_text, self.language)
        return tuple(dict.fromkeys([*typed, *query_terms(others), *map(mark_prefix, within)]))


def replaced_words(text: str, meant: Mapping[str, str]) -> str:
    """Replace words in a text, given replacements by folded form."""
    # From the end, so that earlier positions stay valid.
    for match in reversed(list(find_words(text))):
        if (word := meant.get(fold_word(match.group()))) is not None:
            text = text[: match.start()] + word + text[match.end() :]
    return text


def parse_query(text: str, today: date | None = None) -> Query:
    """Parse a query; never fail. Relative dates such as ``last week`` count from ``today``."""
    text = replace_surrogates(text)
    words = normalize("NFC", text).split()
    day = today or this_day()
    if len(text) > _LONGEST_READ:
        return Query(text, " ".join(words))
    # Nearly all questions are mere words, which need no parser.
    if not _MAY_BE_SYNTAX.search(text) and _OPERATORS.isdisjoint(words):
        return _without_unsearched(_with_required(Query(text, _BEGUN.sub("", " ".join(words))), day), day)
    # Importing and building the parser takes longer than a search for words.
    from vaultsearch.core.query.reading import read_query

    words_read, conditions, hints = read_query(text.replace("\n", " "), day)
    read = Query(text, _BEGUN.sub("", words_read), conditions, hints)
    return _without_unsearched(_with_required(read, day), day)


def parse_filter(text: str) -> Query:
    """Parse conditions. Raise QueryError for words, and for what is read only in part: more would match."""
    require_short(text)
    read = parse_query(text)
    if read.words:
        raise QueryError(
            Message("“{}” isn't a filter: plain words only rank notes.", read.words),
            read.hints[-1]
            if read.hints
            else 'Leave it out, or write it as a filter, such as "a phrase", content:word or tag:name.',
        )
    if read.hints:
        raise QueryError(Message("The filter “{}” can't be used.", text.strip()), read.hints[0])
    return read


def require_present(query: Query) -> None:
    """Raise QueryError for a query about the past, where only today's notes are known."""
    if query.past is not None:
        raise QueryError("The past can only be searched.", "Leave asof:, changed: and deleted: out.")


def literal_query(text: str, *, within_words: bool = False) -> Query:
    """Return a query with no syntax interpreted."""
    text = replace_surrogates(text)
    query = Query(text, text, is_literal=within_words)
    return query if within_words else _without_unsearched(query, this_day())


def _without_unsearched(query: Query, today: date) -> Query:
    """Set the interval named by the words; leave out words relative to today or to introduce the subject.

    A date written in full may occur in a note's text, and is searched for as well.
    """
    when, subject = question_interval(query.words, today), subject_of(query.words)
    if when is not None:
        others = _outside(query.words, when)
        carried = question_interval(subject, today) if subject else None
        beside = _outside(subject, carried) if subject and carried else others
        asked = {fold_text(word.group()) for word in find_words(content_words(beside))}
        # Nothing in "notes from last week" would be left to search for; "war" is a question in German alone.
        is_only_time = asked <= _NOTHING_ASKED | function_words(when.language)
        # Without a year, the day of the latest year is read.
        earlier = question_interval(query.words, today - timedelta(days=366))
        is_day = when.interval.first == when.interval.last and not when.relative
        is_yearly = is_day and (earlier is None or earlier.interval != when.interval)
        query = replace(query, interval=when.interval, is_only_time=is_only_time, is_yearly=is_yearly)
        if when.relative and not is_only_time:
            query = replace(query, words=others, is_relative=True, typed_words=query.words)
            subject = subject_of(others)
    if subject is None:
        return query
    return replace(query, words=subject, typed_words=query.typed_words or query.words)


def _outside(words: str, when: QuestionInterval) -> str:
    return " ".join((words[: when.start] + words[when.end :]).split())


def _with_required(query: Query, today: date) -> Query:
    """Require words with a plus in each passage, except where the plus only prevents reading a time.

    For `+menschen`, a licence without that word was listed first.
    """
    if "+" not in query.words:
        return query
    plain = _VERBATIM.sub("", query.words)
    when = question_interval(plain, today)
    of_time = plain[when.start : when.end].split() if when else []
    typed = (word.rstrip(_END_PUNCTUATION) for word in _REQUIRED.findall(query.words) if word not in of_time)
    required: list[Condition] = []
    for word in dict.fromkeys(typed):
        held: Condition = Holds(word)
        if is_spaced(word):
            end = r"\b" if word[-1].isalnum() else ""
            held = AllOf((held, Matches(rf"\b{re.escape(word)}{end}")))
        # In a line of the passage or in the note's title.
        required.append(InPassage((Within(ConditionPlace.LINE, held), Within(ConditionPlace.TITLE, held))))
    return replace(query, conditions=(*query.conditions, *required))
