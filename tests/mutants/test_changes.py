"""The small changes of a module: each kind is made, and nothing is changed that no test could see."""

import pytest

from tests.mutants import __main__ as mutants
from tests.mutants.changes import changes_of


@pytest.mark.parametrize(
    ("code", "kind", "changed"),
    [
        ("x = a < b", "comparison", "x = (a <= b)"), ("x = a not in b", "comparison", "x = (a in b)"),
        ("x = a and b", "and/or", "x = (a or b)"), ("x = not a", "not", "x = bool(a)"),
        ("x = a - b", "sign", "x = (a + b)"), ("x = 2", "number", "x = 3"),
        ("x = False", "truth", "x = True"), ("run(x)", "dropped call", "pass"),
        ("def f():\n    return a", "dropped return", "def f():\n    return None"),
        ("ä = 'ö'; x = a == b", "comparison", "ä = 'ö'; x = (a != b)"),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_made(code: str, kind: str, changed: str) -> None:
    source = code.encode()
    (change,) = changes_of(source)
    assert (change.kind, change.applied_to(source).decode()) == (kind, changed)


@pytest.mark.parametrize(
    "code",
    [
        "_log.warning('died code=%s', 3)", "def f(x: Literal[3]) -> Literal[4]: ...",
        "if TYPE_CHECKING:\n    x = 3", "@dataclass(frozen=True)\nclass A: ...", "x = 'a' + b",
        "x = f'{a - b}'", "def f():\n    return None", "@lru_cache(maxsize=2)\ndef f(): ...",
        "x = zip(a, b, strict=True)",
    ],
)  # fmt: skip
def test_what_no_test_could_see_is_not_changed(code: str) -> None:
    assert changes_of(code.encode()) == []


def test_a_change_is_tried_with_every_test_file_of_its_room() -> None:
    assert "tests/core/vault/test_markdown.py" in mutants.tests_of("vaultsearch.core.vault.inline_text")
