"""Versions of notes: their source, and the differences between two versions."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.history.file_changes import decode_version, end_of
from vaultsearch.core.text import fold_text
from vaultsearch.core.today import today
from vaultsearch.core.values.times import ChangeKind, NoteDifference, NoteVersion, WordChange
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import decode_text, remove_data

if TYPE_CHECKING:
    from vaultsearch.core.history.git import GitHistory
    from vaultsearch.core.history.saved import SavedHistory

HistorySource: TypeAlias = "GitHistory | SavedHistory"
"""The history of a vault's notes. A commit is a state of all notes, a blob a text, both by id.

All methods raise HistoryError if the history cannot be read.
"""


def version_on(known: Sequence[NoteVersion], day: date) -> NoteVersion | None:
    """Return the version current at the end of a day, in local time; None before the first."""
    # The latest version comes first.
    return next((version for version in known if version.date < end_of(day)), None)


_MAX_COMPARED = 4_000_000
"""Pairs of equal words or lines looked at: half a second. 5,000 frequent words took half a minute."""
_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_HEADING = re.compile(r"(#{1,6})\s")
_LEAD = re.compile(r"(\s*(?:(?:[-*+]|\d+[.)]|>|#{1,6})\s+)*(?:\[.\]\s+)?)(.*?)(\s*)", re.DOTALL)
_FRONTMATTER = re.compile(r"---\n.*?\n---\n", re.DOTALL)


def compare_versions(
    source: HistorySource, folder: Path, path: str, version: NoteVersion, other: NoteVersion | None = None
) -> NoteDifference:
    """Compare a note's version with another, or with the current note; a deleted note is empty."""
    if other is not None:
        after = source.text_of(path, other)
    else:
        after, path_now = "", path
        if not is_in(folder, path):
            head, _ = source.commit_on(today())
            # The note may only have been renamed since.
            later = source.changes_between(version.commit, head)
            renamed = (change.path_after for change in later if change.path_before == path)
            path_now = next(renamed, "") or path
        with suppress(OSError), Containment(folder).open(path_now) as opened:
            after = decode_text(opened.file.read()).text
    texts = map(remove_data, (source.text_of(path, version), after))
    return NoteDifference(path, version, tuple(changes_between_texts(*texts)))


def is_in(folder: Path, path: str) -> bool:
    """Return whether a note is in a folder; a name in a history may be longer than any file's."""
    return os.path.exists(folder / path)  # noqa: PTH110  # Path raises for such a name


def versions_with(
    source: HistorySource, path: str, versions: Sequence[NoteVersion], text: str
) -> tuple[str, ...]:
    """Return the commits of versions with all words of a text, in any case."""
    words = fold_text(text).split()
    blobs = {version.blob for version in versions if version.blob}
    contents = source.contents_of(blobs, path)
    folded = ((blob, fold_text(decode_version(content))) for blob, content in contents)
    held = {blob for blob, content in folded if all(word in content for word in words)}
    return tuple(version.commit for version in versions if version.blob in held)


class _Matcher(difflib.SequenceMatcher[str]):
    """Finds equal parts, the longest first, until it has compared enough; the rest counts as changed."""

    left = _MAX_COMPARED
    a: Sequence[str]
    b2j: dict[str, list[int]]

    @classmethod
    def of(cls, before: Sequence[str], after: Sequence[str]) -> _Matcher:
        return cls(None, before, after, autojunk=len(before) * len(after) > _MAX_COMPARED)

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> difflib.Match:
        self.left -= sum(1 + len(self.b2j.get(part, ())) for part in self.a[alo:ahi])
        return difflib.Match(alo, blo, 0) if self.left < 0 else super().find_longest_match(alo, ahi, blo, bhi)


def changes_between_texts(before: str, after: str) -> Iterator[WordChange]:
    """Compare two texts by line, and differing lines by word; neighbors are joined."""
    lines, others = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for kind, i1, i2, j1, j2 in _Matcher.of(lines, others).get_opcodes():
        if kind == "equal":
            yield WordChange(ChangeKind.SAME, "".join(lines[i1:i2]))
            continue
        words, other_words = (_TOKEN.findall("".join(part)) for part in (lines[i1:i2], others[j1:j2]))
        for part_kind, start, end, other_start, other_end in _Matcher.of(words, other_words).get_opcodes():
            if part_kind == "equal":
                yield WordChange(ChangeKind.SAME, "".join(words[start:end]))
                continue
            if start < end:
                yield WordChange(ChangeKind.REMOVED, "".join(words[start:end]))
            if other_start < other_end:
                yield WordChange(ChangeKind.ADDED, "".join(other_words[other_start:other_end]))


def changed_text(before: str, after: str) -> str:
    """Write the changes as a note: added lines, then removed lines struck through, under headings.

    Lines in both texts are left out, except properties and the headings above a change.
    """
    properties = _FRONTMATTER.match(after) or _FRONTMATTER.match(before)
    lines, others = (_FRONTMATTER.sub("", text, count=1).splitlines() for text in (before, after))
    written: list[str] = []
    above: list[str] = []
    for kind, i1, i2, j1, j2 in _Matcher.of(lines, others).get_opcodes():
        if kind == "equal":
            continue
        now_above: list[str] = []
        level = 7
        for line in reversed(others[:j1]):
            heading = _HEADING.match(line)
            if heading is not None and len(heading[1]) < level:
                now_above.insert(0, line)
                level = len(heading[1])
        # Only headings not written yet, so that each comes once above its changes.
        if now_above != above:
            written += ["", *(line for line in now_above if line not in above), ""]
            above = now_above
        written += [*others[j1:j2], ""]
        for line in filter(str.strip, lines[i1:i2]):
            # Leading signs stay, and a heading becomes a line.
            match = _LEAD.fullmatch(line)
            lead, words, rest = match.groups() if match else ("", line, "")
            lead = lead.replace("#", "").lstrip() if "#" in lead else lead
            written.append(f"{lead}~~{words}~~{rest}" if words else line)
        written.append("")
    return (properties.group() if properties else "") + "\n".join(written).strip("\n") + "\n"
