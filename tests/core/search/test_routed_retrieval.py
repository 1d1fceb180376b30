"""Meaning across languages: who is asked for what, and one ranking of what they find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.builders import LanguageCounts, chunk
from vaultsearch.core.filters import AllOf, Filter, HasTag, InLanguages, Not
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.routed_retrieval import CosineScale, RoutedRetriever
from vaultsearch.core.values.search import Chunk, LegRank

ENGLISH, GERMAN = "what did we say about the mast", "Was haben wir über den Mast gesagt?"


@dataclass
class Leg:
    """Finds what it is given, and notes what it is asked."""

    scores: Mapping[str, float]
    asked: list[Filter | None] = field(default_factory=list)

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        self.asked.append(where)
        found = sorted(self.scores.items(), key=lambda one: -one[1])[:n]
        return [
            replace(chunk(one), score=score, ranks={"semantic": LegRank(rank, score)})
            for rank, (one, score) in enumerate(found, start=1)
        ]


SAME = CosineScale()


def routed(main: Leg, multilingual: Leg, scale: CosineScale = SAME, **counts: int) -> RoutedRetriever:
    return RoutedRetriever(main, multilingual, QueryLanguages(LanguageCounts(counts)), scale)


async def test_english_in_a_vault_of_english_is_asked_as_if_there_were_no_other_model() -> None:
    main, multilingual = Leg({"a.md:0": 0.8}), Leg({})
    found = await routed(main, multilingual, en=10)(ENGLISH, 5, HasTag("boat"))
    assert (main.asked, multilingual.asked) == ([HasTag("boat")], [])
    assert [(c.id, c.ranks) for c in found] == [("a.md:0", {"semantic": LegRank(1, 0.8)})]


async def test_a_question_in_another_language_is_asked_by_the_multilingual_model_of_everything() -> None:
    main, multilingual = Leg({}), Leg({"a.md:0": 0.5, "b.md:0": 0.4})
    found = await routed(main, multilingual, CosineScale(2.0, -0.1), en=10)(GERMAN, 5)
    assert (main.asked, multilingual.asked) == ([], [None])
    assert [(c.id, c.score) for c in found] == [("a.md:0", 0.9), ("b.md:0", 0.7000000000000001)]
    assert found[0].ranks == {"meaning": LegRank(1, 0.9), "multilingual": LegRank(1, 0.5)}


async def test_in_a_mixed_vault_each_passage_is_asked_by_one_model_and_the_best_of_all_are_given() -> None:
    main, multilingual = Leg({"a.md:0": 0.7, "c.md:0": 0.3}), Leg({"b.md:0": 0.5})
    found = await routed(main, multilingual, CosineScale(1.0, 0.1), en=6, de=4)(ENGLISH, 5, HasTag("boat"))
    read = InLanguages(frozenset({"en", ""}))
    assert main.asked == [AllOf((HasTag("boat"), read))]
    assert multilingual.asked == [AllOf((HasTag("boat"), Not(read)))]
    assert [(c.id, c.ranks["meaning"].rank) for c in found] == [("a.md:0", 1), ("b.md:0", 2), ("c.md:0", 3)]
    assert [c.score for c in found] == [0.7, 0.6, 0.3]
    assert len(await routed(main, multilingual, en=6, de=4)(ENGLISH, 2)) == 2


async def test_the_multilingual_model_is_asked_for_its_fewest_where_less_is_wanted() -> None:
    scores = {f"{letter}.md:0": 0.5 for letter in "abcde"}
    asked = RoutedRetriever(Leg({}), Leg(scores), QueryLanguages(LanguageCounts({"en": 10})), SAME, fewest=4)
    assert len(await asked(GERMAN, 1)) == 4
    assert len(await asked(GERMAN, 5)) == 5
