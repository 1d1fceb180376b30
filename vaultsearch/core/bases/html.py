"""The views of a base -> HTML, as the page shows it."""

from __future__ import annotations

from datetime import date, timedelta
from html import escape
from typing import TYPE_CHECKING

from vaultsearch.core.bases.tables import views_of
from vaultsearch.core.bases.values import NoteFile, NoteLink, This, Value, text_of
from vaultsearch.core.vault.decoding import UnreadableNoteError
from vaultsearch.core.vault.documents.bases import base_content
from vaultsearch.core.vault.rendering.inline_html import (
    embed_address,
    is_picture,
    tag_address,
    wikilink_address,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.bases.tables import BaseRow, BaseView
    from vaultsearch.core.bases.vault_files import VaultFiles

_CARDS_IN_A_ROW, _COVER_WIDTH = 3, 180
_LONGEST, _MOST = 300, 12
_WIDE = 6
"""From this many columns on, a table has smaller letters, as one that is written in a note."""
_SIGNS = {True: "☑", False: "☐"}
_WEB = ("http://", "https://")


def base_html(raw: bytes, files: VaultFiles, this: str, view: str = "") -> str:
    """Return the views of a base, or the one that is named, for the note that embeds it."""
    try:
        content = base_content(raw)
    except UnreadableNoteError:
        return ""
    return "".join(_view(each) for each in views_of(content, files, files.file_at(this), view))


def _view(view: BaseView) -> str:
    shown = sum(len(rows) for _, rows in view.groups)
    count = f"{view.total}" if shown == view.total else f"{shown} / {view.total}"
    html = [f"<p class='embed-title'><b>{escape(view.name)}</b> · {count}{' …' if view.is_cut else ''}</p>"]
    html += (f"<p class='unseen'>? <code>{escape(part)}</code></p>" for part in view.unknown)
    for group, rows in view.groups:
        if group is not None:
            html.append(f"<p><b>{_value(group)}</b></p>")
        html.append(_WRITERS[view.kind](rows) if view.kind in _WRITERS else _table(view, rows))
    return "".join(html)


def _table(view: BaseView, rows: tuple[BaseRow, ...]) -> str:
    head = "".join(f"<th style='white-space: nowrap'>{escape(column)}</th>" for column in view.columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(row))}</tr>" for row in rows)
    css = "data wide" if len(view.columns) >= _WIDE else "data"
    return f"<table class='{css}' cellspacing='0'><tr>{head}</tr>{body}</table>"


def _list(rows: tuple[BaseRow, ...]) -> str:
    items = (" · ".join(filter(None, _cells(row))) for row in rows)
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _cards(rows: tuple[BaseRow, ...]) -> str:
    cards = [_card(row) for row in rows]
    lines = [cards[i : i + _CARDS_IN_A_ROW] for i in range(0, len(cards), _CARDS_IN_A_ROW)]
    body = "".join(
        f"<tr>{''.join(f'<td width={_COVER_WIDTH}>{card}</td>' for card in line)}</tr>" for line in lines
    )
    return f"<table class='data' cellspacing='0'>{body}</table>"


def _card(row: BaseRow) -> str:
    cover = _picture_of(row.cover)
    picture = (
        f"<img src='{embed_address(cover)}' alt='{escape(cover)}' width='{_COVER_WIDTH}' height='1'><br>"
        if cover
        else ""
    )
    cells = list(filter(None, _cells(row))) or [_link(row.file.note.path, row.file.note.title)]
    return picture + "<br>".join(cells)


def _picture_of(cover: Value) -> str:
    if isinstance(cover, list):
        cover = next(iter(cover), None)
    target = cover.path or cover.target if isinstance(cover, NoteLink) else text_of(cover)
    return target if is_picture(target) else ""


def _cells(row: BaseRow) -> Iterator[str]:
    title = row.file.note.title
    for value in row.values:
        is_name = value in (title, text_of(row.file).rpartition("/")[2].removesuffix(".md"))
        yield _link(row.file.note.path, text_of(value)) if is_name else _value(value)


def _value(value: Value) -> str:
    match value:
        case bool():
            return _SIGNS[value]
        case list():
            more = " …" if len(value) > _MOST else ""
            return ", ".join(_value(item) for item in value[:_MOST]) + more
        case NoteLink(target, path, shown):
            written = shown or target.rpartition("/")[2].removesuffix(".md")
            return _link(path or target, written)
        case NoteFile(note) | This(NoteFile(note)):
            return _link(note.path, note.title)
        case date() | timedelta():
            return f"<span style='white-space: nowrap'>{text_of(value)}</span>"
    text = text_of(value)
    if text.startswith(_WEB) and " " not in text:
        return f"<a href='{escape(text)}'>{escape(text[:_LONGEST])}</a>"
    if text.startswith("#") and " " not in text and len(text) > 1:
        return f"<a class='tag' href='{tag_address(text[1:])}'>{escape(text)}</a>"
    return escape(text[:_LONGEST])


def _link(target: str, shown: str) -> str:
    return f"<a class='wikilink' href='{wikilink_address(target)}'>{escape(shown)}</a>"


_WRITERS = {"cards": _cards, "list": _list}
