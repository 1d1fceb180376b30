"""Properties of the parser on any note: it never fails, its lines are right, and no text is lost."""

import re
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.core.vault.reading import parse, texts
from tests.thoroughness import THOROUGH
from vaultsearch.core.values.note import Note
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.inline_text import html_text
from vaultsearch.core.vault.markdown import markdown_parser

# Fragments of real notes, so that their interactions are found sooner than by random letters.
SYNTAX = st.sampled_from(
    [
        "---", "--- ", "```", "~~~", "````", "# ", "## ", "===", "- ", "* ", "1. ", "> ", "> [!note]- ",
        "    ", "\t", "[[", "]]", "![[", "|", "\\|", "#", "#^", "^id", " ^id", "%%", "==", "**", "*", "_",
        "~~", "`", "$", "$$", "[", "](", ")", "<", ">", "<!--", "-->", "<br>", "<div>", "</div>", "&amp;",
        "[^1]", "[^1]: ", "^[", "::", "key:: ", "[k:: ", "(k:: ", "- [ ] ", "- [x] ",
        "| a | b |\n|---|---|\n", "[r]: x\n", "#tag/sub", "http://a.b/", "tags: ", "title: ", "a: &a [*a]",
        "\\", "\n", "\n\n", " ", "word", "中文，", "🌱", "\u2028", "\x0c", "\u00a0",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(SYNTAX, max_size=60).map("".join))
MANY = settings(max_examples=300 if THOROUGH else 60)
COMMENT = re.compile(r"%%.*?%%|<!--.*?-->|(?<!\S)\^[A-Za-z0-9-]+\s*\Z", re.DOTALL)


def read(text: str) -> Note:
    try:
        return parse(text)
    except UnreadableNoteError:  # too many control characters for a text
        assume(False)
        raise


@MANY
@given(st.one_of(st.binary(max_size=300), TEXTS.map(str.encode)))
@example(b"")
@example(b"\xff\xfe\x00\xd8a\x00")
@example(b"---\n? [a]\n: b\n---")
@example(b"---\n&a: *a\n---")
@example(b"---\nx: 2024-05-01 99:99\n---")
def test_any_bytes_are_a_note_or_no_text_and_twice_the_same(raw: bytes) -> None:
    try:
        note = parse(raw)
    except UnreadableNoteError:
        return
    assert note == parse(raw)
    assert hash((note.tags, note.links, note.sections, note.headings))


@MANY
@given(TEXTS)
def test_every_block_is_what_stands_at_its_lines(text: str) -> None:
    note = read(text)
    lines = note.text.split("\n")
    last = 0
    for section in note.sections:
        assert section.blocks
        for block in section.blocks:
            assert last < block.line_start <= block.line_end <= len(lines)
            assert block.content == "\n".join(lines[block.line_start - 1 : block.line_end])
            assert lines[block.line_end - 1].strip()
            last = block.line_end
    numbers = [heading.line for heading in note.headings]
    assert numbers == sorted(set(numbers))
    assert all(1 <= number <= len(lines) for number in numbers)
    assert all(1 <= link.line <= len(lines) for link in note.links)


@MANY
@given(TEXTS)
@example("---\n- a\n---\n# b")
@example("%%\n\n%% x\n---\n")
@example("[r]: x\n[r]: y\n'title'")
def test_every_line_is_in_a_block_or_left_out_on_purpose(text: str) -> None:
    note = read(text)
    written = {number for number, line in enumerate(note.text.split("\n"), start=1) if line.strip()}
    found = {
        line
        for section in note.sections
        for block in section.blocks
        for line in range(block.line_start, block.line_end + 1)
    }
    assert written <= found | left_out_on_purpose(note.text)


def left_out_on_purpose(text: str) -> set[int]:
    """Return the lines that are properties, headings, comments, rules or link definitions."""
    lines = text.split("\n")
    front = read_frontmatter(lines).line_count
    env: dict[str, Any] = {}
    tokens: list[Any] = []
    md = markdown_parser()
    md.block.parse("\n" * front + "\n".join(lines[front:]), md, env, tokens)
    spans = [(0, front)]
    for token, after in zip(tokens, tokens[1:] + tokens[:1], strict=True):
        hidden = token.type == "paragraph_open" and not COMMENT.sub("", after.content).strip()
        markup = token.type == "html_block" and (
            not html_text(token.content) or "<h" in token.content.lower()
        )
        if token.level == 0 and (token.type in ("hr", "heading_open", "comment") or markup or hidden):
            spans.append(token.map)
    spans += [ref["map"] for ref in (*env.get("references", {}).values(), *env.get("duplicate_refs", ()))]
    return {line + 1 for start, end in spans for line in range(start, end)}


WORD = st.integers(0, 10**9).map(lambda n: f"w{n}x")
SEEN = [
    "{}", "# {}", "**{}**", "- {}", "1. {}\n   - [ ] {}", "> {}", "> [!tip]+ {}\n> # {}",
    "| {} |\n|---|\n| {} |", "```\n{}\n```", "~~~\n# {}\n~~~", "    {}", "[[N|{}]]", "[[{}]]", "![[{}#{}]]",
    "[{}](a.md)", "![{}](a.png)", "$${}$$", "$$\n{}\n$$", "a $x {}$ b", "=={}==", "~~{}~~", "`{}`",
    "<b>{}</b>", "<div>\n{}\n</div>", "{} ^id", "a^[{}]", "[^1]: {}", "key:: {}", "a [key:: {}] b",
    "a (key:: {}) b", "{}\n===", "#{}", "https://a.b/{}#{}",
]  # fmt: skip
HIDDEN = [
    "%%{}%%", "%%\n{}\n\n# {}\n%%", "<!-- {} -->", "a <!-- {} --> b", "```compressed-json\n{}\n```",
    "[r]: {}",
]  # fmt: skip


@st.composite
def composed(draw: st.DrawFn) -> tuple[str, list[str], list[str]]:
    """Compose a note of constructs, with its visible and its hidden words."""
    parts: list[str] = []
    seen: list[str] = []
    hidden: list[str] = []
    for template in draw(st.lists(st.sampled_from(SEEN + HIDDEN), max_size=12)):
        words = [draw(WORD) for _ in range(template.count("{}"))]
        parts.append(template.format(*words))
        (seen if template in SEEN else hidden).extend(words)
    return "\n\n".join(parts), seen, hidden


@MANY
@given(composed())
def test_what_the_reader_sees_is_the_text(made: tuple[str, list[str], list[str]]) -> None:
    text, seen, hidden = made
    note = read(text)
    found = "\n".join([*(heading.text for heading in note.headings), *texts(note)])
    assert [word for word in seen if word not in found] == []
    assert [word for word in hidden if word in found and word not in seen] == []


@MANY
@given(st.lists(st.sampled_from(["a", "b ", "\n", "[[N]]", "#t ", "**x**", "中", "  \n", "::", " ^id"])))
def test_lines_of_links_are_where_they_stand(parts: list[str]) -> None:
    note = read("".join(parts))
    lines = note.text.split("\n")
    assert all("[[N]]" in lines[link.line - 1] for link in note.links)
    assert len(note.links) == sum(
        block.content.count("[[N]]") for s in note.sections for block in s.blocks if block.kind != "fence"
    )
