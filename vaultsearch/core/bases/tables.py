"""A base's content -> its views: the notes that the filters select, sorted, grouped, with their columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from vaultsearch.core.bases.expressions import Scope, Steps, TooLongError, parsed
from vaultsearch.core.bases.functions import Functions
from vaultsearch.core.bases.values import (
    ExpressionError,
    NoteFile,
    This,
    Value,
    is_true,
    sort_key,
)
from vaultsearch.core.vault.documents.bases import mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vaultsearch.core.bases.vault_files import VaultFiles

_MOST_STEPS = 2_000_000
"""Steps of evaluation in a whole base; they take some two seconds."""
_MOST_ROWS, _MOST_COLUMNS, _MOST_VIEWS, _DEEPEST = 200, 30, 20, 20
_JOINED: Mapping[str, Callable[[Iterator[bool]], bool]] = {
    "and": all,
    "or": any,
    "not": lambda passed: not any(passed),
}
_NAMES = {"file.name": "Name", "file.file": "Name", "file.mtime": "Modified", "file.ctime": "Created"}
_KINDS = ("cards", "list")


@dataclass(frozen=True, slots=True)
class BaseRow:
    """A note that a view selects, with the values of its columns, and of its cover in cards."""

    file: NoteFile
    values: tuple[Value, ...]
    cover: Value = None


@dataclass(frozen=True, slots=True)
class BaseView:
    """A view of a base.

    Attributes:
        kind: "table", "cards" or "list"; other kinds are shown as tables.
        groups: The value that the rows of a group share, and these; one group of None without grouping.
        total: The selected notes; rows are at most a few hundred.
        unknown: The parts of expressions that could not be evaluated.
        is_cut: Whether the evaluation took too long, so that notes are missing.
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
    """Evaluate the views of a base, or the one that is named, for the note ``this`` that embeds it."""
    views = [mapping(view) for view in _list(content.get("views"))][:_MOST_VIEWS]
    if name:
        views = [view for view in views if str(view.get("name", "")).casefold() == name.casefold()]
    steps = Steps(_MOST_STEPS)
    functions = Functions(files, datetime.now())
    evaluation = _Evaluation(content, files, functions, None if this is None else This(this), steps)
    return tuple(evaluation.view(view) for view in views)


class _Evaluation:
    """The evaluation of a base for one note that embeds it."""

    def __init__(
        self,
        content: Mapping[str, Any],
        files: VaultFiles,
        functions: Functions,
        this: This | None,
        steps: Steps,
    ) -> None:
        self._files, self._functions, self._this, self._steps = files, functions, this, steps
        self._filters = content.get("filters")
        self._formulas = mapping(content.get("formulas"))
        properties = mapping(content.get("properties"))
        shown = {key: mapping(value).get("displayName") for key, value in properties.items()}
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
            selected += (file for file in self._of_all_views() if self._passes(own, file, 0))
            groups = self._grouped(view, self._sorted(view, selected))
        except ExpressionError as error:
            return BaseView(name, kind, unknown=(str(error),))
        except RecursionError:  # formulas within formulas, each nested deeply
            return BaseView(name, kind, unknown=("((((",))
        except TooLongError:
            is_cut, groups = True, [(None, selected)]
        columns = [str(column) for column in _list(view.get("order"))][:_MOST_COLUMNS] or ["file.name"]
        rows = self._rows(groups, columns, str(view.get("image") or ""), _limit(view))
        labels = tuple(self._label(column) for column in columns)
        total = min(len(selected), view["limit"]) if _limit(view) < _MOST_ROWS else len(selected)
        return BaseView(name, kind, labels, tuple(rows), total, tuple(self._unknown), is_cut)

    def _of_all_views(self) -> Sequence[NoteFile]:
        """Return the files that the filters of the whole base select; evaluated once."""
        if self._selected is None:
            self._selected = [file for file in self._files.files if self._passes(self._filters, file, 0)]
        return self._selected

    def _rows(
        self,
        groups: Sequence[tuple[Value, Sequence[NoteFile]]],
        columns: Sequence[str],
        image: str,
        left: int,
    ) -> Iterator[tuple[Value, tuple[BaseRow, ...]]]:
        for group, files in groups:
            rows = tuple(
                BaseRow(
                    file, tuple(self._value(column, file) for column in columns), self._value(image, file)
                )
                for file in files[:left]
            )
            left -= len(rows)
            if rows:
                yield group, rows

    def _passes(self, condition: object, file: NoteFile, depth: int) -> bool:
        if condition is None or depth > _DEEPEST:
            return True
        if isinstance(condition, dict):
            return all(
                _JOINED[key](self._passes(inner, file, depth + 1) for inner in _list(value))
                for key, value in condition.items()
                if key in _JOINED
            )
        if isinstance(condition, list):
            return all(self._passes(inner, file, depth + 1) for inner in condition)
        return is_true(parsed(str(condition))(self._scope(file)))

    def _sorted(self, view: Mapping[str, Any], files: list[NoteFile]) -> list[NoteFile]:
        files = sorted(files, key=lambda file: file.note.title.casefold())
        for order in reversed([mapping(order) for order in _list(view.get("sort"))]):
            files = self._by(files, str(order.get("property") or order.get("column") or ""), order)
        return files

    def _by(self, files: list[NoteFile], column: str, order: Mapping[str, Any]) -> list[NoteFile]:
        """Sort files by a column; those without a value come last in both directions."""
        values = {file.note.path: self._value(column, file) for file in files}
        with_value = [file for file in files if values[file.note.path] not in (None, "", [])]
        without = [file for file in files if values[file.note.path] in (None, "", [])]
        is_descending = str(order.get("direction", "ASC")).upper() == "DESC"
        by_value = sorted(with_value, key=lambda f: sort_key(values[f.note.path]), reverse=is_descending)
        return by_value + without

    def _grouped(self, view: Mapping[str, Any], files: list[NoteFile]) -> list[tuple[Value, list[NoteFile]]]:
        by = view.get("groupBy")
        column = str(mapping(by).get("property") or "") if isinstance(by, dict) else str(by or "")
        if not column:
            return [(None, files)]
        files = self._by(files, column, mapping(by))
        grouped = groupby(files, key=lambda file: sort_key(self._value(column, file)))
        return [(self._value(column, same[0]), same) for same in (list(some) for _, some in grouped)]

    def _value(self, column: str, file: NoteFile) -> Value:
        """Return the value of a column; None, and its name is remembered, if it cannot be evaluated."""
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

    def _scope(self, file: NoteFile) -> Scope:
        functions = self._functions
        get, member, call = self._files.get, functions.member, functions.call
        return Scope(file, self._this, get, member, call, self._formulas, self._steps)

    def _label(self, column: str) -> str:
        plain = column.removeprefix("note.")
        if plain in self._shown:
            return self._shown[plain]
        return _NAMES.get(plain, plain.removeprefix("formula.").removeprefix("file."))


def _limit(view: Mapping[str, Any]) -> int:
    limit = view.get("limit")
    return min(limit, _MOST_ROWS) if isinstance(limit, int) and limit > 0 else _MOST_ROWS


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
