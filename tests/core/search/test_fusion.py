"""Fusion of legs, vaults and other wordings; scores that order a list; probabilities, also of no answer."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import MOMENT, chunk
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search import fusion
from vaultsearch.core.search.by_language_model import ask_variants, fuse_variants, named_order
from vaultsearch.core.search.literal import LITERAL_LEG
from vaultsearch.core.values.note import FileKind, Span
from vaultsearch.core.values.search import (
    Chunk,
    LegRank,
    Mode,
    Result,
    SearchStage,
    Snippet,
    clamp_descending,
)


def ranking(leg: str, ids: list[int]) -> list[Chunk]:
    return [chunk(f"n{i}.md:0", ranks={leg: LegRank(r, 1.0)}) for r, i in enumerate(ids, start=1)]


def test_ranks_are_fused_by_their_reciprocals() -> None:
    fused = fusion.reciprocal_rank_fusion([ranking("semantic", [1, 2]), ranking("fulltext", [3, 2])])
    assert [(one.path, one.score) for one in fused] == [
        ("n2.md", 2 / 62), ("n1.md", 1 / 61), ("n3.md", 1 / 61),
    ]  # fmt: skip


_ids = st.lists(st.integers(0, 20), unique=True, max_size=12)


@given(_ids, _ids, _ids)
def test_legs_have_no_order_and_lose_nothing(first: list[int], second: list[int], third: list[int]) -> None:
    legs = [ranking("a", first), ranking("b", second), ranking("c", third)]
    fused = fusion.reciprocal_rank_fusion(legs)
    assert [c.id for c in fused] == [c.id for c in fusion.reciprocal_rank_fusion(legs[::-1])]
    assert {c.id for c in fused} == {c.id for leg in legs for c in leg}
    scores = [c.score or 0 for c in fused]
    assert scores == sorted(scores, reverse=True)
    for c in fused:
        assert set(c.ranks) == {name for leg in legs for o in leg if o.id == c.id for name in o.ranks}


def scored(leg: str, scores: dict[int, float]) -> list[Chunk]:
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return [
        chunk(f"n{i}.md:0", score=score, ranks={leg: LegRank(rank, score)})
        for rank, (i, score) in enumerate(ordered, start=1)
    ]


_scores = st.dictionaries(st.integers(0, 20), st.floats(0.01, 50), max_size=12)


@given(_scores, _scores, _scores)
def test_sums_commute(first: dict[int, float], second: dict[int, float], third: dict[int, float]) -> None:
    legs = {"a": scored("a", first), "b": scored("b", second), "c": scored("c", third)}
    weights = {"a": fusion.LegWeight(0.5, absent=0.0), "b": fusion.LegWeight(0.3), "c": fusion.LegWeight(0.2)}
    fused = fusion.linear_fusion(legs, weights)
    assert fused == fusion.linear_fusion(dict(reversed(legs.items())), weights)
    assert {c.id for c in fused} == {c.id for leg in legs.values() for c in leg}
    assert all(higher >= lower - 1e-9 for higher, lower in pairwise([c.score or 0 for c in fused]))
    for c in fused:
        assert set(c.ranks) == {name for name, leg in legs.items() if any(o.id == c.id for o in leg)}


@pytest.mark.parametrize(
    ("others", "multilingual", "scores"),
    [
        # Of four words, BM25 counts by half, for .45, cosines by 27.6, for the rest.
        ({}, (), {1: 6.972, 2: 9.558, 3: 6.072}), ({}, (2, 3), {1: 7.5144, 2: 10.4916, 3: 6.7344}),
        ({}, (3,), {1: 7.2432, 2: 10.0248, 3: 6.4032}),
        # Other legs are in standard deviations; vectors of tokens share the weight of meaning.
        ({"tokens": {1: 9.0, 2: 5.0}}, (), {1: 4.324909, 2: 4.809546, 3: 2.841546}),
        ({"more": {3: 9.0, 2: 5.0}}, (), {1: 6.759868, 2: 9.345868, 3: 6.496264}),
        # A model's texts lift by half of what they are nearer; all others are as far as the last one.
        ({"model_texts": {4: 0.9, 3: 0.8, 2: 0.5, 1: 0.2}}, (), {1: 10.008, 2: 9.558, 3: 9.108, 4: 9.867}),
        (None, (), {1: -0.689792, 2: 1.414073, 3: -0.724281}),  # by ranks
    ],
)  # fmt: skip
def test_legs_are_fused_by_the_weights_that_were_fitted(
    others: dict[str, dict[int, float]] | None, multilingual: tuple[int, ...], scores: dict[int, float]
) -> None:
    legs = {"fulltext": {1: 4.0, 2: 2.0}, "semantic": {2: 0.6, 3: 0.4}} | (others or {})
    rankings = {leg: scored(leg, of_leg) for leg, of_leg in legs.items()}
    for at, one in enumerate(rankings["semantic"]):
        if int(one.path[1:-3]) in multilingual:
            rankings["semantic"][at] = one.scored(one.score, {**one.ranks, "multilingual": LegRank(1, 0.5)})
    parameters = Parameters({"fusion.method": "reciprocal_rank"} if others is None else {})
    fused = fusion.FusionPolicy(parameters, "tokens" in legs)("oak keel mast boom", rankings)
    assert {int(one.path[1:-3]): one.score for one in fused} == pytest.approx(scores, rel=1e-5)
    assert [one.id for one in fused] == [f"n{n}.md:0" for n in sorted(scores, key=lambda n: -scores[n])]


def test_a_leg_says_nothing_for_or_against_a_passage_that_it_could_not_have_read() -> None:
    meant = [replace(chunk(f"m{i}.md:0"), score=0.9 - i / 10) for i in range(4)]
    worded = [replace(chunk(name), score=score) for name, score in (("new.md:0", 5.0), ("m3.md:0", 2.0))]
    assert fusion.add_unread(meant, worded, frozenset()) == meant
    evened = fusion.add_unread(meant, worded, {"new.md:0"})
    weights = {"fulltext": fusion.LegWeight(0.0, absent=0.0), "semantic": fusion.LegWeight(1.0)}
    fused = fusion.linear_fusion({"fulltext": worded, "semantic": evened}, weights)
    assert {one.id: round(one.score or 0.0, 9) for one in fused}["new.md:0"] == 0.0
    assert [one.id for one in fused if one.id != "new.md:0"] == [one.id for one in meant]


def test_of_what_answers_equally_notes_stay_above_a_picture_by_what_it_shows() -> None:
    note = chunk("n.md:0", score=0.5)
    seen, other = (
        chunk(f"{name}.png:0", path=f"{name}.png", kind=FileKind.IMAGE, score=score)
        for name, score in (("a", 0.3), ("b", 0.1))
    )
    words = [note, replace(seen, score=0.5), replace(other, score=0.5)]
    fused = fusion.FusionPolicy()("red", {"fulltext": words, "pictures": [seen, other]})
    assert [one.path for one in fused] == ["a.png", "n.md", "b.png"], "a note is neither near nor far"
    fused = fusion.FusionPolicy()("red", {"fulltext": words, "pictures": [replace(seen, score=0.1), other]})
    assert fused[0].path == "n.md"


@pytest.mark.parametrize(
    "calibration", [*fusion.PASSAGE_CALIBRATIONS.values(), *fusion.ANSWER_CALIBRATIONS.values()]
)
@given(st.floats(-12, 12), st.floats(-12, 12))
def test_higher_scores_are_likelier(calibration: fusion.Calibration, one: float, other: float) -> None:
    low, high = (calibration.probability(score) for score in sorted((one, other)))
    assert 0 <= low <= high <= 1


def test_the_leg_that_knows_best_is_asked() -> None:
    both = chunk(ranks={"semantic": LegRank(1, 0.9), "cross": LegRank(1, -11.0)})
    assert fusion.answer_probability(both) == fusion.PASSAGE_CALIBRATIONS["cross"].probability(-11.0)
    assert fusion.answer_probability(chunk(ranks={"fulltext": LegRank(1, 8.0)})) is None


def test_what_no_passage_comes_near_to_is_unanswered_unless_its_words_stand_there() -> None:
    far = [chunk(f"n{i}.md:0", text="Dugongs graze.", ranks={"cross": LegRank(i, -11.0 - i)}) for i in (1, 2)]
    assert fusion.is_unanswered(far, "how to mend a bicycle")
    assert not fusion.is_unanswered(far, "grazing dugongs")
    near = chunk("near.md:0", ranks={"cross": LegRank(1, 5.0)})
    assert not fusion.is_unanswered([*far, near], "how to mend a bicycle")
    assert not fusion.is_unanswered([chunk(ranks={"fulltext": LegRank(1, 8.0)})], "how to mend a bicycle")
    # Among many notes, all of them rather near, an answer stands out.
    for rest, unanswered in ((0.33, True), (0.2, False)):
        many = [
            chunk(f"{n}:0", ranks={"multilingual": LegRank(n, 0.4 if n < 2 else rest)}) for n in range(1, 20)
        ]
        assert fusion.is_unanswered(many, "怎么种番茄", "zh") is unanswered


@pytest.mark.parametrize(
    ("score", "unanswered", "answered"),
    [
        (0.32, [], ["xkcdqqq"]),
        (0.31, ["xkcdqqq", "asdf jkl qwer", "come si pota un ulivo", "torta der für di", "海牛吃海草吗"],
         ["asdf jkl qwer zzzz", "asdf dugongs", "海牛在温暖的海里吃海草"]),
        (0.24, [], ["asdf jkl qwer zzzz"]), (0.22, ["asdf jkl qwer zzzz", "asdf dugongs"], ["dugongs"]),
    ],
)  # fmt: skip
def test_unknown_words_mean_what_is_likely(score: float, unanswered: list[str], answered: list[str]) -> None:
    """Nonsense over notes in two languages showed "Top 50 passages", as if they answered."""
    found = [chunk(text="Dugongs graze der für un.", ranks={"multilingual": LegRank(1, score)})]
    expected = dict.fromkeys(unanswered, True) | dict.fromkeys(answered, False)
    assert {query: fusion.is_unanswered(found, query) for query in expected} == expected


@pytest.mark.parametrize(("late", "unanswered"), [(0.41, True), (0.43, False)])
def test_english_models_are_not_fooled_by_nonsense(late: float, unanswered: bool) -> None:
    """ "animals" had no clear answer over notes on dugongs and numbats."""
    found = [chunk(ranks={"multilingual": LegRank(1, 0.31), "late": LegRank(1, late)})]
    assert fusion.is_unanswered(found, "animals") is unanswered


@pytest.mark.parametrize(
    ("query", "language", "text", "share"),
    [
        ("who oiled the mast", "en", "The mast was oiled in autumn.", 1.0),
        ("who oiled the mast", "en", "The mast was cut from a larch.", 0.5),
        ("Wann wurde der Mast geölt?", "de", "Der Mast ist aus Lärche.", 0.5),
        ("Wann wurde der Mast geölt?", "de", "Der Kiel wurde gestern geholt.", 0.0),
        ("冬天给兰花浇水", "zh", "兰花冬天少浇水。", 6 / 7), ("冬天给兰花浇水", "zh", "水。", 0.0),
        ("水", "zh", "浇水", 1.0), ("Redis 缓存", "zh", "缓存用 Redis。", 1.0), ("", "", "some words", 0.0),
    ],
)  # fmt: skip
def test_it_is_the_share_of_telling_words(query: str, language: str, text: str, share: float) -> None:
    assert fusion.word_coverage(query, [chunk(text=text)], language) == pytest.approx(share)


def test_titles_and_headings_are_words_too_and_the_best_passage_counts() -> None:
    titled = chunk("Mast.md:0", title="The mast", heading_path=("Oiled",), text="In autumn.")
    assert fusion.word_coverage("who oiled the mast", [chunk(text="nothing"), titled]) == 1.0
    assert fusion.word_coverage("mast", []) == 0.0


@given(st.text(), st.text())
def test_it_is_a_share(query: str, text: str) -> None:
    assert 0.0 <= fusion.word_coverage(query, [chunk(text=text)], "de") <= 1.0 + 1e-9


VALUES = st.lists(st.floats(-10, 10), max_size=12)


def result(name: str, likely: float | None = None, **changes: object) -> Result:
    return Result(chunk(name, **changes), Snippet(""), "", "", likely)


def ids(results: list[Result]) -> list[str]:
    return [one.chunk.id for one in results]


@given(VALUES)
def test_the_nearest_falling_sequence_never_rises_and_keeps_the_mean(values: list[float]) -> None:
    found = fusion.fit_falling(values)
    assert len(found) == len(values)
    assert all(one >= other - 1e-9 for one, other in pairwise(found))
    assert abs(sum(found) - sum(values)) < 1e-6


@given(VALUES.map(lambda values: sorted(values, reverse=True)))
def test_a_sequence_that_falls_already_stays_as_it_is(values: list[float]) -> None:
    assert fusion.fit_falling(values) == values


def test_the_likelier_passage_goes_first_whichever_vault_it_is_in() -> None:
    one = [result("A/x.md:0", 0.9), result("A/y.md:0", 0.2)]
    other = [result("B/x.md:0", 0.7), result("B/y.md:0", 0.6)]
    found = fusion.merge_vault_rankings([one, other], "planks", Mode.HYBRID)
    assert ids(found) == ["A/x.md:0", "B/x.md:0", "B/y.md:0", "A/y.md:0"]
    assert [round(one.chunk.score or 0, 2) for one in found] == [0.9, 0.7, 0.6, 0.2]


@given(
    st.lists(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=6), max_size=4), st.sampled_from(Mode)
)
def test_each_vault_keeps_its_order_and_all(likely: list[list[float | None]], mode: Mode) -> None:
    rankings = [
        [result(f"{at}/{rank}.md:0", one) for rank, one in enumerate(several)]
        for at, several in enumerate(likely)
    ]
    found = ids(fusion.merge_vault_rankings(rankings, "planks", mode))
    for ranking in rankings:
        own = {one.chunk.id for one in ranking}
        assert [name for name in found if name in own] == [one.chunk.id for one in ranking]
    assert len(found) == sum(map(len, rankings))


def listed(name: str, year: int | None, created: int | None = None) -> Result:
    """Return what a condition lists, modified and made in these years."""
    dates = [MOMENT.replace(year=one) if one else None for one in (year, created)]
    return result(name, ranks={"newest": LegRank(1, 0.0)}, modified=dates[0], created=dates[1])


TITLED = replace(result("B.md:0", 0.1, title="Planks"), is_exact_title=True)


@pytest.mark.parametrize(
    ("one", "other", "query", "mode", "order"),
    [
        # What has no probability or date stays beside its neighbours.
        ([result("A.md:0", 0.9), result("A2.md:0"), result("A3.md:0", 0.5)], [result("B.md:0", 0.6)],
         "planks", Mode.HYBRID, "A A2 B A3"),
        ([result("A.md:0"), result("A2.md:0", 0.9)], [result("B.md:0", 0.6)],
         "planks", Mode.HYBRID, "A A2 B"),
        ([listed("A.md:0", 2026), listed("A2.md:0", None)], [listed("B.md:0", 2025)],
         "tag:boat", Mode.HYBRID, "A A2 B"),
        # By words alone, or where a model has not read all, that goes first that holds more of the question.
        ([result("A.md:0", text="planks"), result("A2.md:0", text="planks")],
         [result("B.md:0", text="planks and rivets"), result("B2.md:0", text="rivets")],
         "planks rivets", Mode.FULLTEXT, "B A A2 B2"),
        ([result("A.md:0", 0.9, text="something else")], [result("B.md:0", text="planks")],
         "planks", Mode.HYBRID, "B A"),
        # What holds the query as it stands goes first, and a note that it names.
        ([result("A.md:0", 0.9)], [result("B.md:0", 0.1, ranks={LITERAL_LEG: LegRank(1, 1.0)})],
         "planks", Mode.HYBRID, "B A"),
        ([result("A.md:0", 0.9)], [TITLED], "planks", Mode.HYBRID, "B A"),
        ([result("A.md:0", 0.9)], [TITLED], "plnaks", Mode.HYBRID, "B A"),
        ([listed("A.md:0", 2025)], [listed("B.md:0", 2026)], "tag:boat", Mode.HYBRID, "B A"),
        ([listed("A.md:0", 2026, 2019)], [listed("B.md:0", 2019, 2020)], "tag:boat", Mode.HYBRID, "B A"),
    ],
)  # fmt: skip
def test_vaults_are_merged_by_what_can_be_compared(
    one: list[Result], other: list[Result], query: str, mode: Mode, order: str
) -> None:
    assert ids(fusion.merge_vault_rankings([one, other], query, mode)) == [
        f"{name}.md:0" for name in order.split()
    ]
    if mode is Mode.FULLTEXT:
        likely = [replace(found, probability=0.9) for found in one]
        merged = fusion.merge_vault_rankings([likely, other], query, Mode.HYBRID, by_words=True)
        assert ids(merged) == [f"{name}.md:0" for name in order.split()]


SCORES = st.lists(st.none() | st.floats(-10, 10), max_size=12)


def results(scores: list[float | None], vault: str = "") -> list[Result]:
    return [result(f"{vault}{at}.md:0", 0.5, score=score) for at, score in enumerate(scores)]


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
        ranked = enumerate(clamp_descending(results(several, f"{at}/")))
        likely = (data.draw(st.floats(0, 1)) for _ in several)
        rankings.append(
            [replace(one, is_exact_title=place < titles, probability=next(likely)) for place, one in ranked]
        )
    found = [one.score for one in fusion.merge_vault_rankings(rankings, "boat", Mode.HYBRID)]
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


@pytest.mark.parametrize(
    ("answer", "variants"),
    [
        ("how to rivet\n- copper nails\nPassage: Rivet it.",
         (["how to rivet", "copper nails"], ["Rivet it."])),
        ("1. one way\n2) another\n3. third\n4. fourth", (["one way", "another", "third"], [])),
        ("Passage: Rivet it.\nPassage: Glue it.", ([], ["Rivet it."])),
        ("Rivets?\n“rivets”\nrivets", (["Rivets?", "rivets"], [])), ("", ([], [])),
    ],
)  # fmt: skip
async def test_what_models_write_is_read(answer: str, variants: tuple[list[str], list[str]]) -> None:
    async def complete(_messages: object) -> str:
        return answer

    assert await ask_variants("How do I fasten planks?", complete) == variants


def test_what_two_rankings_find_rises_and_scores_fall_along_the_list() -> None:
    ranking = [chunk(f"{name}.md:0", score=score) for name, score in (("a", 3.0), ("b", 2.0), ("c", 1.0))]
    new, third = chunk("d.md:0"), ranking[2]
    fused = fuse_variants(ranking, [[third, new], [third]])
    assert [each.path for each in fused] == ["c.md", "a.md", "b.md", "d.md"]
    assert [each.path for each in fuse_variants(ranking, [[new]])] == ["a.md", "b.md", "c.md", "d.md"]
    scores = [each.score or 0.0 for each in fused]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("answer", "order"),
    [("[2] > [1] > [3]", [1, 0, 2]), ("3, 9, 3", [2, 0, 1]), ("None of them.", [0, 1, 2])],
)  # fmt: skip
def test_passages_that_are_not_named_follow_as_they_were(answer: str, order: list[int]) -> None:
    assert named_order(answer, 3) == order
