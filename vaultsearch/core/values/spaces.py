"""The spaces that passages have vectors in: one for each model that reads some of them."""

from __future__ import annotations

from enum import StrEnum


class Space(StrEnum):
    """A space of vectors, by the name of its column.

    A passage has a vector in the spaces that its language calls for, and none in the others.
    """

    MAIN = "vector"
    """The embedding model's."""
    MULTILINGUAL = "multilingual"
    """The multilingual model's, where there is one."""

    @property
    def key(self) -> str:
        """The column that names the text that the vector was made from; empty where there is no vector.

        Which rows have one is told by this column: to look through the vectors takes ten times as long.
        """
        return f"{self}_key"
