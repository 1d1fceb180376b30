"""A base's content -> views as HTML: notes filtered, sorted and grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from html import escape
from itertools import groupby
from typing import Any

from vaultsearch.core.bases.expressions import (
    ExpressionError,
    ExpressionScope,
    NoteFile,
    NoteLink,
    StepBudget,
    This,
    TooLongError,
    Value,
    VaultFiles,
    as_list,
    is_true,
    parse_expression,
    sort_key,
    text_of,
)
from vaultsearch.core.bases.functions import BaseFunctions
from vaultsearch.core.vault.documents.obsidian import as_mapping, parse_base
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.rendering import inline_html

_MAX_STEPS = 2_000_000
"""Maximum evaluation steps for a whole base, some two seconds."""
_MAX_ROWS, _MAX_COLUMNS, _MAX_VIEWS, _MAX_DEPTH = 200, 30, 20, 20
_JOINED: Mapping[str, Callable[[Iterator[bool]], bool]] = {
    "and": all,
    "or": any,
    "not": lambda passed: not any(passed),
}
_NAMES = {"file.name": "Name", "file.file": "Name", "file.mtime": "Modified", "file.ctime": "Created"}
_KINDS = ("cards", "list")


@dataclass(frozen=True, slots=True)
class BaseRow:
    """A note in a view, with column values, and a cover for cards."""

    file: NoteFile
    values: tuple[Value, ...]
    cover: Value = None


@dataclass(frozen=True, slots=True)
class BaseView:
    """A view of a base.

    Attributes:
        kind: "table", "cards" or "list"; other kinds are shown as tables.
        groups: Each group's common value and rows; a single group with None if ungrouped.
        total: Number of selected notes; rows are at most a few hundred.
        unknown: The unknown parts of expressions.
        is_cut: Whether the evaluation took too long, and notes are missing.
    """

    name: str
    kind: str
    columns: tuple[str, ...] = ()
    groups: tuple[tuple[Value, tuple[BaseRow, ...]], ...] = ()
    total: int = 0
    unknown: tuple[str, ...] = ()
    is_cut: bool = False


def views_of(
    content: Mapping[str, Any], files: VaultFiles, this: NoteFile | None, name: str = ""
) -> tuple[BaseView, ...]:
    """Evaluate a base's views, or the named view, inside the note ``this``."""
    views = [as_mapping(view) for view in as_list(content.get("views"))][:_MAX_VIEWS]
    if name:
        views = [view for view in views if str(view.get("name", "")).casefold() == name.casefold()]
    evaluation = _Evaluation(content, files, None if this is None else This(this))
    return tuple(evaluation.view(view) for view in views)


class _Evaluation:
    def __init__(self, content: Mapping[str, Any], files: VaultFiles, this: This | None) -> None:
        self._files, self._this = files, this
        self._functions, self._steps = BaseFunctions(files, datetime.now()), StepBudget(_MAX_STEPS)
        self._filters = content.get("filters")
        self._formulas = as_mapping(content.get("formulas"))
        properties = as_mapping(content.get("properties"))
        shown = {key: as_mapping(value).get("displayName") for key, value in properties.items()}
        self._shown = {key.removeprefix("note."): str(name) for key, name in shown.items() if name}
        self._unknown: dict[str, None] = {}
        self._selected: Sequence[NoteFile] | None = None

    def view(self, view: Mapping[str, Any]) -> BaseView:
        self._unknown = {}
        kind = str(view.get("type") or "table")
        name = str(view.get("name") or kind.capitalize())
        kind = kind if kind in _KINDS else "table"
        selected: list[NoteFile] = []
        is_cut = False
        try:
            own = view.get("filters")
            if self._selected is None:
                files = self._files.files.values()
                self._selected = [file for file in files if self._passes(self._filters, file, 0)]
            selected += (file for file in self._selected if self._passes(own, file, 0))
            groups = self._sort_and_group(view, selected)
        except ExpressionError as error:
            return BaseView(name, kind, unknown=(str(error),))
        # Nested formulas, each nested deeply.
        except RecursionError:
            return BaseView(name, kind, unknown=("((((",))
        # Show the notes selected so far, without sorting and grouping, which would take steps as well.
        except TooLongError:
            is_cut, groups = True, [(None, selected)]
        columns = [str(column) for column in as_list(view.get("order"))][:_MAX_COLUMNS] or ["file.name"]
        rows = self._rows(groups, columns, str(view.get("image") or ""), _row_limit(view))
        plain = [column.removeprefix("note.") for column in columns]
        usual = [_NAMES.get(name, name.removeprefix("formula.").removeprefix("file.")) for name in plain]
        labels = tuple(map(self._shown.get, plain, usual))
        total = min(len(selected), view["limit"]) if _row_limit(view) < _MAX_ROWS else len(selected)
        return BaseView(name, kind, labels, tuple(rows), total, tuple(self._unknown), is_cut)

    def _rows(
        self,
        groups: Sequence[tuple[Value, Sequence[NoteFile]]],
        columns: Sequence[str],
        image: str,
        left: int,
    ) -> Iterator[tuple[Value, tuple[BaseRow, ...]]]:
        for group, files in groups:
            rows = tuple(
                BaseRow(file, tuple(self._value(c, file) for c in columns), self._value(image, file))
                for file in files[:left]
            )
            left -= len(rows)
            if rows:
                yield group, rows

    def _passes(self, condition: object, file: NoteFile, depth: int) -> bool:
        if condition is None or depth > _MAX_DEPTH:
            return True
        if isinstance(condition, dict):
            return all(
                _JOINED[key](self._passes(inner, file, depth + 1) for inner in as_list(value))
                for key, value in condition.items()
                if key in _JOINED
            )
        if isinstance(condition, list):
            return all(self._passes(inner, file, depth + 1) for inner in condition)
        return is_true(parse_expression(str(condition))(self._scope(file)))

    def _sort_by(self, files: list[NoteFile], column: str, order: Mapping[str, Any]) -> list[NoteFile]:
        """Sort files by a column; files without a value come last in both directions."""
        values = {file.note.path: self._value(column, file) for file in files}
        with_value = [file for file in files if values[file.note.path] not in (None, "", [])]
        without = [file for file in files if values[file.note.path] in (None, "", [])]
        is_descending = str(order.get("direction", "ASC")).upper() == "DESC"
        by_value = sorted(with_value, key=lambda f: sort_key(values[f.note.path]), reverse=is_descending)
        return by_value + without

    def _sort_and_group(
        self, view: Mapping[str, Any], files: list[NoteFile]
    ) -> list[tuple[Value, list[NoteFile]]]:
        files = sorted(files, key=lambda file: file.note.title.casefold())
        # From last to first, since sorting is stable: the first order decides.
        for order in reversed([as_mapping(order) for order in as_list(view.get("sort"))]):
            files = self._sort_by(files, str(order.get("property") or order.get("column") or ""), order)
        by = view.get("groupBy")
        column = str(as_mapping(by).get("property") or "") if isinstance(by, dict) else str(by or "")
        if not column:
            return [(None, files)]
        files = self._sort_by(files, column, as_mapping(by))
        grouped = groupby(files, key=lambda file: sort_key(self._value(column, file)))
        return [(self._value(column, same[0]), same) for same in (list(some) for _, some in grouped)]

    def _value(self, column: str, file: NoteFile) -> Value:
        """Return a column's value; if it cannot be evaluated, None, and record the name."""
        if not column:
            return None
        scope = self._scope(file)
        try:
            if column.startswith("formula."):
                return scope.formula(column.removeprefix("formula."))
            if column.startswith("file."):
                return self._functions.member(file, column.removeprefix("file."))
            return self._files.get(file, column.removeprefix("note."))
        except ExpressionError as error:
            self._unknown[f"{column}: {error}" if str(error) != column else column] = None
        except (TooLongError, RecursionError):
            self._unknown[column] = None
        return None

    def _scope(self, file: NoteFile) -> ExpressionScope:
        functions = self._functions
        get, member, call = self._files.get, functions.member, functions.call
        return ExpressionScope(file, self._this, get, member, call, self._formulas, self._steps)


def _row_limit(view: Mapping[str, Any]) -> int:
    limit = view.get("limit")
    return min(limit, _MAX_ROWS) if isinstance(limit, int) and limit > 0 else _MAX_ROWS


_CARDS_IN_A_ROW, _COVER_WIDTH = 3, 180
_MAX_TEXT_LENGTH, _MAX_ITEMS = 300, 12
_MIN_WIDE_COLUMNS = 6
"""Minimum columns of a table with smaller letters, as for tables in notes."""
_SIGNS = {True: "☑", False: "☐"}
_WEB = ("http://", "https://")


def base_html(raw: bytes, files: VaultFiles, this: str, view: str = "") -> str:
    """Return a base's views, or the named view, as HTML inside the note ``this``."""
    try:
        content = parse_base(raw)
    except UnreadableNoteError:
        return ""
    html: list[str] = []
    for shown in views_of(content, files, files.files.get(this), view):
        listed = sum(len(rows) for _, rows in shown.groups)
        count = f"{shown.total}" if listed == shown.total else f"{listed} / {shown.total}"
        more = " …" if shown.is_cut else ""
        html.append(f"<p class='embed-title'><b>{escape(shown.name)}</b> · {count}{more}</p>")
        html += (f"<p class='unseen'>? <code>{escape(part)}</code></p>" for part in shown.unknown)
        for group, rows in shown.groups:
            if group is not None:
                html.append(f"<p><b>{_value_html(group)}</b></p>")
            if shown.kind == "cards":
                html.append(_cards_html(rows))
            elif shown.kind == "list":
                items = (" · ".join(filter(None, _cells_html(row))) for row in rows)
                html.append(f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>")
            else:
                html.append(_table_html(shown, rows))
    return "".join(html)


def _table_html(view: BaseView, rows: tuple[BaseRow, ...]) -> str:
    head = "".join(
        f"<th align='left' style='white-space: nowrap'>{escape(column)}</th>" for column in view.columns
    )
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells_html(row))}</tr>" for row in rows)
    css = "data wide" if len(view.columns) >= _MIN_WIDE_COLUMNS else "data"
    return f"<table class='{css}' cellspacing='0'><tr>{head}</tr>{body}</table>"


def _cards_html(rows: tuple[BaseRow, ...]) -> str:
    cards = [_card_html(row) for row in rows]
    lines = [cards[i : i + _CARDS_IN_A_ROW] for i in range(0, len(cards), _CARDS_IN_A_ROW)]
    body = "".join(
        f"<tr>{''.join(f'<td width={_COVER_WIDTH}>{card}</td>' for card in line)}</tr>" for line in lines
    )
    return f"<table class='data' cellspacing='0'>{body}</table>"


def _card_html(row: BaseRow) -> str:
    first = next(iter(row.cover), None) if isinstance(row.cover, list) else row.cover
    target = first.path or first.target if isinstance(first, NoteLink) else text_of(first)
    cover = target if inline_html.is_picture(target) else ""
    picture = (
        # With a height of 1, only the width counts: the window uses a square until the picture is loaded.
        f"<img src='{inline_html.embed_address(cover)}' alt='{escape(cover)}'"
        f" width='{_COVER_WIDTH}' height='1'><br>"
        if cover
        else ""
    )
    cells = list(filter(None, _cells_html(row))) or [_link_html(row.file.note.path, row.file.note.title)]
    return picture + "<br>".join(cells)


def _cells_html(row: BaseRow) -> Iterator[str]:
    title = row.file.note.title
    for value in row.values:
        # A column with the note's name becomes a link, whatever the column is called.
        is_name = value in (title, text_of(row.file).rpartition("/")[2].removesuffix(".md"))
        yield _link_html(row.file.note.path, text_of(value)) if is_name else _value_html(value)


def _value_html(value: Value) -> str:
    match value:
        case bool():
            return _SIGNS[value]
        case list():
            more = " …" if len(value) > _MAX_ITEMS else ""
            return ", ".join(_value_html(item) for item in value[:_MAX_ITEMS]) + more
        case NoteLink(target, path, shown):
            written = shown or target.rpartition("/")[2].removesuffix(".md")
            return _link_html(path or target, written)
        case NoteFile(note) | This(NoteFile(note)):
            return _link_html(note.path, note.title)
        case date() | timedelta():
            return f"<span style='white-space: nowrap'>{text_of(value)}</span>"
    text = text_of(value)
    if text.startswith(_WEB) and " " not in text:
        return f"<a href='{escape(text)}'>{escape(text[:_MAX_TEXT_LENGTH])}</a>"
    if text.startswith("#") and " " not in text and len(text) > 1:
        return f"<a class='tag' href='{inline_html.tag_address(text[1:])}'>{escape(text)}</a>"
    return escape(text[:_MAX_TEXT_LENGTH])


def _link_html(target: str, shown: str) -> str:
    return f"<a class='wikilink' href='{inline_html.wikilink_address(target)}'>{escape(shown)}</a>"
