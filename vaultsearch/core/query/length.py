"""How long a query may be; what is longer is a text, and searched with by its topics."""

from __future__ import annotations

from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.query import LONGEST_QUERY


def require_short(query: str) -> None:
    """Raise QueryError for a query that is longer than any that somebody types."""
    if len(query) > LONGEST_QUERY:
        raise QueryError(
            f"A query has {LONGEST_QUERY:,} characters at most; this one has {len(query):,}.",
            "Search with it as a text: --from-file FILE, search_passage over MCP, or pasted into the window.",
        )
