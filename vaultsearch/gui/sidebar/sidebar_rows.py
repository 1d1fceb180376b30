"""The rows of the sidebar as a tree of values: saved searches, tags, folders."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vaultsearch.core.values.query import Facet, Facets, SavedSearch

MOST = 12
"""How many tags or folders are shown at once beneath each heading, until all are asked for."""


class Section(StrEnum):
    """The headings, in their order."""

    SAVED = "saved"
    TAGS = "tags"
    FOLDERS = "folders"


@dataclass(eq=False)
class Row:
    """A row: of a ``section`` alone its heading, else a saved search at ``place``, a facet, or words.

    ``key`` is the same for the same thing after another count.
    """

    section: Section
    key: str
    label: str
    count: int | None = None
    saved: SavedSearch | None = None
    place: int = 0
    facet: Facet | None = None
    leads_to_all: bool = False
    parent: Row | None = None
    rows: list[Row] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Tell whether it stands above a section."""
        return self.parent is None

    def add(self, row: Row) -> Row:
        """Put a row beneath this one."""
        row.parent = self
        self.rows.append(row)
        return row

    def all(self) -> Iterator[Row]:
        """Give this row and all beneath it, from top to bottom."""
        yield self
        for row in self.rows:
            yield from row.all()


def sidebar_rows(
    saved: tuple[SavedSearch, ...], facets: Facets, whole: Collection[Section] = ()
) -> list[Row]:
    """Make the rows; of the sections in ``whole``, all are shown. An empty section of facets is left out."""
    found = [_saved_section(saved)]
    for section, title, shown in (
        (Section.TAGS, _tr("Tags"), facets.tags),
        (Section.FOLDERS, _tr("Folders"), facets.folders),
    ):
        if shown:
            found.append(_facet_section(section, title, shown, whole=section in whole))
    return found


def _saved_section(saved: tuple[SavedSearch, ...]) -> Row:
    heading = Row(Section.SAVED, Section.SAVED, _tr("Saved searches"))
    for place, search in enumerate(saved):
        key = f"{Section.SAVED}/{search.mode}/{search.query}"
        heading.add(Row(Section.SAVED, key, search.name, saved=search, place=place))
    if not saved:
        heading.add(Row(Section.SAVED, "nothing saved", _tr("Ctrl+D saves a search")))
    return heading


def _facet_section(section: Section, title: str, facets: tuple[Facet, ...], *, whole: bool) -> Row:
    heading = Row(section, section, title)
    # What the query asks for is shown, however few notes there are.
    whole = whole or len(facets) <= MOST + 1
    shown = facets if whole else [one for at, one in enumerate(facets) if at < MOST or _is_chosen(one)]
    for facet in shown:
        _add_facet(heading, facet)
    if left := len(facets) - len(shown):
        text = _tr("{} more…").format(phrases.number(left))
        heading.add(Row(section, f"{section}/more", text, leads_to_all=True))
    return heading


def _add_facet(above: Row, facet: Facet) -> None:
    key = f"{facet.kind}/{facet.value}"
    row = above.add(Row(above.section, key, facet.label, facet.count, facet=facet))
    for part in facet.parts:
        _add_facet(row, part)


def _is_chosen(facet: Facet) -> bool:
    return facet.chosen or any(map(_is_chosen, facet.parts))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sidebar", text)
