"""The text of a document, as its reader hands it over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from vaultsearch.core.values.note import PropertyValue


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as Markdown: its headings, lists and tables, without front matter.

    Attributes:
        text: The Markdown.
        title: Its own title, "" for the file's name.
        properties: What its metadata say of it, such as the author.
        created: When it was made, None if it doesn't say.
        problems: Sentences on parts that could not be read.
        is_note: Whether it is a note as well, in which tags and inline fields count.
    """

    text: str
    title: str = ""
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    created: datetime | None = None
    problems: tuple[str, ...] = ()
    is_note: bool = False
