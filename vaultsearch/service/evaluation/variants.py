"""The variants of an evaluation: each value of a sweep, or each part of the chain left out in turn."""

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
    ("fused by ranks", {"fusion.method": "reciprocal_rank"}),
    ("without words", {"fusion.words_weight": "0"}),
    ("without meaning", {"fusion.words_weight": "1"}),
)
"""The parts of the ranking left out, and the parameters that leave each out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Parameters and the label of their rows."""

    label: str
    parameters: Parameters


def ablations(parameters: Parameters) -> list[Variant]:
    """Return a variant without each part of the ranking; raise SettingsError for a bad parameter."""
    return [Variant(label, _changed(parameters, changes)) for label, changes in ABLATIONS]


def sweep(parameters: Parameters, compared: Sequence[tuple[str, str]]) -> list[Variant]:
    """Return all combinations of the parameters' values, separated by commas; raise SettingsError."""
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
