"""The tables of the ranking bench, in Markdown."""

from collections.abc import Iterator, Sequence

import numpy as np

from tests.bench.ranking_runs import BEST, LEGS
from vaultsearch.core.evaluation.figures import Comparisons, MeasuredSet, evaluate_legs
from vaultsearch.core.values.evaluation import Estimate, Evaluation

_METRICS = ("nDCG@5", "nDCG@10", BEST, "Hit@1", "R@5", "Chars@5")
_QUALITY = "nDCG@10"
_LANGUAGES = {"en": "English", "de": "German", "zh": "Chinese"}


def head() -> str:
    return f"| set | figure | {' | '.join(LEGS.values())} |\n|{' --- |' * (2 + len(LEGS))}"


def rows(found: Evaluation) -> list[str]:
    """Write a line for each metric: the test set, and each leg's figure."""
    by_leg = {one.leg: one.estimates for one in found.legs}
    return [
        f"| {found.name} ({found.questions}) | {metric} | "
        + " | ".join(shown(by_leg[leg][metric]) for leg in LEGS)
        + " |"
        for metric in _METRICS
        if metric in by_leg["chain"] and not (metric == BEST and _ungraded(found))
    ]


def _ungraded(found: Evaluation) -> bool:
    """Return whether all answers have one grade, so that any first note that answers is the best."""
    return all(one.estimates.get(BEST) == one.estimates.get("Hit@1") for one in found.legs)


def table(
    done: Sequence[MeasuredSet], typed: Sequence[tuple[MeasuredSet, Sequence[str]]], comparisons: Comparisons
) -> Iterator[str]:
    """Write typed questions of each language together, the mean over the sets, differences and seconds."""
    pooled = list(by_language(typed))
    for one in pooled:
        yield from rows(evaluate_legs([one], comparisons))
    told = [evaluate_legs([one], comparisons) for one in (*done, *pooled)]
    if len(done) > 1:
        told.append(evaluate_legs(done, comparisons))
        yield from rows(told[-1])
    yield f"\n| set | figure | difference | mean | share below 0 |\n|{' --- |' * 5}"
    for found in told:
        yield from differences(found)
    yield f"\nCPU seconds a question\n\n| set | {' | '.join(LEGS.values())} |\n|{' --- |' * (1 + len(LEGS))}"
    for one in done:
        yield f"| {one.name} | " + " | ".join(f"{np.mean(one.seconds[leg]):.3f}" for leg in LEGS) + " |"


def curve(done: Sequence[MeasuredSet]) -> Iterator[str]:
    """Write the effort of each leg and stage beside its quality, the least effort first."""
    yield f"\n| answer | CPU seconds, median | 90 of 100 within | {_QUALITY}, mean |\n|{' --- |' * 4}"
    told = []
    for leg in done[0].seconds:
        quality = np.mean([one.figures[leg][_QUALITY].mean() for one in done])
        middle, most = np.percentile(np.concatenate([one.seconds[leg] for one in done]), (50, 90))
        told.append((middle, f"| {LEGS.get(leg, leg)} | {middle:.3f} | {most:.3f} | {quality:.4f} |"))
    yield from (line for _, line in sorted(told))


def by_language(typed: Sequence[tuple[MeasuredSet, Sequence[str]]]) -> Iterator[MeasuredSet]:
    """Put together the typed questions of all sets that are in one language: each counts as much as any."""
    for code, name in _LANGUAGES.items():
        kept = [(one, [at for at, told in enumerate(languages) if told == code]) for one, languages in typed]
        kept = [(one, places) for one, places in kept if places]
        if kept:
            yield _pooled(f"typed in {name}", kept)


def _pooled(name: str, kept: Sequence[tuple[MeasuredSet, list[int]]]) -> MeasuredSet:
    first = kept[0][0]
    figures = {
        leg: {
            metric: np.concatenate([one.figures[leg][metric][places] for one, places in kept])
            for metric in metrics
        }
        for leg, metrics in first.figures.items()
    }
    seconds = {leg: [one.seconds[leg][at] for one, places in kept for at in places] for leg in first.seconds}
    return MeasuredSet(name, figures, seconds)


def differences(found: Evaluation) -> list[str]:
    """Write how the fused answer and the chain compare, question by question."""
    return [
        f"| {found.name} | {one.metric} | {LEGS[one.leg]} − {LEGS.get(one.other, one.other)} "
        f"| {shown(one.estimate, signed=True)} | {one.share_below:.2f} |"
        for one in found.differences
        if one.metric in _METRICS and one.leg in ("fused", "chain")
    ]


def shown(one: Estimate, *, signed: bool = False) -> str:
    """Write a figure with its interval."""
    sign = "+" if signed else ""
    return f"{one.mean:{sign}.3f} [{one.low:{sign}.3f}, {one.high:{sign}.3f}]"
