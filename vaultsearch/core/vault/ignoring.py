"""What the user has excluded from the vault: Obsidian's own list, gitignore files, the settings."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pathspec
import regex

from vaultsearch.core.values.sync import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

IGNORE_FILE = ".vaultsearchignore"
OBSIDIAN_SETTINGS = ".obsidian/app.json"
_PATTERN_S = 0.1


@dataclass(frozen=True, slots=True)
class UserRules:
    """What the user excludes from every vault: a gitignore file of theirs, and lines of one."""

    file: Path | None = None
    lines: tuple[str, ...] = ()
    lines_from: str = "settings"


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file that leaves notes out: its name, how many rules it has, and what is wrong with some."""

    name: str
    file: Path
    rules: int
    problems: tuple[str, ...]


def rule_files(root: Path | None, own: Path | None) -> tuple[RuleFile, ...]:
    """Tell of the files that are there and have rules: those of the vault, and the user's own."""
    found = []
    if root is not None:
        found.append(_told(OBSIDIAN_SETTINGS, root / OBSIDIAN_SETTINGS, IgnoreRules.read_obsidian))
        found.append(_told(IGNORE_FILE, root / IGNORE_FILE, IgnoreRules.read_lines))
    if own is not None:
        found.append(_told(str(own), own, IgnoreRules.read_lines))
    return tuple(one for one in found if one.rules or one.problems)


def is_rule(line: str) -> bool:
    """Tell whether gitignore's syntax has such a line."""
    try:
        pathspec.GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _told(name: str, file: Path, read: Callable[[IgnoreRules, Path, str], None]) -> RuleFile:
    rules = IgnoreRules()
    read(rules, file, name)
    return RuleFile(name, file, rules.count, tuple(failure.reason for failure in rules.failures))


@dataclass(slots=True)
class IgnoreRules:
    """The rules that hold for a vault at this moment, and what was wrong with some of them.

    A note is excluded if one of the lists excludes it, or a folder that it is in. Within a list, as
    in git, a later line overrules an earlier one, and nothing is taken back from an excluded folder.
    """

    failures: list[Failure] = field(default_factory=list)
    _lists: list[pathspec.GitIgnoreSpec] = field(default_factory=list)
    _starts: list[str] = field(default_factory=list)
    _patterns: list[regex.Pattern[str]] = field(default_factory=list)

    @classmethod
    def load(cls, root: Path, user: UserRules) -> IgnoreRules:
        """Read the vault's rules and the user's; what cannot be read is a failure, and rules nothing."""
        rules = cls()
        rules.read_obsidian(root / OBSIDIAN_SETTINGS, OBSIDIAN_SETTINGS)
        rules.read_lines(root / IGNORE_FILE, IGNORE_FILE)
        if user.file is not None:
            rules.read_lines(user.file, str(user.file))
        rules._add_lines(user.lines, user.lines_from)
        return rules

    @property
    def count(self) -> int:
        """How many rules there are; comments and empty lines are none."""
        listed = sum(pattern.include is not None for rules in self._lists for pattern in rules.patterns)
        return listed + len(self._starts) + len(self._patterns)

    def excludes(self, path: str) -> bool:
        """Tell whether a path is excluded: relative to the vault, a folder's with a slash at its end."""
        if any(rules.match_file(path) for rules in self._lists):
            return True
        folded = path.casefold()
        return any(folded.startswith(start) for start in self._starts) or self._matched(path)

    def _matched(self, path: str) -> bool:
        for pattern in tuple(self._patterns):
            try:
                if pattern.search(path, timeout=_PATTERN_S):
                    return True
            except TimeoutError:
                self._patterns.remove(pattern)
                self._fail(
                    OBSIDIAN_SETTINGS, f"The excluded files /{pattern.pattern}/ take too long to match"
                )
        return False

    def read_obsidian(self, file: Path, name: str) -> None:
        """Read what Obsidian excludes; a file that is not there excludes nothing."""
        try:
            content: Any = json.loads(file.read_bytes())
            entries = (content.get("userIgnoreFilters") if isinstance(content, dict) else None) or []
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            self._fail(name, f"Obsidian's excluded files cannot be read ({error})")
            return
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, str) and entry.strip("/"):
                self._add_obsidian(entry)

    def _add_obsidian(self, entry: str) -> None:
        """Add an entry as Obsidian reads it: a path's beginning, or a pattern between slashes."""
        if not (entry.startswith("/") and entry.endswith("/")):
            self._starts.append(entry.casefold())
            return
        try:
            self._patterns.append(regex.compile(entry[1:-1], regex.IGNORECASE))
        except regex.error as error:
            self._fail(OBSIDIAN_SETTINGS, f"The excluded files {entry} are no regular expression ({error})")

    def read_lines(self, file: Path, name: str) -> None:
        """Read a file in gitignore's syntax; one that is not there excludes nothing."""
        try:
            text = file.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            self._fail(name, f"It cannot be read ({error})")
            return
        self._add_lines(text.splitlines(), name)

    def _add_lines(self, lines: Iterable[str], name: str) -> None:
        usable = []
        for line in lines:
            if is_rule(line):
                usable.append(line)
            else:
                self._fail(name, f"{line!r} is no gitignore pattern")
        if usable:
            self._lists.append(pathspec.GitIgnoreSpec.from_lines(usable))

    def _fail(self, name: str, sentence: str) -> None:
        self.failures.append(Failure(name, f"{sentence}: this rule excludes nothing."))
