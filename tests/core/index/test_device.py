"""What the machine computes with, read from what the system tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.index.device import cores, has_amx_bf16

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 amx_bf16 amx_tile amx_int8\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16\n", False),
        ("Features\t: fp asimd\n", False),
        ("", False),
    ],
)
def test_matrix_units_for_bfloat16_are_read_from_the_processors_flags(
    tmp_path: Path, info: str, expected: bool
) -> None:
    (tmp_path / "cpuinfo").write_text(info)
    assert has_amx_bf16(tmp_path / "cpuinfo") is expected


def test_a_system_without_such_a_file_has_none(tmp_path: Path) -> None:
    assert not has_amx_bf16(tmp_path / "missing")


def test_there_is_a_core() -> None:
    assert cores() >= 1
