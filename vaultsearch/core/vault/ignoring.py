"""Exclusions from Obsidian's settings, gitignore files and our settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import regex

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.values.sync import Failure, RuleFile

if TYPE_CHECKING:
    import pathspec


IGNORE_FILE = ".vaultsearchignore"
OBSIDIAN_SETTINGS = ".obsidian/app.json"
_RULE_IGNORED = "This rule is ignored."
_PATTERN_TIMEOUT_S = 0.1
"""Maximum seconds for a pattern per path; slower patterns are dropped."""


@dataclass(frozen=True, slots=True)
class UserRules:
    """Exclusions for every vault: the user's gitignore file, and lines from the settings.

    ``hidden`` is the error that kept lines from being read, if any.
    """

    file: Path | None = None
    lines: tuple[str, ...] = ()
    lines_from: str = "settings"
    hidden: VaultSearchError | None = None


def rule_files(root: Path | None, own: Path | None) -> tuple[RuleFile, ...]:
    """List the existing files with rules or problems, in the vault and the user's."""
    files = []
    for name, file, read in _rule_sources(root, own):
        rules = IgnoreRules()
        read(rules, file, name)
        problems = tuple(failure.reason for failure in rules.failures)
        if rules.count or problems:
            files.append(RuleFile(name, file, rules.count, problems))
    return tuple(files)


def _rule_sources(
    root: Path | None, own: Path | None
) -> Iterator[tuple[str, Path, Callable[[IgnoreRules, Path, str], None]]]:
    """Yield the name, path and reader of each file that may hold rules."""
    if root is not None:
        yield OBSIDIAN_SETTINGS, root / OBSIDIAN_SETTINGS, IgnoreRules.read_obsidian
        yield IGNORE_FILE, root / IGNORE_FILE, IgnoreRules.read_lines
    if own is not None:
        yield str(own), own, IgnoreRules.read_lines


def is_rule(line: str) -> bool:
    """Return whether a line is valid gitignore syntax."""
    import pathspec

    try:
        pathspec.GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class IgnoreRules:
    """A vault's exclusions at the time of reading, and problems with some.

    A note is excluded if any list excludes it or a folder above. Within a list, as in git, a later line
    overrides an earlier line, and nothing within an excluded folder is included again.
    """

    failures: list[Failure] = field(default_factory=list)
    _lists: list[pathspec.GitIgnoreSpec] = field(default_factory=list)
    _starts: list[str] = field(default_factory=list)
    _patterns: list[regex.Pattern[str]] = field(default_factory=list)

    @classmethod
    def load(cls, root: Path, user: UserRules) -> IgnoreRules:
        """Read the vault's rules and the user's; an unreadable file is a failure and excludes nothing.

        Raise the error of rules that are ``hidden``.
        """
        if user.hidden is not None:
            raise user.hidden
        rules = cls()
        for name, file, read in _rule_sources(root, user.file):
            read(rules, file, name)
        rules._add_lines(user.lines, user.lines_from)
        return rules

    @property
    def count(self) -> int:
        """Count the rules, without comments and empty lines."""
        listed = sum(pattern.include is not None for rules in self._lists for pattern in rules.patterns)
        return listed + len(self._starts) + len(self._patterns)

    def excludes(self, path: str) -> bool:
        """Return whether a path relative to the vault is excluded; a folder's path ends with a slash."""
        # Obsidian's prefixes ignore case; gitignore rules do not. Most vaults have neither.
        if self._lists and any(rules.match_file(path) for rules in self._lists):
            return True
        if self._starts and any(map(path.casefold().startswith, self._starts)):
            return True
        for pattern in tuple(self._patterns):
            try:
                if pattern.search(path, timeout=_PATTERN_TIMEOUT_S):
                    return True
            # Drop, don't retry: with nested repetitions, thousands of paths would each take as long.
            except TimeoutError:
                self._patterns.remove(pattern)
                sentence = Message("The excluded files /{}/ take too long to match.", pattern.pattern)
                self._fail(OBSIDIAN_SETTINGS, sentence)
        return False

    def read_obsidian(self, file: Path, name: str) -> None:
        """Read Obsidian's excluded files; a missing file excludes nothing."""
        try:
            content: Any = json.loads(file.read_bytes())
            entries = (content.get("userIgnoreFilters") if isinstance(content, dict) else None) or []
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            self._fail(name, Message("Obsidian's excluded files can't be read ({}).", error))
            return
        # Plugins or sync may leave anything in Obsidian's file.
        for entry in entries if isinstance(entries, list) else []:
            if not isinstance(entry, str) or not entry.strip("/"):
                continue
            # A path prefix, or a pattern between slashes.
            if not (entry.startswith("/") and entry.endswith("/")):
                self._starts.append(entry.casefold())
                continue
            try:
                self._patterns.append(regex.compile(entry[1:-1], regex.IGNORECASE))
            except regex.error as error:
                invalid = "The excluded files {} aren't a valid regular expression ({})."
                self._fail(OBSIDIAN_SETTINGS, Message(invalid, entry, error))

    def read_lines(self, file: Path, name: str) -> None:
        """Read a file in gitignore syntax; a missing file excludes nothing."""
        try:
            text = file.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            self._fail(name, Message("Can't be read ({}).", error))
            return
        self._add_lines(text.splitlines(), name)

    def _add_lines(self, lines: Iterable[str], name: str) -> None:
        usable = []
        for line in lines:
            if is_rule(line):
                usable.append(line)
            else:
                self._fail(name, Message("{} isn't a valid pattern.", f"{line!r}"))
        if usable:
            import pathspec  # with its three engines 2.4 MB, which few vaults need

            self._lists.append(pathspec.GitIgnoreSpec.from_lines(usable))

    def _fail(self, name: str, sentence: str) -> None:
        self.failures.append(Failure(name, f"{sentence} {_RULE_IGNORED}"))
