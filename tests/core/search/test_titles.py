"""A note's title counts for what it says of the question: by its words, and by what it means."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from tests.builders import HashEncoder, LanguageCounts, chunk
from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.titles import (
    TITLE_LEG,
    TitleModel,
    TitleScorer,
    add_title_scores,
    share_explained,
)
from vaultsearch.core.values.search import Chunk, LegRank

ENGLISH_VAULT = QueryLanguages(LanguageCounts({"en": 10}), multilingual=False)


def unavailable() -> TitleModel:
    raise ModelUnavailableError("There is no model.", "Get one.")


def scorer() -> TitleScorer:
    model = TitleModel(OnnxEncoder.installed())
    return TitleScorer(lambda: model, lambda: None, ENGLISH_VAULT, words=0.4)


def by_words(share: float = 1.0) -> TitleScorer:
    return TitleScorer(unavailable, lambda: None, ENGLISH_VAULT, words=share)


def titled(*titles: str) -> list[Chunk]:
    """Give candidates with these titles, each a little worse than the one before."""
    return [chunk(id=f"{title}.md:0", score=1 - at / 10) for at, title in enumerate(titles)]


def titles(chunks: Sequence[Chunk]) -> list[str]:
    return [one.title for one in chunks]


@pytest.mark.parametrize(
    ("query", "title", "share"),
    [
        ("configure git", "Install and configure Git", 1.0), ("git backups", "Configure backup", 0.5),
        ("how to share a printer", "Share printer", 1.0), ("anwendungsfälle planen", "Anwendungsfall", 0.4),
        ("obsidain linter", "Obsidian Linter", 0.9),
        *((word, "Obsidian", 0.8) for word in ("obsidianpub", "xbsidian")), ("xbsidianpub", "Obsidian", 0.0),
        ("catalogue", "cat", 0.0), ("读书笔记", "如何写读书笔记", 1.0), ("读书方法", "读书笔记", 1 / 3),
        ("", "Anything", 0.0), ("GTD", "GTD", 1.0), ("boatyxyz", "Boatyard", 0.8),
        ("kayac", "Kayak", 0.8), ("keal", "Keel", 0.0), ("obssidian", "Obsidian", 0.8),
    ],
)  # fmt: skip
def test_the_share_of_a_question_that_a_title_or_alias_explains(query: str, title: str, share: float) -> None:
    assert share_explained(query, ["Of nothing here", title]) == pytest.approx(share)


YAML = "Configure the Obsidian linter for YAML"


@pytest.mark.parametrize(
    ("question", "found", "n", "first"),
    [
        ("free up space on the hard drive",
         ["Open a note", "Disk cleanup", "Windows wallpapers", "Share printer"], 10, "Disk cleanup"),
        ("yaml linter obsidian configure", ["Linter", "Obsidian", YAML], 10, YAML),
        ("why did the bread not rise in the kitchen when it was cold",
         ["Why bread does not rise in a cold kitchen", "Bread"], 10,
         "Why bread does not rise in a cold kitchen"),
        # A note whose passage was fifty-first was cut off before anybody looked at its title.
        ("share printer", ["Power scheme", "Wallpapers", "Disk cleanup", "Share printer"], 3,
         "Share printer"),
    ],
    ids=[
        "half remembered, above a note that shares the other words",
        "its words in another order, above a sibling with a shorter title",
        "a short title does not win by one word of a long question", "of a note below the first",
    ],
)  # fmt: skip
async def test_a_note_rises_by_its_title(question: str, found: list[str], n: int, first: str) -> None:
    ordered = titles(await scorer()(question, titled(*found), n))
    assert (ordered[0], len(ordered)) == (first, min(n, len(found)))


async def test_a_title_in_another_language_counts_less_than_one_in_the_question_s_own() -> None:
    german = QueryLanguages(LanguageCounts({"de": 9, "en": 1}), always="de")
    found = [chunk(f"{code}.md:0", title="Drucker", language=code, score=1.0) for code in ("de", "en")]
    model = TitleModel(OnnxEncoder.installed())
    by_meaning = TitleScorer(unavailable, lambda: model, german, words=0.4)
    ordered = await by_meaning("Drucker", found, 10)
    by_language = {one.language: one.ranks[TITLE_LEG].score for one in ordered}
    assert by_language["en"] == pytest.approx(0.4 * by_language["de"])


async def test_titles_count_by_their_words_alone_without_a_model() -> None:
    ordered = await by_words(0.4)("share printer", titled("Power scheme", "Share printer", "Disk"), 10)
    scores = [(one.title, one.ranks[TITLE_LEG].score) for one in ordered]
    assert scores == [("Share printer", 0.4), ("Power scheme", 0.0), ("Disk", 0.0)]


class Counting(HashEncoder):
    """Notes the questions that it encodes; the first time, its process dies if it is to."""

    asked: ClassVar[list[str]] = []
    dies: ClassVar[bool] = False

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        Counting.asked += texts
        if Counting.dies:
            Counting.dies = False
            raise WorkerDiedError("The worker process stopped unexpectedly.", "Ask again.")
        return super().encode_queries(texts)


@pytest.mark.parametrize(
    ("most", "order"), [(None, ["Power scheme", "Share printer"]), (0, ["Share printer", "Power scheme"])]
)
async def test_no_more_titles_are_encoded_than_allowed(most: int | None, order: list[str]) -> None:
    model = TitleModel(Counting())
    by_meaning = TitleScorer(lambda: model, lambda: None, ENGLISH_VAULT, most_encoded=lambda: most, words=0.0)
    assert titles(await by_meaning("Power scheme", titled("Share printer", "Power scheme"), 2)) == order


@pytest.mark.parametrize("dies", [False, True])
async def test_a_question_is_encoded_before_candidates(monkeypatch: pytest.MonkeyPatch, dies: bool) -> None:
    monkeypatch.setattr(Counting, "asked", [])
    monkeypatch.setattr(Counting, "dies", dies)
    by_titles = TitleScorer(lambda: TitleModel(Counting()), lambda: None, ENGLISH_VAULT, words=0.4)
    await by_titles.prepare("Power scheme")
    assert Counting.asked == ["Power scheme"]
    found = titled("Share printer", "Power scheme")
    assert titles(await by_titles("Power scheme", found, 2)) == ["Power scheme", "Share printer"]
    assert Counting.asked == ["Power scheme"] * (1 + dies), "once more only if the first time failed"


async def test_a_heading_that_repeats_the_question_stands_below_the_passage_that_answers() -> None:
    stub = chunk(id="Glossary.md:0", text="Sharing a printer", score=1.0)
    answer = chunk(
        id="Printing.md:0", text="Open the settings, choose the printer, and tick the box. " * 4, score=0.9
    )
    others = [replace(one, score=0.1) for one in titled("Disk", "Sound")]
    ordered = await scorer()("let others print on my machine", [stub, answer, *others], 10)
    assert titles(ordered)[:2] == ["Printing", "Glossary"]


async def test_a_long_question_is_answered_by_a_passage_more_than_by_a_title() -> None:
    """Questions of ten words and more lost as much by titles and by the rule for lines as short ones won."""
    short = "flutter of a wing panel"
    long = (
        "how do heating, thickness, speed, altitude, damping and boundary pressure change flutter of a wing"
    )

    async def said_by_the_title(asked: str) -> float:
        ordered = await by_words()(asked, titled("Wing flutter", "Panel"), 10)
        return next(one.ranks[TITLE_LEG].score for one in ordered if one.title == "Wing flutter")

    share = share_explained(long, ["Wing flutter"])
    assert await said_by_the_title(short) == share_explained(short, ["Wing flutter"]) ** 2
    assert await said_by_the_title(long) < 0.5 * share**2


async def test_a_line_loses_less_in_a_long_question() -> None:
    line = chunk(id="a.md:0", text="The effect of thickness.", score=1.0)
    others = [chunk(id=f"{at}.md:0", text="Another matter altogether. " * 9, score=0.0) for at in range(3)]

    async def deducted(asked: str) -> float:
        found = await by_words(0.0)(asked, [line, *others], 10)
        return 1.0 - next(one.score or 0.0 for one in found if one.path == "a.md")

    shortly = await deducted("wing panel")
    assert shortly == pytest.approx(0.4)
    long = "heating speed altitude damping boundary pressure flutter wing panel aluminium"
    assert await deducted(long) == pytest.approx(shortly * (5 / 10) ** 2)


@pytest.mark.parametrize(
    ("content", "is_deducted"),
    [
        ("- [[oar]]\n\n1. [keel](k.md)\n[[mast]]", True), ("[[oar]]\n[[keel]]\nand mast", False),
        ("[[oar]]\n[[keel]]", False), ("[[A]]\n[[B]]\n[[C]]", True), ("Keels, oars", False), ("Oars", True),
        ("x" * 119, True), ("x" * 120, False), ("水" * 59, True), ("水" * 60, False),
    ],
)  # fmt: skip
def test_a_list_of_links_and_a_line_without_all_words_say_little(content: str, is_deducted: bool) -> None:
    listed = chunk(content=content, text=content, score=1.0, ranks={TITLE_LEG: LegRank(1, 0.0)})
    assert add_title_scores([listed], "oar keel")[0].score == pytest.approx(1.0 - 0.4 * is_deducted)


@pytest.mark.parametrize("first", [("Printer", "Disk"), ("Disk", "Marmalade")])
async def test_one_passage_of_each_further_note_takes_part(first: tuple[str, str]) -> None:
    further = [chunk(f"Printer.md:{place}", score=0.85) for place in (1, 2)]
    assert titles(await scorer()("printer", [*titled(*first), *further], 2)) == ["Printer", "Disk"]


def test_what_no_title_was_scored_of_keeps_its_scores() -> None:
    found = titled("Power scheme", "Share printer")
    assert add_title_scores(found) == found


async def test_a_title_of_digits_alone_names_no_note() -> None:
    """In a vault whose files are named by numbers, titles moved passages about at random."""
    found = await by_words()("2024", titled("2024", "Pasted image 2024", "Year 2024"), 10)
    assert [one.title for one in found if one.ranks[TITLE_LEG].score > 0] == ["Year 2024"]
