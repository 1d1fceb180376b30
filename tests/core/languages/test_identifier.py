"""The language identifier gives the same answers mapped and unpacked, and always gives one."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from vaultsearch.core.languages import detection as identifier
from vaultsearch.core.languages.detection import load_identifier

TEXTS = (
    "Where did I put the recipe?", "Der Teig muss über Nacht ruhen.", "рецепт борща", "git rebase", "", "12",
)  # fmt: skip
forget = identifier._load_once.cache_clear
"""Leaves what a new process has."""


def told(models: Path) -> str:
    return str(load_identifier(models).classify(TEXTS[1])[0])


@pytest.fixture(autouse=True)
def _as_in_a_new_process() -> Iterator[None]:
    forget()
    yield
    forget()


def ranks(models: Path | None) -> Any:
    forget()
    return [load_identifier(models).rank(text) for text in TEXTS]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A folder that a former process has made, which tests leave as it is, and the model's answers."""
    folder = tmp_path_factory.mktemp("unpacked")
    ranks(folder)
    return folder, ranks(None)


def test_mapped_files_answer_alike_and_unpack_nothing(unpacked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifier, "_unpack_identifier", lambda: pytest.fail("unpacked"))
    assert ranks(unpacked[0]) == unpacked[1]


def test_threads_that_ask_at_once_unpack_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = Mock(wraps=identifier._unpack_identifier)
    monkeypatch.setattr(identifier, "_unpack_identifier", unpacked)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(told, [tmp_path] * 4)) == ["de"] * 4
    assert unpacked.call_count == 1


def test_processes_that_begin_at_once_leave_one_folder_and_all_tell(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(told, [tmp_path] * 3)) == ["de"] * 3
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        ("moves.npy", lambda content: content[:1000]),
        ("weights.npy", lambda content: content[:-1] + bytes([content[-1] ^ 1])), ("rows.npy", None),
        ("unpacked.json", lambda _: b"["),
    ],
    ids=["truncated", "altered", "removed", "no record"],
)  # fmt: skip
def test_damaged_files_are_unpacked_anew(unpacked: Any, tmp_path: Path, name: str, damaged: Any) -> None:
    shutil.copytree(unpacked[0], tmp_path, dirs_exist_ok=True)
    (kept,) = tmp_path.iterdir()
    file, content = kept / name, (kept / name).read_bytes()
    file.unlink() if damaged is None else file.write_bytes(damaged(content))
    assert ranks(tmp_path) == unpacked[1]
    assert [folder.name for folder in tmp_path.iterdir()] == [kept.name], "nothing is left beside it"


def test_where_nothing_can_be_written_languages_are_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file where a folder is to be", encoding="utf-8")
    assert load_identifier(tmp_path / "models").classify(TEXTS[1])[0] == "de"
