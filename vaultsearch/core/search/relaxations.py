"""Alternatives to a query without results, each with the number of notes it finds."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import regex

from vaultsearch.core.analyzer import fold_word
from vaultsearch.core.errors import QueryError
from vaultsearch.core.filters import AllOf
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.languages.detection import frequent_words
from vaultsearch.core.query.conditions import Condition, ConditionPlace, Holds, Matches, Within, held_texts
from vaultsearch.core.query.expansion import Expansion, expand_words
from vaultsearch.core.query.names import names_beside, names_like
from vaultsearch.core.query.narrowing import removal_of
from vaultsearch.core.query.query import Query, parse_query
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.reading import LocatedPart, as_term, locate_parts, quote_phrase, unknown_operator
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.query.vocabulary import WordVocabulary
from vaultsearch.core.query.words import content_words, is_spaced, query_terms, word_spans
from vaultsearch.core.text import fold_text, lower_text
from vaultsearch.core.today import today
from vaultsearch.core.values.search import Edit, Mode, Relaxation, RelaxationKind


@dataclass(frozen=True, slots=True)
class RelaxedCount:
    """How many notes a query finds, or with ``mention``, how many contain any query word.

    None if it finds notes by meaning alone: the length of such a list says nothing.
    """

    notes: int | None
    mention: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NoteCounter:
    """Counts the ``notes`` found by queries, unranked; ``expand`` and ``language`` are the engine's own."""

    notes: StoredNotes
    scope: QueryScope
    expand: Callable[[str], Awaitable[Expansion]]
    language: Callable[[str], Awaitable[str]]

    async def count(self, query: str, mode: Mode) -> RelaxedCount | None:
        """Count the notes a query finds; None if it finds none or counting takes too long."""
        try:
            if mode is Mode.GREP:
                return _found_notes(await self.holding_exactly(query))
            read = parse_query(query)
            if not read.words:
                return _found_notes(await self.holding(*read.conditions)) if read.conditions else None
            where = await self.scope.filter(read) if read.conditions else None
            if mode is Mode.FULLTEXT:
                also = (await self.expand(read.retrieval_text)).weighted
                # The same words as the retriever's, or the count would be that of another search.
                content = content_words(read.retrieval_text)
                return _found_notes(len(await self.notes.paths_mentioning(content, where, also)))
            text_words = " ".join(query_terms(read.words, await self.language(read.words)))
            if mentions := len(await self.notes.paths_mentioning(text_words, where)):
                return RelaxedCount(mentions, mention=True)
            # Meaning always finds something, unless the conditions leave no note.
            reached = where is None or await self.notes.paths(where)
            has_vectors = (await self.notes.counts())[2] > 0
            return RelaxedCount(None) if reached and has_vectors else None
        # A pattern that is half typed, say; the search itself tells what is wrong with it.
        except QueryError:
            return None

    async def holding(self, *conditions: Condition) -> int:
        """Count the notes matching all conditions; raise QueryError as the scope does."""
        where = await self.scope.filter(Query("", "", conditions))
        return len(await self.notes.paths(where))

    async def holding_exactly(self, text: str) -> int:
        """Count the notes in which a text stands, as the search for exact text does."""
        return await self.holding(Within(ConditionPlace.CONTENT, Holds(text.strip())))


def _found_notes(notes: int) -> RelaxedCount | None:
    return RelaxedCount(notes) if notes else None


MAX_RELAXATIONS = 4
"""The most relaxations offered: as many as a person takes in at a glance."""
_MAX_WORDS = 8
_MAX_NAMES = 2
_MIN_LETTERS = 3
"""Letters; shorter words occur inside too many others, frequent ones in too many notes."""


@dataclass(frozen=True, slots=True, eq=False)
class Relaxer:
    """Propose queries with results; ``vocabulary`` returns the index's words with counts."""

    counter: NoteCounter
    vocabulary: Callable[[], Awaitable[WordVocabulary]]
    languages: QueryLanguages

    async def __call__(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Return relaxations, most helpful first; ``listed`` if there are passages, though no answer."""
        if not query.strip():
            return ()
        parts = [] if mode is Mode.GREP else locate_parts(query, today())
        relaxed = await self._correct_names(query, mode, parts)
        parts = [part for part in parts if part.condition is not None]
        relaxed = relaxed or await self._correct_spelling(query, mode, parts)
        relaxed += await self._without_conditions(query, mode, parts)
        relaxed += await self._without_quotes(query, mode, parts)
        if mode is not Mode.GREP:
            relaxed += await self._single_words(query, mode, parts, listed)
        modes = [] if listed else await self._other_modes(query, mode)
        # Other modes always have their place: they change no word of the query.
        return (*relaxed[: MAX_RELAXATIONS - len(modes)], *modes)

    async def _correct_names(self, query: str, mode: Mode, parts: Iterable[LocatedPart]) -> list[Relaxation]:
        """Replace operators, tags, folders and other names that do not exist by those like them."""
        misnamed: list[tuple[LocatedPart, str, list[str]]] = []
        for part in parts:
            written = query[part.start : part.end]
            if part.condition is None:
                if (unknown := unknown_operator(written)) and unknown[1]:
                    misnamed.append((part, written, [unknown[1]]))
                continue
            named, names = names_beside(part.condition, await self.counter.notes.all())
            # Other conditions are not evaluated: a regular expression may take too long.
            alike = names_like(named, names) if named else []
            if alike and not await self.counter.holding(part.condition):
                misnamed.append((part, named, alike))
        mended: dict[str, tuple[list[str], list[str]]] = {}
        for index in range(_MAX_NAMES):
            mended_query = query
            wrong: list[str] = []
            right: list[str] = []
            # From the end, so that the places of the earlier ones stay right.
            for part, named, names in reversed(misnamed):
                name = names[min(index, len(names) - 1)]
                edit = Edit(part.start, part.end, _rename(query[part.start : part.end], named, name))
                mended_query, wrong, right = edit.applied(mended_query), [named, *wrong], [name, *right]
            mended.setdefault(mended_query, (wrong, right))
        relaxed: list[Relaxation] = []
        for mended_query, (wrong, right) in mended.items() if misnamed else ():
            edit, kind = _replace_query(query, mended_query), RelaxationKind.SPELLING
            relaxed += await self._offer_if_found(
                mended_query, kind, edit, mode, " ".join(wrong), " ".join(right)
            )
        return relaxed

    async def _correct_spelling(
        self, query: str, mode: Mode, parts: Iterable[LocatedPart]
    ) -> list[Relaxation]:
        """Correct misspelt words in exact conditions; elsewhere the search matches both spellings."""
        exact = [text for part in parts if part.condition for text in held_texts(part.condition)]
        words = query if mode is Mode.GREP else " ".join(exact)
        if not words.strip() or _is_pattern(query, mode):
            return []
        # A word of another language looks like a slip of one in the vault.
        if await self.languages.is_foreign(words):
            return []
        # A word is complete once a space follows.
        vocabulary = await self.vocabulary()
        read = expand_words(f"{words} ", vocabulary, await self.languages(words))
        meant = {each.typed: each.words[0] for each in read.corrections if not each.known}
        # Words are found without accents, exact text is not.
        for span in word_spans(words):
            usual = vocabulary.usual(term := fold_text(words[span.start : span.end]))
            if usual and fold_text(usual) == term and usual != lower_text(words[span.start : span.end]):
                meant.setdefault(term, usual)
        slips = [(span, query[span.start : span.end]) for span in word_spans(query)]
        slips = [(span, typed) for span, typed in slips if fold_text(typed) in meant]
        if not slips:
            return []
        mended = query
        # From the end, so that the places of the earlier ones stay right.
        for span, typed in reversed(slips):
            mended = Edit(span.start, span.end, meant[fold_text(typed)]).applied(mended)
        wrong = dict.fromkeys(typed for _, typed in slips)
        right = dict.fromkeys(meant[fold_text(typed)] for typed in wrong)
        edit, kind = _replace_query(query, mended), RelaxationKind.SPELLING
        return await self._offer_if_found(mended, kind, edit, mode, " ".join(wrong), " ".join(right))

    async def _without_conditions(self, query: str, mode: Mode, parts: list[LocatedPart]) -> list[Relaxation]:
        """Omit each condition alone; if that never helps, omit all."""
        relaxed: list[Relaxation] = []
        for part in parts:
            edit = removal_of(part, query)
            kind, subject = RelaxationKind.CONDITION, _condition_text(part, query)
            relaxed += await self._offer_if_found(edit.applied(query), kind, edit, mode, subject)
        if len(parts) > 1 and not relaxed:
            rest = query
            for part in reversed(parts):
                rest = removal_of(part, query).applied(rest)
            edit = _replace_query(query, rest.strip())
            return await self._offer_if_found(rest, RelaxationKind.CONDITIONS, edit, mode)
        # A query that finds something by meaning alone helps less.
        return sorted(relaxed, key=lambda relaxation: relaxation.notes is None)

    async def _without_quotes(self, query: str, mode: Mode, parts: Iterable[LocatedPart]) -> list[Relaxation]:
        """Search for a phrase's words anywhere."""
        relaxed: list[Relaxation] = []
        for part in parts:
            if isinstance(part.condition, Holds) and len(words := query_terms(part.condition.text)) > 1:
                edit = Edit(part.start, part.end, " ".join(words))
                kind, subject = RelaxationKind.PHRASE, _condition_text(part, query)
                relaxed += await self._offer_if_found(edit.applied(query), kind, edit, mode, subject)
        return relaxed

    async def _single_words(
        self, query: str, mode: Mode, parts: Iterable[LocatedPart], listed: bool
    ) -> list[Relaxation]:
        """Search for a single word, the rarest of those in any note first."""
        phrases = (part.condition.text for part in parts if isinstance(part.condition, Holds))
        words = " ".join([parse_query(query).words, *phrases])
        terms = query_terms(words, await self.languages(words))
        if len(terms) < (1 if listed else 2):
            return []
        vocabulary = await self.vocabulary()
        written = (words[span.start : span.end] for span in word_spans(words))
        typed = {fold_word(word): word for word in written}
        relaxed: list[Relaxation] = []
        for term in terms[:_MAX_WORDS]:
            if is_spaced(term) and (len(term) < _MIN_LETTERS or term in frequent_words()):
                continue
            form: str | None = typed[term]
            if is_spaced(term) and vocabulary and term.isalpha():
                usual = vocabulary.usual(term)
                form = form if usual == typed[term].lower() else usual
            if form and len(terms) == 1:
                continue
            held: Condition = Holds(form or typed[term])
            if form is None:
                # In no passage, but perhaps a word among a note's properties.
                form = typed[term]
                held = AllOf((held, Matches(rf"\b{regex.escape(form)}\b")))
            if notes := await self.counter.holding(held):
                edit = _replace_query(query, quote_phrase(form))
                relaxed.append(Relaxation(RelaxationKind.WORD, edit, mode, form, notes=notes))
        return sorted(relaxed, key=lambda relaxation: relaxation.notes or 0)

    async def _other_modes(self, query: str, mode: Mode) -> list[Relaxation]:
        """Search in another mode: by meaning if words fail, or for the exact characters."""
        if _is_pattern(query, mode):
            return []
        other = None
        if mode is Mode.GREP:
            other = Mode.HYBRID if parse_query(query).conditions else Mode.SEMANTIC
        elif mode is Mode.FULLTEXT and parse_query(query).words:
            other = Mode.SEMANTIC
        mode_kind, unchanged = RelaxationKind.MODE, Edit(0, 0)
        relaxed = [] if other is None else await self._offer_if_found(query, mode_kind, unchanged, other)
        if mode is not Mode.GREP:
            with contextlib.suppress(QueryError):
                if notes := await self.counter.holding_exactly(query):
                    relaxed.append(Relaxation(mode_kind, unchanged, Mode.GREP, notes=notes))
        return relaxed

    async def _offer_if_found(
        self, query: str, kind: RelaxationKind, edit: Edit, mode: Mode, subject: str = "", proposed: str = ""
    ) -> list[Relaxation]:
        """Return a relaxation if the edited ``query`` finds something."""
        if (notes := await self.counter.count(query, mode)) is None:
            return []
        return [Relaxation(kind, edit, mode, subject, proposed, notes.notes, notes.mention)]


def _rename(written: str, name: str, other: str) -> str:
    """Write a condition with another name, or instead of an unknown one."""
    if written == name:
        return other
    if written.startswith("(") and written.endswith(")"):
        return f"({_rename(written[1:-1], name, other)})"
    if not written.startswith("["):
        return f"{written.partition(':')[0]}:{as_term(other)}"
    head, tail = written[: written.rfind(name)], written[written.rfind(name) + len(name) :]
    is_quoted = head.endswith('"') and tail.startswith('"')
    return f"{head}{other if is_quoted else as_term(other)}{tail}"


def _is_pattern(query: str, mode: Mode) -> bool:
    text = query.strip()
    return mode is Mode.GREP and len(text) > 2 and text.startswith("/") and text.endswith("/")


def _condition_text(part: LocatedPart, query: str) -> str:
    return " ".join(query[part.start : part.end].split())


def _replace_query(query: str, text: str) -> Edit:
    return Edit(0, len(query), text)
