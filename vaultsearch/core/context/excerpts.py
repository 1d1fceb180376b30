"""Passages and contexts as excerpts for other programs, in Markdown and HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from vaultsearch.core.context.assembler import extent_as_found
from vaultsearch.core.context.formats import section_of, source_of
from vaultsearch.core.text import close_fences
from vaultsearch.core.values.context import ContextFormat, Excerpt
from vaultsearch.core.vault.rendering.excerpt import excerpt_html

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.context.blocks import NoteBlocks
    from vaultsearch.core.values.search import Chunk


def excerpt_of(
    chunk: Chunk, uri: str, note_uri: Callable[[str], str] | None = None, note: NoteBlocks | None = None
) -> Excerpt:
    """Write a passage below a citation, a link in HTML; ``note_uri`` returns a wikilink's address.

    ``note`` gives the fence, table head or callout that the passage was cut out of.
    """
    source, headings = source_of(chunk.path, chunk.title, chunk.heading_path)
    shown = chunk.shown if note is None else _with_frame(chunk, note)
    parts = (f"From {source}{section_of(headings)}:", close_fences(shown).strip("\n").rstrip(), uri)
    text = "\n\n".join(filter(None, parts)) + "\n"
    title, section = escape(source), escape(section_of(headings))
    citation = f'<p>From <a href="{escape(uri)}">{title}</a>{section}:</p>'
    return Excerpt(text, f"{citation}\n<blockquote>\n{excerpt_html(shown, note_uri)}\n</blockquote>")


def _with_frame(chunk: Chunk, note: NoteBlocks) -> str:
    extent, lines = extent_as_found(chunk, note), chunk.content.split("\n")
    standing = zip(lines, note.lines[chunk.line_start - 1 :], strict=False)
    # The note may have been saved since, and the passage may be of the past.
    if extent.loose is not None or any(line not in own for line, own in standing):
        return chunk.shown
    return note.framed(extent.start, extent.end)


def join_excerpts(excerpts: Sequence[Excerpt]) -> Excerpt:
    """Join excerpts with empty lines."""
    return Excerpt(
        "\n".join(excerpt.text for excerpt in excerpts), "\n".join(excerpt.html for excerpt in excerpts)
    )


def context_html(text: str, style: ContextFormat) -> str:
    """Render a context; show formats other than Markdown as written."""
    return excerpt_html(text) if style is ContextFormat.MARKDOWN else f"<pre>{escape(text)}</pre>"
