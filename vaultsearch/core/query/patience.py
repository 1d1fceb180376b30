"""How long a question waits for its language and the vocabulary: a moment if its first answer is watched."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENT: ContextVar[bool] = ContextVar("patient", default=False)


@contextmanager
def patient() -> Iterator[None]:
    """Have the questions asked within wait: only their last answer is looked at.

    Otherwise a misspelt word was corrected or not, depending on what was loaded first.
    """
    token = _PATIENT.set(True)
    try:
        yield
    finally:
        _PATIENT.reset(token)


def patience(seconds: float) -> float | None:
    """Return the timeout of this question: ``seconds``, or None for a patient one."""
    return None if _PATIENT.get() else seconds
