"""A small note in, its exact parts out: one test for each construct that Obsidian knows."""

from __future__ import annotations

from vaultsearch.core.values import Block, Heading, Note, Revision, Section
from vaultsearch.core.vault.markdown import parse_note


def parse(text: str, path: str = "Folder/Some note.md") -> Note:
    raw = text.encode()
    return parse_note(Revision(path, len(raw), 0), raw)


def test_a_note_is_cut_at_its_headings_with_the_lines_of_the_file() -> None:
    note = parse("---\ntags: [x]\n---\nIntro.\n\n# One\n\nText\nmore\n\n### Deep\n- a\n- b\n\n\n# Two\n# Three\nEnd")
    assert note.headings == (
        Heading(1, "One", 6),
        Heading(3, "Deep", 11),
        Heading(1, "Two", 16),
        Heading(1, "Three", 17),
    )
    assert note.sections == (
        Section((), (Block("paragraph", 4, 4, "Intro.", "Intro."),)),
        Section(("One",), (Block("paragraph", 8, 9, "Text\nmore", "Text\nmore"),)),
        Section(("One", "Deep"), (Block("list", 12, 13, "- a\n- b", "- a\n- b"),)),
        Section(("Three",), (Block("paragraph", 18, 18, "End", "End"),)),
    )
