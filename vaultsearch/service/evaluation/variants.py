"""The parameters that an evaluation is repeated with: each value of a sweep, each part off in turn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.rerankers import RERANKERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ABLATED = tuple(kind for kind in RERANKERS.values() if kind.ablation)
_WITHOUT_RERANKERS = tuple(
    (
        f"without {left_out.ablation}",
        {"reranker.chain": "+".join(kind.name for kind in _ABLATED if kind is not left_out)},
    )
    for left_out in reversed(_ABLATED)
)
ABLATIONS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("without reranking", {"reranker.chain": "none"}),
    *_WITHOUT_RERANKERS,
    ("without whole notes", {"semantic.document_weight": "0"}),
    ("fused by ranks", {"fusion.method": "reciprocal_rank"}),
    ("without words", {"fusion.words_weight": "0"}),
    ("without meaning", {"fusion.words_weight": "1"}),
)
"""What is left out of the chain, and the parameters that leave it out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Parameters, and what a row with them is called."""

    label: str
    parameters: Parameters


def ablations(parameters: Parameters) -> list[Variant]:
    """Give each part of the chain off, in turn; raises SettingsError."""
    return [Variant(label, _changed(parameters, changes)) for label, changes in ABLATIONS]


def sweep(parameters: Parameters, compared: Sequence[tuple[str, str]]) -> list[Variant]:
    """Give every choice of the values (parted by commas) of the parameters named; raises SettingsError."""
    written = [[(name, value.strip()) for value in values.split(",")] for name, values in compared]
    if not written:
        return []
    return [
        Variant(" ".join(f"{name}={value}" for name, value in choice), _changed(parameters, dict(choice)))
        for choice in product(*written)
    ]


def _changed(parameters: Parameters, changes: Mapping[str, object]) -> Parameters:
    changed = Parameters(parameters.file, {**parameters.command, **changes})
    changed.check()
    return changed
