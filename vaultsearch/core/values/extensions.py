"""The extensions that other packages install, as the command line and the window list them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

ExtensionKind: TypeAlias = Literal["retrievers", "rerankers", "sources", "encoders"]
KINDS: tuple[ExtensionKind, ...] = ("retrievers", "rerankers", "sources", "encoders")
"""Each is a group of entry points, `vaultsearch.rerankers` and so on."""


@dataclass(frozen=True, slots=True)
class Extension:
    """An installed part of the search; ``origin`` is the package that it is of, with its version."""

    kind: ExtensionKind
    name: str
    origin: str
