"""The properties at the top of a note; malformed ones never cost the text below them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, cast

import yaml
from frontmatter.default_handlers import JSONHandler, YAMLHandler

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.links import read_wikilink
from vaultsearch.core.vault.yaml_loading import PropertyLoader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Link, PropertyValue

_KEY_LINE = re.compile(r"\s*(?:[\"']?[^\s:#][^:]*:(?:\s|$)|[{}\]]|- )")
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_LONGEST_UNCLOSED = 500
"""Maximum lines of properties that extend to the end of the file."""
_LONGEST = 1_000_000
"""Maximum characters of properties."""
_DEEPEST = 50


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The properties, the number of lines they take, their links, and sentences on problems."""

    properties: dict[str, PropertyValue] = field(default_factory=dict)
    line_count: int = 0
    links: tuple[Link, ...] = ()
    problems: tuple[str, ...] = ()


def read_frontmatter(lines: Sequence[str]) -> Frontmatter:
    """Read the block between ``---`` on the first line and the next ``---``. Never fail.

    A block that is not a mapping is text between two horizontal rules: ``line_count`` is 0.
    """
    if not lines or lines[0].rstrip() != "---":
        return Frontmatter()
    end = next((i for i in range(1, len(lines)) if lines[i].rstrip() == "---"), None)
    return _unclosed(lines) if end is None else _closed(lines[1:end], end + 1)


class _MalformedError(ValueError):
    """The block is neither YAML nor JSON; str() is the reason and the line."""


def _closed(block: Sequence[str], count: int) -> Frontmatter:
    try:
        loaded, duplicates = _load("\n".join(block))
    except _MalformedError as error:
        if not _looks_like_properties(block):
            return Frontmatter()
        problem = Message("The properties couldn't be read ({}); the text was.", error)
        return Frontmatter(line_count=count, problems=(problem,))
    if loaded is None:
        return Frontmatter(line_count=count)  # empty, or comments only
    return _found(block, loaded, duplicates, count) if isinstance(loaded, dict) else Frontmatter()


def _looks_like_properties(block: Sequence[str]) -> bool:
    """Return whether at least half of the lines are keys or list items, to tell properties from prose."""
    lines = [line for line in block if line.strip()]
    return 2 * sum(_KEY_LINE.match(line) is not None for line in lines) >= len(lines)


def _unclosed(lines: Sequence[str]) -> Frontmatter:
    """Read properties that extend to the end of the file, if they can be nothing else."""
    block = lines[1:]
    if len(block) > _LONGEST_UNCLOSED or not block or not _KEY_LINE.match(block[0]):
        return Frontmatter()
    try:
        loaded, duplicates = _load("\n".join(block))
    except _MalformedError:
        return Frontmatter()
    if not isinstance(loaded, dict):
        return Frontmatter()
    frontmatter = _found(block, loaded, duplicates, len(lines))
    problem = "The properties aren't closed by a line with three dashes."
    return Frontmatter(
        frontmatter.properties, frontmatter.line_count, frontmatter.links, (problem, *frontmatter.problems)
    )


def _found(block: Sequence[str], loaded: dict[object, object], twice: list[str], count: int) -> Frontmatter:
    problems = [Message("The property {} occurs twice; the last one counts.", key) for key in twice]
    properties = {str(key): _value(value) for key, value in loaded.items()}
    return Frontmatter(properties, count, tuple(_links(block)), tuple(problems))


def _load(text: str) -> tuple[object, list[str]]:
    if len(text) > _LONGEST:
        raise _MalformedError("they are too long")
    if text.lstrip().startswith("{"):
        try:
            return _load_json(text)
        except (ValueError, RecursionError):
            pass  # YAML allows more than JSON, such as a trailing comma
    loaders: list[PropertyLoader] = []

    def make(stream: str) -> PropertyLoader:
        loaders.append(PropertyLoader(stream))
        return loaders[-1]

    try:
        loaded = YAMLHandler().load(text.replace("\t", "    "), Loader=make)
    except yaml.YAMLError as error:
        raise _MalformedError(_reason(error)) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise _MalformedError("it cannot be read as YAML") from error
    return loaded, loaders[0].duplicates


def _load_json(text: str) -> tuple[object, list[str]]:
    duplicates: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        mapping: dict[str, object] = {}
        for key, value in items:
            if key in mapping:
                duplicates.append(key)
            mapping[key] = value
        return mapping

    return JSONHandler().load(text, object_pairs_hook=pairs, parse_constant=str), duplicates


def _reason(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    sentence = " ".join(str(problem).split())
    return f"line {mark.line + 2}: {sentence}" if mark is not None else sentence


def _value(value: object, depth: int = 0) -> PropertyValue:
    """Convert a loaded value to the types of a property."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, dict):
        return {str(key): _value(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_value(item, depth + 1) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (str, int, float, date, datetime)):
        return cast("PropertyValue", value)
    return str(value)


def _links(block: Sequence[str]) -> list[Link]:
    """Return the wikilinks in properties, which are links as in Obsidian."""
    return [
        read_wikilink(match[2].removesuffix("\\"), match[3] or "", bool(match[1]), number)[0]
        for number, line in enumerate(block, start=2)
        if "[[" in line
        for match in _WIKILINK.finditer(line)
    ]
