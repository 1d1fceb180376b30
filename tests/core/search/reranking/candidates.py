"""Passages on three matters, each with a question that it alone answers."""

from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.values.search import Chunk

PASSAGES = {
    "pottery.md": "She said she would love a pottery course in spring.",
    "keel.md": "The keel bolts are bronze and were replaced in 1998.",
    "sourdough.md": "Feed the starter with rye flour the evening before.",
}
QUESTIONS = [
    ("a ceramics class as a present", "pottery.md"), ("metal fastenings of the ballast", "keel.md"),
    ("baking bread at home", "sourdough.md"),
]  # fmt: skip


def candidates() -> list[Chunk]:
    """Give them with one and the same score."""
    return [chunk(f"{path}:0", text=text, score=0.5) for path, text in PASSAGES.items()]


def ordered_chunks(most: int = 12) -> st.SearchStrategy[list[Chunk]]:
    """Give passages of a few notes as a leg gives them, best first."""
    scores = st.lists(st.floats(-20, 20).map(lambda score: round(score, 3)), min_size=1, max_size=most)
    return st.builds(_chunks, scores, st.lists(st.sampled_from("abcd"), min_size=most, max_size=most))


def _chunks(scores: list[float], notes: list[str]) -> list[Chunk]:
    placed = zip(notes, sorted(scores, reverse=True), strict=False)
    return [chunk(f"{note}.md:{i}", score=score) for i, (note, score) in enumerate(placed)]
