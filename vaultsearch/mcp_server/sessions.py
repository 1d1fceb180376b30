"""The citation numbers of each client's session: a note keeps its number until the session ends."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp.server.mcpserver import Context

_SESSIONS = 256
"""Sessions whose numbers are kept; that which was silent longest is forgotten first."""
ON_PIPES = "pipes"
SESSION_HEADER = "mcp-session-id"


class CitationNumbers:
    """The paths of the notes that each session was given, in the order of their numbers, from 1 on.

    Numbers only grow: answers to parallel calls may arrive in any order, and each keeps its numbers. A
    request without a session (the protocol of 2026 over HTTP has none) gets numbers for its answer alone.
    """

    def __init__(self) -> None:
        self._numbered: OrderedDict[str, dict[str, None]] = OrderedDict()

    def of(self, ctx: Context[Any, Any]) -> tuple[str, ...]:
        """Return the paths that a session has numbered so far."""
        return tuple(self._numbered.get(_session(ctx) or "", ()))

    def assign(self, ctx: Context[Any, Any], paths: Iterable[str]) -> tuple[str, ...]:
        """Assign numbers to further notes; return the paths of all numbers."""
        session = _session(ctx)
        if session is None:
            return tuple(dict.fromkeys(paths))
        numbered = self._numbered.setdefault(session, {})
        numbered.update(dict.fromkeys(paths))
        self._numbered.move_to_end(session)
        if len(self._numbered) > _SESSIONS:
            self._numbered.popitem(last=False)
        return tuple(numbered)


def _session(ctx: Context[Any, Any]) -> str | None:
    """Return the session's id; on pipes there is one session, over HTTP there may be none."""
    return ON_PIPES if ctx.headers is None else ctx.headers.get(SESSION_HEADER)
