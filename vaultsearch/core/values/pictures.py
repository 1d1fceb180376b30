"""How far the encoding of pictures by what they show is."""

from __future__ import annotations

from dataclasses import dataclass

PICTURES = "pictures"
"""The leg that finds pictures by what they show; its score is the cosine of question and picture."""


@dataclass(frozen=True, slots=True)
class PicturesByMeaning:
    """The pictures that are found by what they show.

    Attributes:
        model: The folder of the model as the user named it, "" for none: all else is empty then.
        encoded: The pictures that are found.
        waiting: Those not encoded yet.
        refused: Those that cannot be encoded; the list of failures tells why.
        trouble: Why the model cannot be used, and what to do; "" if it can.
    """

    model: str = ""
    encoded: int = 0
    waiting: int = 0
    refused: int = 0
    trouble: str = ""

    @property
    def total(self) -> int:
        """Return how many pictures there are."""
        return self.encoded + self.waiting + self.refused

    def __add__(self, other: PicturesByMeaning) -> PicturesByMeaning:
        """Return those of two vaults together."""
        return PicturesByMeaning(
            self.model or other.model,
            self.encoded + other.encoded,
            self.waiting + other.waiting,
            self.refused + other.refused,
            self.trouble or other.trouble,
        )
