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


def listed(extension: Extension) -> str:
    """Write an extension on one line, as in ``rerankers: shortest_first (my-notes 1.0)``."""
    return f"{extension.kind}: {extension.name} ({extension.origin})"
