"""Search the full text: index the passages' terms, and query them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from vaultsearch.core.analyzer import MAX_TERM_CHARACTERS, QuestionTerms, question_terms
from vaultsearch.core.chunking.embedded_text import FILE_COLUMNS, NOTE_COLUMNS, WordColumns
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.tables.predicates import write_sql
from vaultsearch.core.index.tables.recent_words import Clause
from vaultsearch.core.values.search import WeightedWords

if TYPE_CHECKING:
    from lancedb import AsyncTable


_EXACT_WEIGHT = 0.5
"""The weight of a word as written, relative to the stem."""
_PART_WEIGHT, _MARKED_WEIGHT = 0.3, 0.05
"""The weights of a word's part, and of a word with accents: tie-breakers.

At the weight of words, xquad lost .001 nDCG@10 in English, and .018 in Turkish.
"""
_MARKED_FIRST = 10.0
"""How much more a word's accents weigh than how often a passage holds it."""
SCORE_AS_WRITTEN, _WEIGHT_AS_WRITTEN = 1e3, 1e10
"""The least score of a word held as written, and its weight: BM25 is below 100 for the rarest word, and above
1e-7 for one that each of a million passages holds."""
_MAX_REQUIRED = 8
"""Maximum terms required in a passage; a text's longest terms tell most."""


async def probe_words(table: AsyncTable) -> None:
    """Search each word index once. Raise LanceDB's errors if any is damaged."""
    from lancedb.query import MatchQuery

    match: Any = MatchQuery
    for column in (*NOTE_COLUMNS, *FILE_COLUMNS):
        await table.query().nearest_to_text(match("a", column)).limit(1).to_list()


async def ensure_words_indexed(table: AsyncTable, *, anew: bool = False) -> None:
    """Create missing indices over terms and dictionary words, or all of them ``anew``."""
    from lancedb.index import FTS

    # The analyzer has made the terms: nothing is stemmed, folded or left out here.
    terms = FTS(
        base_tokenizer="whitespace",
        with_position=False,
        stem=False,
        lower_case=False,
        ascii_folding=False,
        remove_stop_words=False,
        # LanceDB counts bytes, and a character of UTF-8 takes up to four.
        max_token_length=4 * MAX_TERM_CHARACTERS,
    )
    # For scripts without spaces: ICU knows the words of Chinese, Japanese and Thai.
    dictionary_words = FTS(base_tokenizer="icu", with_position=False, stem=False, remove_stop_words=False)
    indexed = {column for index in await table.list_indices() for column in index.columns}
    for columns in (NOTE_COLUMNS, FILE_COLUMNS):
        for column, config in zip(columns, (terms, dictionary_words), strict=True):
            if anew or column not in indexed:
                await table.create_index(column, config=config, replace=True)


async def unindexed_words(table: AsyncTable) -> int:
    """Count passages missing from the word index: each search scans them."""
    of_words = [index for index in await table.list_indices() if index.columns == [NOTE_COLUMNS.words]]
    return sum(index.num_unindexed_rows or 0 for index in of_words)


class WordQuery(NamedTuple):
    """A word search as LanceDB's query, and as clauses for `RecentWords`."""

    query: Any
    clauses: Sequence[Clause]


class WordSearch:
    """Searches the words of notes, or of other files, in the passage table.

    Args:
        languages: The passages' languages, by which a question's words are stemmed.
    """

    def __init__(self, table: AsyncTable, columns: WordColumns, languages: Sequence[str]) -> None:
        self._table = table
        self._columns = columns
        self._languages = tuple(languages)

    def matching(self, text: str, where: Filter | None, also: Sequence[WeightedWords]) -> WordQuery:
        """Return the query for passages holding any word, by BM25.

        The text is never read as syntax, and matches for words in ``also`` count less. Scripts without spaces
        are searched by dictionary words and by characters, each counting half.
        """
        from lancedb import query as full_text

        # Pydantic dataclasses, whose defaults the type checker does not see.
        match: Any = full_text.MatchQuery
        boolean: Any = full_text.BooleanQuery
        clauses = [
            clause
            for weighted in (WeightedWords(text, 1.0), *also)
            for clause in self._clauses(weighted.words, weighted.weight)
            # A text without any term finds nothing, instead of raising for an empty query.
        ] or [Clause(self._columns.words, ("",), 1.0)]
        operators = {False: full_text.FullTextOperator.OR, True: full_text.FullTextOperator.AND}
        parts = [
            match(
                " ".join(clause.terms), clause.column, boost=clause.weight, operator=operators[clause.every]
            )
            for clause in clauses
        ]
        joined = boolean([(full_text.Occur.SHOULD, part) for part in parts]) if len(parts) > 1 else parts[0]
        return WordQuery(self._found(joined, where), clauses)

    def _clauses(self, text: str, weight: float) -> Iterator[Clause]:
        terms = question_terms(text, self._languages)
        if terms.stems:
            yield Clause(self._columns.words, terms.stems, weight)
        if terms.exact:
            share = _EXACT_WEIGHT if terms.stems else 1.0
            yield Clause(self._columns.words, terms.exact, share * weight)
        if terms.parts:
            yield Clause(self._columns.words, terms.parts, _PART_WEIGHT * weight)
        # Each letter and digit: "iPhone 15" is iPhone15, and "iPhone 14" is not.
        for pieces in terms.cut:
            yield Clause(self._columns.words, pieces, _PART_WEIGHT * weight, every=True)
        if terms.marked:
            yield Clause(self._columns.words, terms.marked, _MARKED_WEIGHT * weight)
        if terms.characters:
            yield Clause(self._columns.words, terms.characters, 0.5 * weight)
            yield Clause(self._columns.unspaced, (terms.unspaced,), 0.5 * weight)

    def holding(self, text: str, where: Filter | None = None) -> WordQuery | None:
        """Return the query for passages holding every word in some spelling, by BM25, or None without words.

        Passages with the same accents come first. For scripts without spaces, passages must hold every pair
        of adjacent characters.
        """
        return self._holding(question_terms(text, self._languages), (), 1.0, where)

    def holding_form(self, word: str, where: Filter | None = None) -> WordQuery | None:
        """Return the query for passages holding a word in any form, by BM25, or None without a word.

        Passages holding it as written come first, with `SCORE_AS_WRITTEN` and more. Anything but a plain
        word, such as a name with signs, must be held as written.
        """
        terms = question_terms(word, self._languages)
        is_plain = len(terms.words) == 1 and not terms.compounds and not terms.characters
        forms = (*terms.words, *terms.stems) if is_plain else ()
        return self._holding(terms, forms, _WEIGHT_AS_WRITTEN, where)

    def _holding(
        self, terms: QuestionTerms, forms: Sequence[str], weight: float, where: Filter | None
    ) -> WordQuery | None:
        from lancedb import query as full_text

        match: Any = full_text.MatchQuery
        # Single characters stand in nearly every passage of such a script; they are required only if there is
        # nothing else.
        pairs = [term for term in terms.characters if len(term) > 1] or list(terms.characters)
        required = sorted((*terms.required, *pairs), key=len, reverse=True)[:_MAX_REQUIRED]
        if not required:
            return None
        column, occur = self._columns.words, full_text.Occur
        matched = match(" ".join(required), column, boost=weight, operator=full_text.FullTextOperator.AND)
        parts = [(occur.SHOULD if forms else occur.MUST, matched)]
        clauses = [Clause(column, required, weight, every=True)]
        if terms.marked:
            parts.append((occur.SHOULD, match(" ".join(terms.marked), column, boost=_MARKED_FIRST * weight)))
        if forms:
            parts.append((occur.SHOULD, match(" ".join(forms), column)))
            clauses.append(Clause(column, forms, 1.0))
        joined = full_text.BooleanQuery(parts) if len(parts) > 1 else matched
        return WordQuery(self._found(joined, where), clauses)

    def _found(self, matched: Any, where: Filter | None) -> Any:
        query: Any = self._table.query().nearest_to_text(matched)
        return query.where(write_sql(where)) if where is not None else query
