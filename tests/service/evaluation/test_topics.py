"""Texts of many topics over the sample vault: segments find more of the topics than a single query."""

from dataclasses import replace
from pathlib import Path

from tests.bench.judged_figures import PASSAGE, measure, passage_leg
from tests.bench.judged_sets import load_test_set
from tests.thoroughness import THOROUGH
from vaultsearch.core.evaluation.runs import rank_questions
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.evaluation import make_leg
from vaultsearch.service.vault import Vault

TEXTS = Path(__file__).parent / "topics_sample"


async def test_segments_beat_a_single_query(sample_vault: Path, models_folder: Path, tmp_path: Path) -> None:
    test_set = load_test_set(TEXTS, sample_vault)
    assert test_set.has_topics
    assert test_set.notices == ()
    index = tmp_path / "index"
    session = await Vault.open(sample_vault, index, Parameters(), models=models_folder)
    await session.index.sync(lambda _: None)
    if not THOROUGH:
        test_set = replace(test_set, questions=test_set.questions[::2])
    texts = [question.text for question in test_set.questions]
    pasted = [" ".join(text.split()) for text in texts]
    legs = (make_leg("semantic", session), make_leg("hybrid", session), passage_leg(session))
    runs = [await rank_questions(leg, texts, 200) for leg in legs]
    of_pasted = await rank_questions(passage_leg(session), pasted, 200)
    await session.close()
    figures = measure(test_set, runs, str).figures
    found = {leg: figures[leg]["Topics@5"].mean() for leg in figures}
    assert found[PASSAGE] >= 0.7
    assert found[PASSAGE] >= max(found["semantic"], found["hybrid"]) + 0.2
    # Pasted without blank lines, the same texts found half of their topics: 0.48.
    assert measure(test_set, [of_pasted], str).figures[PASSAGE]["Topics@5"].mean() >= 0.7
