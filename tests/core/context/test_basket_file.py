"""The basket on the disk: as it was, for its owner alone, and never in the way if it is damaged."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.builders import chunk
from vaultsearch.core.context import basket
from vaultsearch.core.values.context import PassageState
from vaultsearch.core.values.search import LegRank


def test_passages_come_back_as_they_were_but_for_their_scores(tmp_path: Path) -> None:
    kept = replace(
        chunk("People/Anna.md:0", heading_path=("Anna", "Gifts"), content="- clay 陶艺"),
        tags=("family",), modified=datetime(2026, 5, 12, 8, 30, tzinfo=UTC), language="en", score=0.5,
        ranks={"semantic": LegRank(1, 0.7)},
    )  # fmt: skip
    basket.write_basket(tmp_path, basket.OWN_BASKET_FILE, [(3, kept)])
    assert basket.read_basket(tmp_path, basket.OWN_BASKET_FILE) == ((3, replace(kept, score=None, ranks={})),)
    assert (tmp_path / basket.OWN_BASKET_FILE).stat().st_mode & 0o777 == 0o600


def test_an_empty_basket_leaves_no_file(tmp_path: Path) -> None:
    for passages in ([(0, chunk("a.md:0"))], [], []):
        basket.write_basket(tmp_path, basket.OWN_BASKET_FILE, passages)
    assert not (tmp_path / basket.OWN_BASKET_FILE).exists()
    assert basket.read_basket(tmp_path, basket.OWN_BASKET_FILE) == ()


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b"{}", b'{"passages": 3}', b'{"passages": [{"place": 0}]}', b'{"passages": [3]}'],
)
def test_a_damaged_file_is_an_empty_basket(tmp_path: Path, content: bytes) -> None:
    (tmp_path / basket.OWN_BASKET_FILE).write_bytes(content)
    assert basket.read_basket(tmp_path, basket.OWN_BASKET_FILE) == ()


@pytest.mark.parametrize(
    ("name", "value"), [("title", 3), ("line_start", "1"), ("tags", 1), ("modified", "x")]
)
def test_a_passage_of_wrong_types_is_not_read(tmp_path: Path, name: str, value: object) -> None:
    basket.write_basket(tmp_path, basket.OWN_BASKET_FILE, [(0, chunk("a.md:0"))])
    content = json.loads((tmp_path / basket.OWN_BASKET_FILE).read_text("utf-8"))
    content["passages"][0][name] = value
    (tmp_path / basket.OWN_BASKET_FILE).write_text(json.dumps(content), "utf-8")
    assert basket.read_basket(tmp_path, basket.OWN_BASKET_FILE) == ()


def test_a_passage_that_moved_is_unchanged_and_one_that_was_edited_is_not() -> None:
    kept = chunk("a.md:0", content="one line\n\nanother line")
    assert basket.passage_state(kept, "# new heading\n\none line\n\nanother line\n") is PassageState.CURRENT
    assert basket.passage_state(kept, "one line\n\nanother word") is PassageState.CHANGED
    assert basket.passage_state(kept, None) is PassageState.GONE
    assert basket.passage_state(chunk("a.md:0", content=""), "---\na: b\n---\n") is PassageState.CURRENT


def test_the_passage_under_the_same_heading_takes_the_place_of_a_changed_one() -> None:
    kept = chunk("a.md:0", heading_path=("Gifts",), text="a pottery course in spring")
    same = chunk("a.md:1", heading_path=("Gifts",), text="a pottery course in autumn")
    other = chunk("a.md:2", heading_path=("Other",), text="a pottery course in spring")
    assert basket.passage_now(kept, [other, same]) == same
    assert basket.passage_now(kept, [other]) == other
    assert basket.passage_now(kept, [chunk("a.md:3", heading_path=("Else",), text="zzz")]) is None
