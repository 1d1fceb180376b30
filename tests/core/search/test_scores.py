"""The score of a result orders its list; its probability says how likely it answers.

Over MCP, `score` was a probability, and "best first" stood at .44, .43, .39, .27, .25, .31; on the command
line and in the library it was a raw number.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.fusion import merge_vault_rankings
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import (
    Mode,
    Result,
    SearchStage,
    Snippet,
    clamp_descending,
)

SCORES = st.lists(st.none() | st.floats(-10, 10), max_size=12)


def results(scores: list[float | None], vault: str = "") -> list[Result]:
    return [
        Result(chunk(f"{vault}{at}.md:0", score=score), Snippet("words"), "", "", probability=0.5)
        for at, score in enumerate(scores)
    ]


def is_in_order(stage: SearchStage) -> bool:
    """Return whether the scores of an answer never increase, and probabilities are some."""
    scores = [one.score for one in stage.results]
    known = [score for score in scores if score is not None]
    probabilities = [one.probability for one in stage.results if one.probability is not None]
    return (
        len(known) in (0, len(scores))
        and known == sorted(known, reverse=True)
        and all(0 <= one <= 1 for one in probabilities)
    )


@given(SCORES)
def test_scores_never_increase_and_no_result_moves(scores: list[float | None]) -> None:
    given_results = results(scores)
    found = clamp_descending(given_results)
    assert [one.path for one in found] == [one.path for one in given_results]
    known = [one.score for one in found if one.score is not None]
    assert known == sorted(known, reverse=True)
    assert len(known) == (len(scores) if any(score is not None for score in scores) else 0)


@given(st.lists(st.floats(-10, 10)))
def test_scores_that_descend_stay_as_they_are(scores: list[float]) -> None:
    given_results = results([*sorted(scores, reverse=True)])
    assert clamp_descending(given_results) == tuple(given_results)


@given(st.lists(SCORES, max_size=3), st.data())
def test_scores_never_rise_over_vaults(scores: list[list[float | None]], data: st.DataObject) -> None:
    rankings = []
    for at, several in enumerate(scores):
        titles = data.draw(st.integers(0, len(several)))
        likely = st.floats(0, 1)
        rankings.append(
            [
                replace(one, is_exact_title=place < titles, probability=data.draw(likely))
                for place, one in enumerate(clamp_descending(results(several, f"{at}/")))
            ]
        )
    found = [one.score for one in merge_vault_rankings(rankings, "boat", Mode.HYBRID)]
    assert None not in found
    assert found == sorted(found, key=lambda score: -(score or 0.0))


def test_a_result_is_printed_in_one_line_and_shown_in_a_notebook_with_its_matches() -> None:
    # The whole note was printed three times.
    passage = replace(chunk("Boat/Mast.md:0", heading_path=("Mast", "Varnish")), score=2.7712)
    shown = Snippet("Seven <coats> of varnish", (Span(17, 24),))
    result = Result(passage, shown, "obsidian://open?a&b", "", 0.4449)
    assert repr(result) == "Result('Boat/Mast.md', 'Mast > Varnish', score=2.77, probability=0.445)"
    page = result._repr_html_()
    assert "Seven &lt;coats&gt; of <b>varnish</b>" in page
    assert 'href="obsidian://open?a&amp;b"' in page
