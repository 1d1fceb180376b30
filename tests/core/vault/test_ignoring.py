"""Exclusions as in Obsidian and in git, and the reports of invalid rules."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import write_notes
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.ignoring import IgnoreRules, UserRules
from vaultsearch.core.vault.source import ObsidianVault

NOTES = ("Archive/old.md", "Archive/keep.md", "Templates/day.md", "a.md", "deep/Archive/b.md", "draft one.md")


@pytest.fixture
def root(vault: Path) -> Path:
    write_notes(vault, dict.fromkeys(NOTES, "text"))
    return vault


def obsidian_excludes(root: Path, content: object) -> None:
    (root / ".obsidian" / "app.json").write_text(json.dumps(content), encoding="utf-8")


def scanned(root: Path, user_rules: UserRules | None = None) -> tuple[set[str], list[Failure]]:
    """Return the excluded notes, and the failures."""
    revisions, failures = ObsidianVault(root, user_rules=user_rules or UserRules()).scan()
    return set(NOTES) - {revision.path for revision in revisions}, failures


@pytest.mark.parametrize(
    ("entries", "excluded"),
    [
        (["Archive/"], {"Archive/old.md", "Archive/keep.md"}), (["archive/OLD.md"], {"Archive/old.md"}),
        (["/b\\.md$/", "a.md"], {"deep/Archive/b.md", "a.md"}), (["/", "", "//"], set()), ([], set()),
        (["/^(draft|templates)/"], {"draft one.md", "Templates/day.md"}), (None, set()),
    ],
)  # fmt: skip
def test_obsidians_exclusions_hold(root: Path, entries: list[str] | None, excluded: set[str]) -> None:
    obsidian_excludes(root, {"userIgnoreFilters": entries, "showLineNumber": True})
    assert scanned(root) == (excluded, [])


@pytest.mark.parametrize(
    ("lines", "excluded"),
    [
        ("Archive/", {"Archive/old.md", "Archive/keep.md", "deep/Archive/b.md"}), ("\ufeffa.md", {"a.md"}),
        ("/Archive/\n!/Archive/keep.md", {"Archive/old.md", "Archive/keep.md"}), ("*", set(NOTES)),
        ("**/b.md\r\nTemplates\r\n", {"deep/Archive/b.md", "Templates/day.md"}),
        ("/Archive/*\n!/Archive/keep.md", {"Archive/old.md"}), ("# a comment\n\ndraft*", {"draft one.md"}),
        ("/Archive/", {"Archive/old.md", "Archive/keep.md"}),
    ],
)  # fmt: skip
def test_ignore_files_work_as_in_git(root: Path, tmp_path: Path, lines: str, excluded: set[str]) -> None:
    beside = tmp_path / ".vaultsearchignore"
    beside.write_text(lines, encoding="utf-8")
    assert scanned(root, UserRules(beside)) == (excluded, [])
    beside.unlink()
    assert scanned(root, UserRules(beside)) == (set(), [])
    (root / ".vaultsearchignore").write_text(lines, encoding="utf-8")
    assert scanned(root) == (excluded, [])


def test_rules_that_are_none_are_named_with_their_file_and_the_others_hold(root: Path) -> None:
    obsidian_excludes(root, {"userIgnoreFilters": ["/(/", 7, "a.md"]})
    (root / ".vaultsearchignore").write_bytes(b"!\nTemplates/\n")
    own = UserRules(lines=("!", "/Archive/", "draft*"), lines_from="ignore in settings.toml")
    excluded, failures = scanned(root, own)
    assert excluded == set(NOTES) - {"deep/Archive/b.md"}
    named = [".obsidian/app.json", ".vaultsearchignore", "ignore in settings.toml"]
    assert [failure.path for failure in failures] == named
    assert failures[1].reason == "'!' isn't a valid pattern. This rule is ignored."


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'"text"', b"\xff\xfe", b'{"userIgnoreFilters": "a.md"}', b""]
)
def test_a_settings_file_of_obsidian_that_is_broken_excludes_nothing(root: Path, content: bytes) -> None:
    (root / ".obsidian" / "app.json").write_bytes(content)
    excluded, failures = scanned(root)
    assert excluded == set()
    assert {failure.path for failure in failures} <= {".obsidian/app.json"}


def test_a_pattern_that_takes_forever_is_given_up_and_named(root: Path) -> None:
    write_notes(root, {"a" * 60 + "!.md": "text"})
    obsidian_excludes(root, {"userIgnoreFilters": ["/^(a|a)*$/", "Templates/"]})
    excluded, failures = scanned(root)
    assert excluded == {"Templates/day.md"}
    assert [failure.reason for failure in failures] == [
        "The excluded files /^(a|a)*$/ take too long to match. This rule is ignored."
    ]


@given(lines=st.lists(st.text(max_size=12), max_size=6), path=st.text(min_size=1, max_size=20))
def test_lines_are_rules(tmp_path_factory: pytest.TempPathFactory, lines: list[str], path: str) -> None:
    rules = IgnoreRules.load(tmp_path_factory.getbasetemp(), UserRules(lines=tuple(lines)))
    assert rules.excludes(path) in (True, False)
