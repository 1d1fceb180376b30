"""Full text search: the index of the passages' words, and the queries to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.index.predicates import contains, sql
from vaultsearch.core.index.searchable_text import (
    OF_FILES,
    OF_NOTES,
    WordColumns,
    asked_of_columns,
    searchable,
)
from vaultsearch.core.text import without_runs
from vaultsearch.core.values.search import WeightedWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lancedb import AsyncTable

    from vaultsearch.core.filters import Filter

_NEEDED = 4
"""Conditions of a query that are asked of every passage; more only make it slower."""
_BEHIND = 50
"""How much longer a passage takes that is not in the index of characters than one that is only read."""


async def probe_words(table: AsyncTable) -> None:
    """Search each index over the passages' words once. Raise LanceDB's errors if one is damaged."""
    from lancedb.query import MatchQuery

    match: Any = MatchQuery
    for column in (*OF_NOTES, *OF_FILES):
        await table.query().nearest_to_text(match("a", column)).limit(1).to_list()


async def ensure_words_indexed(table: AsyncTable, *, anew: bool = False) -> None:
    """Make the indices over words and over characters that are missing, or all of them ``anew``."""
    from lancedb.index import FTS

    # Measured on cranfield and xquad in English and German: stemming helps all three, removing
    # stop words helps one and hurts another; and "the who" must be findable. Stemming German as
    # German made no difference once words were fused with meaning.
    words = FTS(base_tokenizer="icu", with_position=False, stem=True, remove_stop_words=False)
    # Single characters with the pairs: Hit@1 on xquad in Chinese .933, with pairs alone .920.
    pairs = FTS(
        base_tokenizer="ngram",
        ngram_min_length=1,
        ngram_max_length=2,
        stem=False,
        remove_stop_words=False,
    )
    indexed = {column for index in await table.list_indices() for column in index.columns}
    for columns in (OF_NOTES, OF_FILES):
        for column, config in zip(columns, (words, pairs), strict=True):
            if anew or column not in indexed:
                await table.create_index(column, config=config, replace=True)


async def unindexed_words(table: AsyncTable) -> int:
    """Count the passages that the index over words does not hold yet: each search scans them."""
    of_words = [index for index in await table.list_indices() if index.columns == [OF_NOTES.words]]
    return sum(index.num_unindexed_rows or 0 for index in of_words)


class WordSearch:
    """Searches the words of notes, or of other files, in the passages' table."""

    def __init__(self, table: AsyncTable, columns: WordColumns) -> None:
        self._table = table
        self._columns = columns

    async def matching(self, text: str, where: Filter | None, also: Sequence[WeightedWords]) -> Any:
        """Return the query for the passages that hold any of the words, by BM25.

        The text is never read as syntax, and matches of the words in ``also`` count less. Scripts without
        spaces are searched by words and by characters, and each counts half.
        """
        from lancedb import query as full_text

        # Pydantic dataclasses, whose defaults the type checker does not see.
        match: Any = full_text.MatchQuery
        boolean: Any = full_text.BooleanQuery
        by_character = bool(searchable(text)[1]) and await self._holds_unspaced()
        asked = [
            match(words, column, boost=one.weight * share)
            for one in (WeightedWords(text, 1.0), *also)
            for column, words, share in asked_of_columns(one.words, self._columns, by_character=by_character)
        ]
        joined = boolean([(full_text.Occur.SHOULD, one) for one in asked]) if len(asked) > 1 else asked[0]
        query: Any = self._table.query().nearest_to_text(joined)
        return query.where(sql(where)) if where is not None else query

    async def holding(self, text: str, n: int) -> list[str]:
        """List up to n passages that hold every word of a text, in any order and any of its forms.

        Runs of scripts without spaces occur in them as they stand. Of more than n, those with the best BM25.
        """
        from lancedb import query as full_text

        match: Any = full_text.MatchQuery
        boolean: Any = full_text.BooleanQuery
        words, unspaced = searchable(text)
        spaced = without_runs(words)
        asked = []
        if any(map(str.isalnum, spaced)):
            needed = match(spaced, self._columns.words, operator=full_text.FullTextOperator.AND)
            asked.append((full_text.Occur.MUST, needed))
        if unspaced and not await self._is_behind():
            # WORKAROUND lancedb 0.40: over an index of n-grams, the operator AND of a match has no effect.
            letters = [
                match(letter, self._columns.unspaced) for letter in dict.fromkeys("".join(unspaced.split()))
            ]
            asked += [(full_text.Occur.MUST, letter) for letter in letters[: _NEEDED - len(asked)]]
            asked.append((full_text.Occur.SHOULD, match(unspaced, self._columns.unspaced)))
        query: Any = self._table.query()
        if asked:
            query = query.nearest_to_text(boolean(asked) if len(asked) > 1 else asked[0][1])
        if unspaced:
            query = query.where(
                " AND ".join(contains(self._columns.unspaced, run) for run in unspaced.split())
            )
            query = query.postfilter() if asked else query
        columns = ["id", "_score"] if asked else ["id"]
        found: list[str] = (await query.select(columns).limit(n).to_arrow())["id"].to_pylist()
        return found

    async def _is_behind(self) -> bool:
        """Return whether so many passages are not in the index yet that reading them all takes less.

        Those are searched anew for each letter that is asked for.
        """
        for index in await self._table.list_indices():
            if index.columns == [self._columns.unspaced]:
                return _BEHIND * (index.num_unindexed_rows or 0) > await self._table.count_rows()
        return True

    async def _holds_unspaced(self) -> bool:
        query = self._table.query().where(f"{self._columns.unspaced} IS NOT NULL").select(["id"]).limit(1)
        return (await query.to_arrow()).num_rows > 0
