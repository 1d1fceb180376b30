"""Fusion of several rankings, and the answer probability behind a score."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.languages.detection import LISTED_LANGUAGES, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.query import literal_query, parse_query
from vaultsearch.core.query.words import (
    find_terms,
    held_terms,
    is_spaced,
    query_terms,
    script_variants,
    typed_terms,
)
from vaultsearch.core.search.literal import LITERAL_LEG
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL_LEG
from vaultsearch.core.search.titles import add_title_scores, question_length
from vaultsearch.core.search.whole_notes import HELD_LEG
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.components import MODEL_TEXTS
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.search import Chunk, Mode, Result


def word_coverage(query: str, chunks: Iterable[Chunk], language: str = ENGLISH) -> float:
    """Return the largest share of the question's content words in any passage, 0 to 1.

    In scripts without spaces, two characters count as a word.
    """
    texts = ("\n".join((chunk.title, *chunk.aliases, *chunk.headings, chunk.text)) for chunk in chunks)
    return max((_coverage_of_text(query, text, language) for text in texts), default=0.0)


# Each stage of an answer asks for the same passages: a third of a question's time in a vault with pictures.
@lru_cache(maxsize=256)
def _coverage_of_text(query: str, text: str, language: str) -> float:
    terms = typed_terms(query, language)
    if not terms:
        return 0.0
    spaced = tuple(term for term in terms if is_spaced(term))
    unspaced = [term for term in terms if term not in spaced]
    folded = fold_text(text)
    weights = [max(1.0, len(term) / 2) for term in unspaced]
    shares = (weight * _share_of_term(term, folded) for term, weight in zip(unspaced, weights, strict=True))
    return (len(held_terms(folded, spaced)) + sum(shares)) / (len(spaced) + sum(weights))


def _share_of_term(term: str, text: str) -> float:
    """Return the share of a term's characters in a text, for scripts without spaces."""
    if len(term) == 1:
        return 1.0 if find_terms(text, (term,)) else 0.0
    held = [term[index : index + 2] in text for index in range(len(term) - 1)]
    letters = [before or after for before, after in zip([False, *held], [*held, False], strict=True)]
    return sum(letters) / len(letters)


TOKENS_LEG = "tokens"
"""The leg by token vectors (chunking mode colbert)."""
_TOKENS_WEIGHT = 0.5
"""The weight of token vectors relative to meaning."""
_MODEL_TEXTS_SHARE = 0.5
"""The share of the difference by which a model text's cosine lifts the passage's."""
_EXTRA_WEIGHT = 0.3
"""The weight of each further leg, beside keywords and meaning together."""
_MULTILINGUAL_SHARE = 0.39 / 0.45
"""The weight of words beside the multilingual model's meaning, relative to the main model's.

Both were fitted together: changing the setting for one changes the other.
"""
_RANK_CONSTANT = 60
"""The constant of reciprocal rank fusion, as in the paper; higher values level the ranks."""
_COSINE_UNIT = 1 / 27.6
"""The cosine worth one point of BM25 divided by the square root of the question's word count.

Fitted with the weights of words and titles by maximum likelihood on 24 sets of questions, each left out in
turn: nDCG@10 .898 and Hit@1 .844 in the mean of those left out; with scores in standard deviations, .889 and
.830. The spread of scores shows how sure a leg is of a question; standard deviations remove it.
"""


@dataclass(frozen=True, slots=True)
class FusionPolicy:
    """Fuse the rankings of words, meaning and token vectors with the weights of the step ``fusion``.

    ``with_tokens`` tells whether the index has token vectors, which share the weight of meaning.
    """

    parameters: Parameters = field(default_factory=Parameters)
    with_tokens: bool = False

    def __call__(self, query: str, rankings: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
        """Return one ranking, best first, keeping title scores added earlier."""
        fusion = self.parameters.fusion
        if fusion.method == "reciprocal_rank":
            fused = reciprocal_rank_fusion(list(rankings.values()))
            # Sums of reciprocal ranks differ by thousandths; titles would outweigh them.
            even = z_scores([chunk.score or 0.0 for chunk in fused])
            fused = [chunk.scored(float(score)) for chunk, score in zip(fused, even, strict=True)]
            return add_title_scores(fused, query)
        # Where the multilingual model found the meaning, words weigh as they were fitted beside it.
        meant = rankings.get(Mode.SEMANTIC.value, ())
        share = sum(MULTILINGUAL_LEG in chunk.ranks for chunk in meant) / max(1, len(meant))
        words = (1 - share) * fusion.words_weight + share * (fusion.words_weight * _MULTILINGUAL_SHARE)
        rankings = boost_by_model_texts(rankings)
        length = math.sqrt(max(1.0, question_length(query)))
        tokens = _TOKENS_WEIGHT if self.with_tokens else 0.0
        # A passage with none of the words scores nothing by them; the lowest BM25 found would be too much.
        weights = {
            Mode.FULLTEXT.value: LegWeight(words, absent=0.0, unit=length),
            Mode.SEMANTIC.value: LegWeight((1 - words) * (1 - tokens), unit=_COSINE_UNIT),
            TOKENS_LEG: LegWeight((1 - words) * tokens),
        }
        extra = LegWeight(_EXTRA_WEIGHT)
        weights = {leg: weights.get(leg, extra) for leg in rankings}
        return add_title_scores(linear_fusion(rankings, weights), query)


def boost_by_model_texts(rankings: Mapping[str, Sequence[Chunk]]) -> Mapping[str, Sequence[Chunk]]:
    """Boost passages found by meaning if model-written texts about them are nearer to the question.

    Merge the model texts' leg into the leg by meaning. Passages without such a text lose nothing; a passage
    not found by meaning is assumed as near as the last passage found.
    """
    texts = rankings.get(MODEL_TEXTS)
    if texts is None:
        return rankings
    others = {leg: ranking for leg, ranking in rankings.items() if leg != MODEL_TEXTS}
    meant = {chunk.id: chunk for chunk in rankings.get(Mode.SEMANTIC.value, ())}
    lowest = min((chunk.score or 0.0 for chunk in meant.values()), default=0.0)
    for text in texts:
        own = meant.get(text.id)
        score, ranks = (own.score or 0.0, own.ranks) if own is not None else (lowest, {})
        lifted = score + _MODEL_TEXTS_SHARE * max(0.0, (text.score or 0.0) - score)
        if own is not None or lifted > lowest:
            meant[text.id] = text.scored(lifted, {**ranks, **text.ranks})
    others[Mode.SEMANTIC.value] = sorted(meant.values(), key=lambda chunk: -(chunk.score or 0.0))
    return others


# Deviations below this are rounding errors.
_ROUNDING_ERROR = 1e-12


def z_scores(values: Sequence[float]) -> NDArray[np.float64]:
    """Return values in standard deviations from the mean; all zero if all are equal."""
    array = np.asarray(values, dtype=np.float64)
    deviation = array.std()
    if deviation < _ROUNDING_ERROR:
        return np.zeros_like(array)
    return np.asarray((array - array.mean()) / deviation)


def scale_to_unit(values: Sequence[float]) -> NDArray[np.float64]:
    """Scale values linearly from lowest 0 to highest 1; all zero if all are equal."""
    array = np.asarray(values, dtype=np.float64)
    if not array.size or np.ptp(array) < _ROUNDING_ERROR:
        return np.zeros_like(array)
    return np.asarray((array - array.min()) / np.ptp(array))


def reciprocal_rank_fusion(rankings: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Fuse rankings, best first, by the sum of 1 / (k + rank) (Cormack, Clarke and Buettcher, 2009).

    Keep each leg's ranks. Break ties by kind (notes before other files), best single rank, and passage id, so
    the order of rankings does not matter and results are reproducible.
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            scores[chunk.id] = scores.get(chunk.id, 0.0) + 1.0 / (_RANK_CONSTANT + rank)
    return _order_by_scores(rankings, scores)


@dataclass(frozen=True, slots=True)
class LegWeight:
    """A leg's weight in a fusion, and the score of passages missing from the leg.

    ``absent`` None means the lowest score in the leg's ranking: a leg lists the best passages, so all others
    lie below. A passage without any query word scores 0 by words.

    ``unit`` is the score difference counted as 1; None means the standard deviation of the leg's scores. With
    a fixed unit, a leg sure of a question, with scores far apart, counts for more.
    """

    weight: float
    absent: float | None = None
    unit: float | None = None


def linear_fusion(rankings: Mapping[str, Sequence[Chunk]], weights: Mapping[str, LegWeight]) -> list[Chunk]:
    """Fuse rankings, best first, by the weighted sum of scores (Bruch, Gai and Ingber, 2023).

    Scores are in the leg's unit, or z-scores over all passages found by any leg. Ranks and ties are handled
    as by `reciprocal_rank_fusion`.
    """
    ids = sorted({chunk.id for ranking in rankings.values() for chunk in ranking})
    total = np.zeros(len(ids))
    # Sums of floats depend on their order: sorted, the same passages have the same scores.
    for leg in sorted(rankings) if ids else ():
        scores = {chunk.id: chunk.score or 0.0 for chunk in rankings[leg]}
        rule = weights[leg]
        absent = min(scores.values(), default=0.0) if rule.absent is None else rule.absent
        values = [scores.get(key, absent) for key in ids]
        total += rule.weight * (z_scores(values) if rule.unit is None else np.asarray(values) / rule.unit)
    return _order_by_scores(list(rankings.values()), dict(zip(ids, total.tolist(), strict=True)))


def add_unread(leg: Sequence[Chunk], others: Sequence[Chunk], unread: Collection[str]) -> list[Chunk]:
    """Add the ``unread`` passages among ``others``, not yet embedded, to a leg's ranking.

    Each gets the mean score of all candidates, so the leg neither helps nor hurts it. In a half-embedded
    vault, passages without a vector were ranked worst, and any passage with a vector came first.
    """
    lacking = {chunk.id: chunk for chunk in others if chunk.id in unread}
    if not lacking or not leg:
        return list(leg)
    scores = [chunk.score or 0.0 for chunk in leg]
    absent = {chunk.id for chunk in others} - {chunk.id for chunk in leg} - lacking.keys()
    mean = (sum(scores) + len(absent) * min(scores)) / (len(scores) + len(absent))
    added = [chunk.scored(mean) for chunk in lacking.values()]
    return sorted([*leg, *added], key=lambda chunk: -(chunk.score or 0.0))


def _order_by_scores(rankings: Sequence[Sequence[Chunk]], scores: Mapping[str, float]) -> list[Chunk]:
    merged: dict[str, Chunk] = {}
    best: dict[str, int] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            seen = merged.get(chunk.id)
            ranks = {**seen.ranks, **chunk.ranks} if seen else chunk.ranks
            merged[chunk.id] = seen.scored(seen.score, ranks) if seen else chunk
            best[chunk.id] = min(best.get(chunk.id, rank), rank)
    is_file = {key: chunk.kind not in NOTE_KINDS for key, chunk in merged.items()}
    # Rounded, so that equal scores that were added up in another order are still equal.
    order = sorted(merged, key=lambda key: (-round(scores[key], 12), is_file[key], best[key], key))
    return [merged[key].scored(scores[key]) for key in order]


_NEWEST = "newest"


def merge_vault_rankings(
    rankings: Sequence[Sequence[Result]], query: str, mode: Mode, *, by_words: bool = False
) -> list[Result]:
    """Merge several vaults' rankings for one query, best first, keeping each vault's order.

    A fused score means nothing to other vaults: it counts standard deviations among local candidates, and
    BM25 uses local frequencies. So passages of different vaults are compared by comparable figures:

    - the calibrated probability to answer, if models have read passages in every vault;
    - else, and for answers still ``by_words``, the share of question words in the passage;
    - literal hits by count, link exploration by share of walks, and notes listed by conditions by date.

    Make these figures fall within each vault by isotonic regression (pooling adjacent violators: Ayer et al.
    1955), then sort all passages by them; ranks break ties, so vaults take turns. Passages of notes named by
    the query come first, then literal matches, as within each vault. The figures become the results' scores,
    except dates, and are raised where needed to fall along the list.
    """
    read = literal_query(query.strip()) if mode is Mode.GREP else parse_query(query)
    key = _merge_key(rankings, read.words, mode, by_words=by_words)
    merged_tiers: list[Result] = []
    for tier in sorted({_result_tier(result) for ranking in rankings for result in ranking}):
        of_tier = [[result for result in ranking if _result_tier(result) == tier] for ranking in rankings]
        ranked = [
            (-value, rank, index, _with_score(result, value))
            for index, ranking in enumerate(of_tier)
            for rank, (result, value) in enumerate(
                zip(ranking, fit_falling(fill_missing([key(result) for result in ranking])), strict=True)
            )
        ]
        ranked.sort(key=lambda ranked_result: ranked_result[:3])
        merged_tiers += [result for *_, result in ranked]
    if key is _result_timestamp:
        return [_with_score(result, None) for result in merged_tiers]
    # From the end to the beginning: no result may score less than one below it.
    lifted = list(accumulate((result.score or 0.0 for result in reversed(merged_tiers)), max))
    return [_with_score(result, score) for result, score in zip(merged_tiers, reversed(lifted), strict=True)]


def _with_score(result: Result, score: float | None) -> Result:
    return result if result.score == score else replace(result, chunk=result.chunk.scored(score))


def _result_tier(result: Result) -> tuple[bool, float, float]:
    """Return a sort key by kind: named notes, literal matches, holders of words, all others."""
    if result.is_exact_title:
        return False, 0.0, 0.0
    literal, held = (result.chunk.ranks.get(leg) for leg in (LITERAL_LEG, HELD_LEG))
    return True, -literal.score if literal else 0.0, -held.score if held and not literal else 0.0


def _merge_key(
    rankings: Sequence[Sequence[Result]], words: str, mode: Mode, *, by_words: bool
) -> Callable[[Result], float | None]:
    nonempty = [ranking for ranking in rankings if ranking]
    if all(_NEWEST in ranking[0].chunk.ranks for ranking in nonempty):
        return _result_timestamp
    if mode in (Mode.GREP, Mode.EXPLORE):
        return lambda result: result.score
    # Only if models have read passages of every vault: a probability is not comparable with a share of words.
    if not by_words and all(
        any(result.probability is not None for result in ranking) for ranking in nonempty
    ):
        return lambda result: result.probability
    return lambda result: word_coverage(words, [result.chunk], result.chunk.language or ENGLISH)


def _result_timestamp(result: Result) -> float | None:
    moment = result.chunk.created or result.chunk.modified
    return None if moment is None else moment.timestamp()


def fill_missing(values: Sequence[float | None]) -> list[float]:
    """Replace missing values with the value above; at the top, with the first known value."""
    first = next((value for value in values if value is not None), 0.0)
    return list(accumulate(values, lambda above, own: above if own is None else own, initial=first))[1:]


def fit_falling(values: Sequence[float]) -> list[float]:
    """Return the non-increasing sequence nearest to the values by least squares."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, count = value, 1
        while pools and pools[-1][0] < mean:
            above, several = pools.pop()
            mean, count = (mean * count + above * several) / (count + several), count + several
        pools.append((mean, count))
    return [mean for mean, count in pools for _ in range(count)]


_UNLIKELY, _UNCERTAIN = 0.2, 0.5
_FEW_WORDS = 3
_LEAST_OUTSTANDING, _LEAD_WEIGHT, _NEARLY_ALL, _MIN_COMPARED = 0.6, 2.0, 0.8, 10
"""The least cosine by the multilingual model, plus the weighted lead over the other candidates, of an answer;
the share of the words with which a passage may answer all the same, and the least number of candidates.

Of 100 Chinese questions on what a vault of 3,200 notes doesn't hold, none were told from its own before, 71
are now; of its own 106, 3 are taken for unanswered, of 330 to two sets of articles none more than before.
"""


def odds_to_probability(log_odds: float) -> float:
    """Convert log odds to a probability, 0 to 1."""
    # Beyond 50, the exponential of an odd score could overflow.
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, log_odds))))


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve from a leg's score to a probability: 1/2 at ``middle``, steeper with ``slope``."""

    middle: float
    slope: float

    def log_odds(self, score: float) -> float:
        """Return the log odds of a score."""
        return self.slope * (score - self.middle)

    def probability(self, score: float) -> float:
        """Return the probability, 0 to 1."""
        return odds_to_probability(self.log_odds(score))


PASSAGE_CALIBRATIONS: Mapping[str, Calibration] = {
    "cross": Calibration(middle=8.01, slope=0.279),
    "late": Calibration(middle=0.862, slope=8.68),
    "semantic": Calibration(middle=0.766, slope=8.08),
    "sentences": Calibration(middle=0.439, slope=16.8),
}
"""By leg, most reliable first; these scores mean the same for every question.

Fitted on the thirty first candidates of 870 questions to five vaults (two of documentation, encyclopedia
paragraphs, abstracts, a person's notes), of which 3 to 13 in a hundred answered; each vault counted the same.
On a vault left out of the fit, the probabilities are off by 0.04, 0.05 and 0.03 in the mean (expected
calibration error, ten bins; worst 0.08, 0.11 and 0.08). The multilingual model's calibration was fitted on
the candidates of 2,700 questions in English, German and Chinese to paragraphs in each of these.
"""


def answer_probability(chunk: Chunk) -> float | None:
    """Return the probability that a passage answers, by the best leg with a score, or None."""
    for leg, calibration in PASSAGE_CALIBRATIONS.items():
        if leg in chunk.ranks:
            return calibration.probability(chunk.ranks[leg].score)
    return None


_READING_LEGS = frozenset({"cross", "late", "sentences"})
ANSWER_CALIBRATIONS: dict[str, Calibration] = {
    "cross": Calibration(middle=-3.85, slope=0.421),
    "late": Calibration(middle=0.507, slope=15.9),
    "semantic": Calibration(middle=0.369, slope=21.3),
}
MULTILINGUAL_ANSWER_CALIBRATIONS: dict[str, Calibration] = {
    "sentences": Calibration(middle=0.327, slope=18.8),
    "multilingual": Calibration(middle=0.315, slope=16.6),
}
"""From a leg's highest score to the probability of any answer in the notes.

Fitted on six vaults, with twenty of their own questions and twenty of the others' each. On a vault left out
of the fit, 7, 7 and 9 in a hundred questions are on the wrong side of one half. Below a probability of 0.2
lie 91, 79 and 85 in a hundred of the questions to other vaults, and 6, 5 and 4 of a vault's own: mostly
single words, which are found by words. The multilingual model's were fitted on 2,700 questions, asked once of
everything and once of all but the article with the answer: of the latter, 44 and 36 in a hundred lie below
0.2, of the former 7 and 8.
"""


def answer_log_odds(chunk: Chunk, *, by_reading: bool) -> float | None:
    """Return the models' mean log odds that a passage answers, or None; by vector unless ``by_reading``."""
    calibrations = ANSWER_CALIBRATIONS | MULTILINGUAL_ANSWER_CALIBRATIONS
    legs = [leg for leg in calibrations.keys() & chunk.ranks.keys() if (leg in _READING_LEGS) is by_reading]
    odds = [calibrations[leg].log_odds(chunk.ranks[leg].score) for leg in legs]
    return sum(odds) / len(odds) if odds else None


def is_unanswered(chunks: Sequence[Chunk], query: str, language: str = ENGLISH) -> bool:
    """Return whether probably none of these passages, the vault's best, answers a question.

    If a passage contains all the question's words, it counts as answered. If two models read the passages,
    neither may have found an answer.
    """
    english = _best_probability(chunks, ANSWER_CALIBRATIONS)
    multilingual = _best_probability(chunks, MULTILINGUAL_ANSWER_CALIBRATIONS)
    # For a few words that no passage contains, the multilingual model finds passages near to nonsense: over
    # notes in two languages, half of 30 random strings were answered, with probabilities up to 0.43; the
    # English ones give these 0.14.
    ignored = frozenset().union(*map(function_words, LISTED_LANGUAGES))
    telling = " ".join(word for word in query_terms(query, language) if word not in ignored)
    is_short = question_length(telling, language) <= _FEW_WORDS
    least = _UNCERTAIN if is_short and not word_coverage(telling, chunks, language) else _UNLIKELY
    # Compared only where it decides: among many passages, that takes milliseconds.
    shares = (word_coverage(text, chunks, language) for text in (query, *script_variants(query)))
    coverage = None if _stands_out(chunks) else max(shares)
    if coverage is not None and coverage < _NEARLY_ALL:
        least = math.inf
    likely = [each >= bar for each, bar in ((english, _UNLIKELY), (multilingual, least)) if each is not None]
    if not likely or any(likely):
        return False
    return (max(shares) if coverage is None else coverage) < 1.0


def _stands_out(chunks: Sequence[Chunk]) -> bool:
    """Return whether the multilingual model's best passage is clearly nearer than the other candidates.

    Among many notes of all kinds, some are rather near to any question: in a vault of 9,500 passages in
    Chinese, the best cosine of questions it doesn't answer was .40 in the median, in one of 240 it was .22.
    """
    scores = [chunk.ranks[MULTILINGUAL_LEG].score for chunk in chunks if MULTILINGUAL_LEG in chunk.ranks]
    if not scores or len(chunks) < _MIN_COMPARED:
        return True
    return max(scores) + _LEAD_WEIGHT * (max(scores) - min(scores)) >= _LEAST_OUTSTANDING


def _best_probability(chunks: Sequence[Chunk], calibrations: Mapping[str, Calibration]) -> float | None:
    """Return any passage's highest probability by the most reliable leg with scores, or None."""
    for leg, calibration in calibrations.items():
        scores = [chunk.ranks[leg].score for chunk in chunks if leg in chunk.ranks]
        if scores:
            return calibration.probability(max(scores))
    return None
