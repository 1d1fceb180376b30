"""YAML as Obsidian reads it (version 1.2: ``yes`` is a string, ``1:30`` not a number), limited in size."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime
from typing import Any

import yaml

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # PyYAML built without libyaml
    from yaml import SafeLoader  # type: ignore[assignment]  # the same in Python, of another class

_MOST_NODES = 20_000
"""Limit of nodes with aliases expanded: nested aliases expand exponentially."""
_DEEPEST = 50
_TOO_DEEP = "it is nested too deeply"
_OPENERS = "[{-?:"
"""Each level of a document takes at least one of these characters."""
_WIKILINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_PERHAPS_TYPED = re.compile(r"[-+.\d]{1,5}[\d.eE:TtZz +\-]*\Z|true\Z|false\Z", re.IGNORECASE)
_TAG = "tag:yaml.org,2002:"


class PropertyLoader(SafeLoader):
    """Safe loader with YAML 1.2 scalars; ``duplicates`` lists keys that occur twice in a mapping."""

    yaml_implicit_resolvers = {}  # noqa: RUF012  (PyYAML types it so)

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.duplicates: list[str] = []
        self._text = stream

    def get_single_node(self) -> yaml.Node | None:
        """Compose the document. Raise YAMLError if it is too deep, or expands to too many nodes."""
        _refuse_depth(self._text)
        node: yaml.Node | None = super().get_single_node()
        if node is not None:
            _measure(node, {}, 0)
        return node

    def property_mapping(self, node: yaml.MappingNode) -> dict[str, object]:
        """Construct a mapping; the last value of a repeated key wins, as in Obsidian."""
        own = Counter(str(key.value) for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        self.duplicates += (key for key, times in own.items() if times > 1)
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
        """Construct a number or a date; an impossible one, such as the 32nd of May, stays a string."""
        try:
            match node.tag.removeprefix(_TAG):
                case "int":
                    return int(node.value)
                case "float":
                    return float(node.value)
                case _ if self.timestamp_regexp.match(node.value):
                    return self.construct_yaml_timestamp(node)
                case _:  # PyYAML requires seconds, which people omit
                    return datetime.fromisoformat(node.value)
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
        """Return the source text of a node."""
        start, end = node.start_mark, node.end_mark
        return self._text[start.index : end.index] if start and end else str(node.value)


def _refuse_depth(text: str) -> None:
    """Raise YAMLError if a document is nested too deeply, before anything recurses into it.

    Composing recurses in C: 100,000 opening brackets crashed the process. Parsing does not recurse.
    """
    if sum(map(text.count, _OPENERS)) <= _DEEPEST:
        return
    depth = 0
    try:
        for event in yaml.parse(text, Loader=SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise yaml.YAMLError(_TOO_DEEP)
    except yaml.MarkedYAMLError as error:  # libyaml, which scans ahead of its events, may have a limit
        if "nesting depth" in (error.problem or ""):
            raise yaml.YAMLError(_TOO_DEEP) from error
        raise


def _measure(node: yaml.Node, known: dict[int, int], depth: int) -> int:
    """Count the nodes of the document with its aliases expanded."""
    if depth > _DEEPEST:
        raise yaml.YAMLError(_TOO_DEEP)
    if id(node) in known:
        return known[id(node)]
    size = 1
    if isinstance(node, yaml.SequenceNode):
        size += sum(_measure(child, known, depth + 1) for child in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_measure(child, known, depth + 1) for pair in node.value for child in pair)
    if size > _MOST_NODES:
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
    "int": (r"[-+]?(?:0|[1-9]\d*)", "-+0123456789"),  # 007 stays a string: it is an identifier
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
    PropertyLoader.add_constructor(_TAG + _name, _constructor)
PropertyLoader.add_multi_constructor("!", PropertyLoader.unknown)
PropertyLoader.add_multi_constructor(_TAG, PropertyLoader.unknown)
for _name, (_pattern, _first) in _RESOLVERS.items():
    PropertyLoader.add_implicit_resolver(_TAG + _name, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def parse_scalar(text: str) -> object:
    """Return the YAML value of a word: a number, a date, a boolean, or the word itself."""
    if len(text) > 40 or not _PERHAPS_TYPED.match(text):
        return text
    loader = PropertyLoader(text)
    try:
        value = loader.get_single_data()
    except yaml.YAMLError:
        return text
    finally:
        loader.dispose()
    return value if isinstance(value, (int, float, date)) else text
