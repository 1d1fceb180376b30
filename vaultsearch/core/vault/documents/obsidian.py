"""Convert Obsidian bases to Markdown. Format: https://help.obsidian.md/bases/syntax."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from vaultsearch.core.vault.documents.document import (
    DocumentText,
    clean_text,
    escape_inline,
    format_heading,
    guard_reader,
    join_blocks,
)
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text
from vaultsearch.core.vault.frontmatter import PropertyLoader

_FILTER_LABELS = {"and": "all of", "or": "any of", "not": "none of"}
_MAX_FILTER_DEPTH = 20
_VIEW_LABELS = {"order": "Columns", "sort": "Sorted by", "groupBy": "Grouped by", "limit": "At most"}


def parse_base(raw: bytes) -> dict[str, object]:
    """Parse a base's YAML. Raise UnreadableNoteError if it is no base."""
    try:
        # PropertyLoader is PyYAML's safe loader with size limits.
        content = yaml.load(decode_text(raw).text.replace("\t", "    "), Loader=PropertyLoader)  # noqa: S506
    except yaml.YAMLError as error:
        raise UnreadableNoteError("Not a valid base.", "Open it in Obsidian, or restore it.") from error
    if not isinstance(content, dict):
        raise UnreadableNoteError("Not a valid base: it has no views.", "Open it in Obsidian.")
    return as_mapping(content)


@guard_reader("an Obsidian base")
def read_base(raw: bytes) -> DocumentText:
    """Read the filters, formulas, columns and views in a base."""
    content = parse_base(raw)
    shown = as_mapping(content.get("properties"))
    names = {key: as_mapping(value).get("displayName") for key, value in shown.items()}
    named = {key: escape_inline(str(name)) for key, name in names.items() if name}
    columns = [f"- {name}: {_format_expression(key)}" for key, name in named.items()]
    computed = as_mapping(content.get("formulas"))
    formulas = [f"- {escape_inline(key)}: {_format_expression(value)}" for key, value in computed.items()]
    blocks = [
        *_titled_list("Filters", list(_format_filters(content.get("filters"), 0))),
        *_titled_list("Formulas", formulas),
        *_titled_list("Columns", columns),
    ]
    views = content.get("views")
    for view in map(as_mapping, views if isinstance(views, list) else ()):
        kind = str(view.get("type") or "view")
        title = str(view.get("name") or kind.capitalize())
        blocks.append(format_heading(1, escape_inline(clean_text(title))))
        lines = [f"- Shown as: {escape_inline(kind)}"]
        for key, label in _VIEW_LABELS.items():
            if (value := view.get(key)) not in (None, [], {}):
                lines.append(f"- {label}: {_format_value(value)}")
        if filters := list(_format_filters(view.get("filters"), 1)):
            lines += ["- Filters:", *filters]
        blocks.append("\n".join(lines))
    return DocumentText(join_blocks(blocks))


def _titled_list(title: str, lines: list[str]) -> list[str]:
    return [format_heading(1, title), "\n".join(lines)] if lines else []


def _format_filters(value: object, depth: int) -> Iterator[str]:
    """Yield a list item for each condition, nested below the word joining them."""
    indent = "  " * depth
    if depth > _MAX_FILTER_DEPTH or value is None:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{indent}- {_FILTER_LABELS.get(str(key), escape_inline(str(key)))}:"
            yield from _format_filters(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _format_filters(inner, depth)
    else:
        yield f"{indent}- {_format_expression(value)}"


def _format_value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_format_value(item) for item in value)
    if isinstance(value, dict):
        return " ".join(_format_value(item) for item in value.values())
    return escape_inline(" ".join(clean_text(str(value)).split()))


def _format_expression(value: object) -> str:
    """Format an expression as code, so note names inside don't become links."""
    text = " ".join(clean_text(str(value)).split())
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def as_mapping(value: object) -> dict[str, object]:
    """Return a mapping with its keys as strings; return an empty mapping for any other value."""
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else {}
