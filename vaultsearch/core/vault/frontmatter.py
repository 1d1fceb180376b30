"""Read the properties at the top of a note; malformed properties never cost the text below."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import Any, cast

import yaml
from frontmatter.default_handlers import YAMLHandler

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import ParsedLink, PropertyValue
from vaultsearch.core.values.times import is_offset
from vaultsearch.core.vault.links import read_wikilink

try:
    from yaml import CSafeLoader as SafeLoader
# PyYAML may be built without libyaml; the loader in Python does the same, but slower.
except ImportError:
    from yaml import SafeLoader  # type: ignore[assignment]  # the same in Python, of another class

_MAX_NODES = 20_000
"""Maximum nodes with aliases expanded: nested aliases expand exponentially."""
_MAX_DEPTH = 50
_TOO_DEEP_REASON = "it is nested too deeply"
_NESTING_SIGNS = "[{-?:"
"""Each nesting level takes at least one of these characters."""
_WIKILINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_MAYBE_TYPED = re.compile(r"[-+.\d]{1,5}[\d.eE:TtZz +\-]*\Z|true\Z|false\Z", re.IGNORECASE)
_YAML_TAG = "tag:yaml.org,2002:"


class PropertyLoader(SafeLoader):
    """Safe loader with YAML 1.2 scalars; adds keys occurring twice in a mapping to ``duplicates``."""

    # No YAML 1.1 resolvers, in which `no` is false and `12:30` a base-60 number.
    yaml_implicit_resolvers = {}  # noqa: RUF012  (PyYAML types it so)

    def __init__(self, stream: str, duplicates: list[str] | None = None) -> None:
        super().__init__(stream)
        self.duplicates = [] if duplicates is None else duplicates
        self._text = stream

    def get_single_node(self) -> yaml.Node | None:
        """Compose the document. Raise YAMLError if it is too deep, or expands to too many nodes."""
        _refuse_depth(self._text)
        node: yaml.Node | None = super().get_single_node()
        if node is not None:
            _count_nodes(node, {}, 0)
        return node

    def property_mapping(self, node: yaml.MappingNode) -> dict[str, object]:
        """Construct a mapping; the last value for a repeated key wins, as in Obsidian."""
        own = Counter(str(key.value) for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        self.duplicates += (key for key, times in own.items() if times > 1)
        # Counted before merging (`<<`) adds keys, which may be overridden on purpose.
        self.flatten_mapping(node)
        return {
            str(key.value) if isinstance(key, yaml.ScalarNode) else self.source(key): (
                self.construct_object(value, deep=True)
            )
            for key, value in node.value
        }

    def property_list(self, node: yaml.SequenceNode) -> object:
        """Construct a list, but keep an unquoted ``[[Note]]`` as a string, because it is meant as a link."""
        if node.flow_style and _WIKILINK.fullmatch(source := self.source(node)):
            return source
        return [self.construct_object(child, deep=True) for child in node.value]

    def number_or_date(self, node: yaml.ScalarNode) -> object:
        """Construct a number or date; impossible dates, such as May 32, stay strings."""
        try:
            match node.tag.removeprefix(_YAML_TAG):
                case "int":
                    return int(node.value)
                case "float":
                    return float(node.value)
                case _ if self.timestamp_regexp.match(node.value):
                    moment = self.construct_yaml_timestamp(node)
                # PyYAML's timestamps require seconds, which people omit.
                case _:
                    moment = datetime.fromisoformat(node.value)
            is_range = isinstance(moment, datetime) and not is_offset(moment.utcoffset())
            return node.value if is_range else moment
        except (ValueError, OverflowError):
            return node.value

    def unknown(self, _: str, node: yaml.Node) -> object:
        """Construct a value with an unknown tag as a string: people write ``!important`` as a word."""
        if isinstance(node, yaml.MappingNode):
            return self.property_mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return self.property_list(node)
        return self.source(node)

    def source(self, node: yaml.Node) -> str:
        """Return a node's source text."""
        start, end = node.start_mark, node.end_mark
        return self._text[start.index : end.index] if start and end else str(node.value)


def _refuse_depth(text: str) -> None:
    """Raise YAMLError if a document is nested too deeply, before any recursion.

    Composing recurses in C: 100,000 opening brackets crashed the process. Parsing does not recurse.
    """
    if sum(map(text.count, _NESTING_SIGNS)) <= _MAX_DEPTH:
        return
    depth = 0
    try:
        for event in yaml.parse(text, Loader=SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _MAX_DEPTH:
                raise yaml.YAMLError(_TOO_DEEP_REASON)
    # libyaml scans ahead of events, and may hit an internal limit.
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in (error.problem or ""):
            raise yaml.YAMLError(_TOO_DEEP_REASON) from error
        raise


def _count_nodes(node: yaml.Node, known: dict[int, int], depth: int) -> int:
    """Count a document's nodes with aliases expanded."""
    if depth > _MAX_DEPTH:
        raise yaml.YAMLError(_TOO_DEEP_REASON)
    # An alias is the same node object; measured once, it counts each time.
    if id(node) in known:
        return known[id(node)]
    size = 1
    if isinstance(node, yaml.SequenceNode):
        size += sum(_count_nodes(child, known, depth + 1) for child in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_count_nodes(child, known, depth + 1) for pair in node.value for child in pair)
    if size > _MAX_NODES:
        raise yaml.YAMLError("it unfolds to too many values")
    known[id(node)] = size
    return size


_CONSTRUCTORS: dict[str, Any] = {
    "map": PropertyLoader.property_mapping,
    "seq": PropertyLoader.property_list,
    "int": PropertyLoader.number_or_date,
    "float": PropertyLoader.number_or_date,
    "timestamp": PropertyLoader.number_or_date,
}
_RESOLVERS = {
    "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
    # Without a leading zero: 007 is an identifier, and stays a string.
    "int": (r"[-+]?(?:0|[1-9]\d*)", "-+0123456789"),
    "float": (r"[-+]?(?:\.\d+|(?:0|[1-9]\d*)(?:\.\d*)?)(?:[eE][-+]?\d+)?", "-+.0123456789"),
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "timestamp": (
        r"\d{4}-\d\d-\d\d"
        r"|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d(?::\d\d)?(?:\.\d*)?"
        r"(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?",
        "0123456789",
    ),
    "merge": (r"<<", "<"),
}
for _name, _constructor in _CONSTRUCTORS.items():
    PropertyLoader.add_constructor(_YAML_TAG + _name, _constructor)
PropertyLoader.add_multi_constructor("!", PropertyLoader.unknown)
PropertyLoader.add_multi_constructor(_YAML_TAG, PropertyLoader.unknown)
for _name, (_pattern, _first) in _RESOLVERS.items():
    PropertyLoader.add_implicit_resolver(_YAML_TAG + _name, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def parse_scalar(text: str) -> object:
    """Parse a word as YAML: a number, date, boolean, or else the word."""
    if len(text) > 40 or not _MAYBE_TYPED.match(text):
        return text
    try:
        value = PropertyLoader(text).get_single_data()
    except yaml.YAMLError:
        return text
    return value if isinstance(value, (int, float, date)) else text


_KEY_LINE = re.compile(r"\s*(?:[\"']?[^\s:#][^:]*:(?:\s|$)|[{}\]]|- )")
_ENTRY = re.compile(r"^([^\s:#{}\[\]-][^:\n]*):(?!\S)(.*(?:\n(?:[ \t-].*|$))*)", re.MULTILINE)
"""A key at the start of a line, with the indented lines and list items below."""
_TAG_VALUE = re.compile(r"(?<=[:,\[-])[ \t]*#\w.*")
_TAG_SIGN = re.compile(r"#(?=\w)")
_NO_COMMENT = "\ue07d"  # a private-use character
_WIKILINK_PARTS = re.compile(r"(!?)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_MAX_UNCLOSED_LINES = 500
"""Maximum lines in properties extending to the end of the file."""
_MAX_CHARS = 1_000_000
"""Maximum characters in properties."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """Properties, the number of lines taken, links inside, and sentences on problems."""

    properties: dict[str, PropertyValue] = field(default_factory=dict)
    line_count: int = 0
    links: tuple[ParsedLink, ...] = ()
    problems: tuple[str, ...] = ()


def read_frontmatter(lines: Sequence[str]) -> Frontmatter:
    """Read the block between ``---`` on the first line and the next ``---``. Never fail.

    A block without a mapping is text between two horizontal rules: ``line_count`` is 0.
    """
    if not lines or lines[0].rstrip() != "---":
        return Frontmatter()
    end = next((i for i in range(1, len(lines)) if lines[i].rstrip() == "---"), len(lines))
    block, is_closed, count = lines[1:end], end < len(lines), min(end + 1, len(lines))
    # A horizontal rule on the first line must not turn a long note into properties without an end.
    may_go_on = 0 < len(block) <= _MAX_UNCLOSED_LINES and _KEY_LINE.match(block[0])
    if not is_closed and not may_go_on:
        return Frontmatter()
    problems = [] if is_closed else ["The properties aren't closed by a line with three dashes."]
    try:
        loaded, duplicates = _load_block("\n".join(block))
    except _MalformedError as error:
        # Prose between two horizontal rules is no YAML either, but must stay searchable. In properties, at
        # least half of the lines are keys or list items.
        written = [line for line in block if line.strip()]
        keys = sum(_KEY_LINE.match(line) is not None for line in written)
        if not is_closed or 2 * keys < len(written):
            return Frontmatter()
        problems.append(Message("The properties couldn't all be read ({}); the text was.", error))
        loaded, duplicates = _load_entries("\n".join(block[:_MAX_UNCLOSED_LINES])), []
    if not isinstance(loaded, dict):
        # Empty, or only comments: a closed block without properties.
        return Frontmatter(line_count=count if loaded is None and is_closed else 0)
    problems += (Message("The property {} occurs twice; the last one counts.", key) for key in duplicates)
    properties = {str(key): _property_value(value) for key, value in loaded.items()}
    # Wikilinks in properties are links, as in Obsidian.
    links = tuple(
        read_wikilink(match[2].removesuffix("\\"), match[3] or "", bool(match[1]), number)[0]
        for number, line in enumerate(block, start=2)
        if "[[" in line
        for match in _WIKILINK_PARTS.finditer(line)
    )
    return Frontmatter(properties, count, links, tuple(problems))


class _MalformedError(ValueError):
    """The block is no YAML; str() is the reason and the line."""


def _load_block(text: str) -> tuple[object, list[str]]:
    if len(text) > _MAX_CHARS:
        raise _MalformedError("they are too long")
    duplicates: list[str] = []
    try:
        # YAML forbids indentation by tabs, and takes `tags: #a #b` for a comment, but people type them.
        text = _TAG_VALUE.sub(lambda value: _TAG_SIGN.sub(_NO_COMMENT, value[0]), text.replace("\t", "    "))
        make_loader = partial(PropertyLoader, duplicates=duplicates)
        return YAMLHandler().load(text, Loader=make_loader), duplicates
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
        sentence = " ".join(str(problem).split())
        place = f"line {mark.line + 2}: " if mark is not None else ""
        raise _MalformedError(f"{place}{sentence}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise _MalformedError("it cannot be read as YAML") from error


def _load_entries(text: str) -> dict[str, object]:
    """Load each property separately, since a colon in a title makes all malformed; else keep the source."""
    loaded: dict[str, object] = {}
    for entry in _ENTRY.finditer(text):
        try:
            value, _ = _load_block(entry[0])
        except _MalformedError:
            value = {entry[1].strip("\"'"): entry[2].strip()}
        loaded |= value if isinstance(value, dict) else {}
    return loaded


def _property_value(value: object, depth: int = 0) -> PropertyValue:
    """Convert a loaded value to property types."""
    if depth > _MAX_DEPTH:
        return None
    if isinstance(value, dict):
        return {str(key): _property_value(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_property_value(item, depth + 1) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (int, float, date)):
        return cast("PropertyValue", value)
    return str(value).replace(_NO_COMMENT, "#")
