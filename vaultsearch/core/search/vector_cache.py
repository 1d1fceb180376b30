"""A cache of vectors in the encoder's process: with each key typed, most of the same texts come again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors


class VectorCache:
    """Keep the vectors of the last question, and of the ``most`` texts that were used last.

    ``dtype`` is the type in which the texts' vectors are kept; they are returned as float32.
    """

    def __init__(self, most: int, dtype: type[np.floating[Any]] = np.float16) -> None:
        self._most = most
        self._dtype = dtype
        self._kept: OrderedDict[str, NDArray[np.floating[Any]]] = OrderedDict()
        self._question: tuple[str, Vectors] | None = None

    def question(self, text: str, encode: Callable[[str], Vectors]) -> Vectors:
        """Return the vectors of a question, encoded if it is not the last one."""
        if self._question is None or self._question[0] != text:
            self._question = (text, encode(text))
        return self._question[1]

    def texts(self, texts: Sequence[str], encode: Callable[[list[str]], Iterable[Vectors]]) -> list[Vectors]:
        """Return the vectors of each text; ``encode`` is called once, with those that are not kept."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if missing:
            for text, vectors in zip(missing, encode(missing), strict=True):
                self._kept[text] = vectors.astype(self._dtype)
        for text in texts:
            self._kept.move_to_end(text)
        found = [self._kept[text].astype(np.float32) for text in texts]
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found
