"""A small note and its exact parts, for each construct of Obsidian."""

from datetime import date

import pytest

from tests.core.vault.reading import kinds, parse, shown, texts
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import Block, Heading, LinkKind, NoteSection, ParsedLink
from vaultsearch.core.vault import markdown


def test_a_note_is_cut_at_its_headings_with_the_lines_of_the_file() -> None:
    intro = "---\ntags: [x]\n---\nIntro.\n\n"
    note = parse(f"{intro}# One\n\nText\nmore\n\n### Deep\n- a\n- b\n\n\n# Two\n# Three\nEnd")
    assert note.headings == (
        Heading(1, "One", 6), Heading(3, "Deep", 11), Heading(1, "Two", 16), Heading(1, "Three", 17),
    )  # fmt: skip
    assert note.sections == (
        NoteSection((), (Block("paragraph", 4, 4, "Intro.", "Intro."),)),
        NoteSection(("One",), (Block("paragraph", 8, 9, "Text\nmore", "Text\nmore"),)),
        NoteSection(("One", "Deep"), (Block("list", 12, 13, "- a\n- b", "- a\n- b"),)),
        NoteSection(("Three",), (Block("paragraph", 18, 18, "End", "End"),)),
    )


@pytest.mark.parametrize(
    ("written", "text", "level"),
    [
        ("# Plain", "Plain", 1), ("###### Six ######", "Six", 6), ("## C#", "C#", 2),
        ("## *Soft* [[N|alias]] and [md](a.md)", "Soft alias and md", 2), ("## Idea #todo", "Idea #todo", 2),
        ("## Marked ==x== `code` ^id-1", "Marked x code", 2), ("## Seen %%not this%%", "Seen", 2),
        ("Setext\n===", "Setext", 1), ("Setext\nof two lines\n---", "Setext of two lines", 2), ("#", "", 1),
    ],
)  # fmt: skip
def test_a_heading_reads_as_the_reader_sees_it(written: str, text: str, level: int) -> None:
    note = parse(written + "\n\nBody")
    assert note.headings == (Heading(level, text, 1),)
    assert note.sections[0].heading_path == ((text,) if text else ())


def test_headings_that_skip_levels_or_repeat_keep_their_place() -> None:
    note = parse("### C\na\n# A\nb\n### C\nc\n## B\nd\n## B\ne")
    paths = [section.heading_path for section in note.sections]
    assert paths == [("C",), ("A",), ("A", "C"), ("A", "B"), ("A", "B")]


@pytest.mark.parametrize(
    ("text", "headings", "blocks"),
    [
        ('<h1 align="center">Fungi</h1>\n<h2>Chanterelles</h2>\nIn beech woods.\n\nAnd more.',
         [(1, "Fungi", 1), (2, "Chanterelles", 2)], [(3, 3, "In beech woods."), (5, 5, "And more.")]),
        ("<div>\n<h2>\nTwo\nlines\n</h2>\nWords\n</div>", [(2, "Two lines", 2)], [(6, 7, "Words")]),
        ("<!-- <h2>no</h2> -->\n\nx", [], [(3, 3, "x")]),
        ("<style>\np { color: red }\n</style>\n\nx", [], [(5, 5, "x")]),
        # As a list by hand ends at a heading; dashes are as often a rule.
        ("- item\nTitle\n=====\ntext", [(1, "Title", 2)], [(1, 1, "- item"), (4, 4, "text")]),
        ("- item\nmore\n-----\ntext", [], [(1, 2, "- item\n  more"), (4, 4, "text")]),
        ("- item\n  a = b\n  === c", [], [(1, 3, "- item\n  a = b\n  === c")]),
        # Cells and lines of HTML were glued into one word.
        ("<table><tr><td>a</td>\n<td>b</td></tr></table><dt>c</dt>d", [], [(1, 2, "a \nb\nc\nd")]),
        # A comment that is never closed hides nothing.
        ("a\n\n%%\n\n# Head\n\nb", [(1, "Head", 5)], [(1, 1, "a"), (3, 3, "%%"), (7, 7, "b")]),
    ],
)  # fmt: skip
def test_headings_of_html_and_below_lists_and_open_comments_are_headings(
    text: str, headings: list[tuple[int, str, int]], blocks: list[tuple[int, int, str]]
) -> None:
    note = parse(text)
    assert note.headings == tuple(Heading(*heading) for heading in headings)
    assert [(b.line_start, b.line_end, b.text) for section in note.sections for b in section.blocks] == blocks


@pytest.mark.parametrize("line", ["#tag first", "####### seven", "\\# escaped", "    # code", "text # no"])
def test_what_only_looks_like_a_heading_is_none(line: str) -> None:
    assert parse("x\n\n" + line).headings == ()


@pytest.mark.parametrize(
    "fence",
    [
        "```\n# no #nor\n```", "~~~\n# no #nor\n~~~", "````md\n```\n# no #nor\n```\n````",
        "~~~\n```\n# no #nor\n~~~", "```\n# no #nor\n\n## not closed", "```dataview\nLIST FROM #nor\n```",
        "```query\ntag:#nor\n```", "```mermaid\ngraph TD\n# no\n```", "    # no #nor\n    indented",
    ],
)  # fmt: skip
def test_in_a_fence_nothing_is_a_heading_or_a_tag_and_all_is_text(fence: str) -> None:
    note = parse(fence)
    assert (note.headings, note.tags, kinds(note)) == ((), (), ["fence"])
    (block,) = note.sections[0].blocks
    assert (block.line_start, block.line_end, block.content) == (1, fence.count("\n") + 1, fence)
    inner = fence.removeprefix("    ").replace("\n    ", "\n") if fence.startswith(" ") else fence
    assert all(line in inner for line in block.text.split("\n"))
    assert "no" in block.text


def test_a_drawing_gives_its_text_elements_and_not_its_payload() -> None:
    note = parse(
        "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n"
        "==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==\n\n"
        "# Text Elements\nBoiler room ^a1b2c3d4\n\n%%\n# Drawing\n```compressed-json\nN4KAkARALgngDg\n```\n%%"
    )
    boiler = Block("paragraph", 8, 8, "Boiler room ^a1b2c3d4", "Boiler room")
    assert note.sections == (NoteSection(("Text Elements",), (boiler,)),)
    assert texts(parse('---\nexcalidraw-plugin: raw\n---\n```json\n{"type":1}\n```')) == []
    assert texts(parse('```json\n{"type":1}\n```')) == ['{"type":1}']
    assert texts(parse("```compressed-json\nN4KAk\n```")) == []


@pytest.mark.parametrize(
    ("written", "link", "text"),
    [
        ("[[N]]", ParsedLink(LinkKind.WIKILINK, "N", 1), "N"),
        ("[[Folder/N]]", ParsedLink(LinkKind.WIKILINK, "Folder/N", 1), "Folder/N"),
        ("[[N|alias]]", ParsedLink(LinkKind.WIKILINK, "N", 1, alias="alias"), "alias"),
        ("[[N\\|alias]]", ParsedLink(LinkKind.WIKILINK, "N", 1, alias="alias"), "alias"),
        ("[[N#H]]", ParsedLink(LinkKind.WIKILINK, "N", 1, ("H",)), "N > H"),
        ("[[N#H1#H2]]", ParsedLink(LinkKind.WIKILINK, "N", 1, ("H1", "H2")), "N > H1 > H2"),
        ("[[N#^id]]", ParsedLink(LinkKind.WIKILINK, "N", 1, block="id"), "N"),
        ("[[#H]]", ParsedLink(LinkKind.WIKILINK, "", 1, ("H",)), "H"),
        ("[[a [b] c]]", ParsedLink(LinkKind.WIKILINK, "a [b] c", 1), "a [b] c"),
        ("![[N]]", ParsedLink(LinkKind.EMBED, "N", 1), "N"),
        ("![[N#H]]", ParsedLink(LinkKind.EMBED, "N", 1, ("H",)), "N > H"),
        ("![[N#^id]]", ParsedLink(LinkKind.EMBED, "N", 1, block="id"), "N"),
        ("![[x.png|100x145]]", ParsedLink(LinkKind.EMBED, "x.png", 1), "x.png"),
        ("![[x.png|A map|100]]", ParsedLink(LinkKind.EMBED, "x.png", 1, alias="A map"), "A map"),
        ("![[x.pdf#page=3]]", ParsedLink(LinkKind.EMBED, "x.pdf", 1, page=3), "x.pdf"),
        ("[[x.pdf#page=12&selection=4,0,9,3]]", ParsedLink(LinkKind.WIKILINK, "x.pdf", 1, page=12), "x.pdf"),
        ("[[x.pdf#height=400]]", ParsedLink(LinkKind.WIKILINK, "x.pdf", 1), "x.pdf"),
        ("[t](x.pdf#page=3)", ParsedLink(LinkKind.MARKDOWN, "x.pdf", 1, alias="t", page=3), "t"),
        ("[t](a%20b.md#H%201)", ParsedLink(LinkKind.MARKDOWN, "a b.md", 1, ("H 1",), alias="t"), "t"),
        ("[t](<a b.md>)", ParsedLink(LinkKind.MARKDOWN, "a b.md", 1, alias="t"), "t"),
        ("[*t*](x.pdf)", ParsedLink(LinkKind.MARKDOWN, "x.pdf", 1, alias="t"), "t"),
        ("[t](#H)", ParsedLink(LinkKind.MARKDOWN, "", 1, ("H",), alias="t"), "t"),
        ("![A map|100](a.png)", ParsedLink(LinkKind.EMBED, "a.png", 1, alias="A map"), "A map"),
        ("[t][r]\n\n[r]: a.md", ParsedLink(LinkKind.MARKDOWN, "a.md", 1, alias="t"), "t"),
    ],
)
def test_a_link_is_kept_as_written_and_read_as_shown(written: str, link: ParsedLink, text: str) -> None:
    note = parse(f"before {written}")
    assert (note.links, texts(note)) == ((link,), [f"before {text}"])


@pytest.mark.parametrize(
    "written",
    [
        "[t](https://a.b)", "<https://a.b>", "[t](mailto:a@b.c)", "https://a.b/c", "`[[N]]`", "\\[[N]]",
        "%%[[N]]%%", "[[]]", "[[a\nb]]", "    [[N]]", "$[[N]]$",
    ],
)  # fmt: skip
def test_what_leads_out_of_the_vault_or_is_no_link_is_not_listed(written: str) -> None:
    assert parse(written).links == ()


def test_links_tell_their_line_in_the_file_and_keep_their_order() -> None:
    note = parse(
        "---\nup: '[[Top]]'\n---\nFirst\nsecond [[A]] and [x](B.md)\n[[C]] %%c\nc%% [[D]]\n\n"
        "- [ ] task\n  lazy [[E]]\n\n> [!note] Title\n> [[F]]\n\n| a |\n|---|\n| [[G\\|g]] |\n\n[[H\\|h]]"
    )
    lines = {"Top": 2, "A": 5, "B.md": 5, "C": 6, "D": 7, "E": 10, "F": 13, "G": 17, "H": 19}
    assert [(link.target, link.line) for link in note.links] == list(lines.items())


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("**#bold** ==#lit==", ("bold", "lit")), ("#end. #comma, #标签，后面", ("end", "comma", "标签")),
        ("- [ ] #todo x", ("todo",)), ("> #quoted", ("quoted",)), ("| #cell |\n|---|", ("cell",)),
        ("#y1984 #1984", ("y1984",)), ("#snake_case #kebab-case", ("snake_case", "kebab-case")),
        ("#tag", ("tag",)), ("#A/b/C", ("A/b/C",)), ("#CamelCase #camelcase", ("CamelCase",)),
        ("#проект #日本語 #2024/plan #🌱", ("проект", "日本語", "2024/plan", "🌱")),
        ("`#no` a#no &#35; \\#no [#no](x.md) https://a.b/#no [[N#no]] #", ()), ("#one#two", ("one", "two")),
        ("## Head #inside", ("inside",)), ("#Same #same", ("Same",)),
        ("%%#no%% <a href='#no'>x</a> $#no$ C# #-/_", ()),
    ],
)  # fmt: skip
def test_tags_of_any_script_are_read_as_written(written: str, tags: tuple[str, ...]) -> None:
    assert parse(written).tags == tags


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        (("CamelCase",), ("camelcase",)), (("A/b/C", "a/D"), ("a/b/c", "a/b", "a", "a/d")),
        (("a/b", "a"), ("a/b", "a")), (("a//b",), ("a//b", "a")), (("İstanbul",), ("istanbul",)), ((), ()),
    ],
)  # fmt: skip
def test_tags_compare_in_lower_case_and_by_parents(written: tuple[str, ...], stored: tuple[str, ...]) -> None:
    assert (index_tags(written), index_tags(stored)) == (stored, stored)


def test_a_callout_is_kept_whole_with_its_title() -> None:
    callout = "> [!faq]- Can *they* fly?\n> # Not a section\n> - yes\n>\n> > [!todo] Nested\n> > [[N]]"
    note = parse(f"{callout}\n\nAfter")
    assert note.headings == ()
    assert note.sections[0].blocks == (
        Block("callout", 1, 6, callout, "Can they fly?\nNot a section\n- yes\nNested\nN"),
        Block("paragraph", 8, 8, "After", "After"),
    )


@pytest.mark.parametrize(
    "comment",
    [
        "%%\n# no\n\n```\n[[no]] #no\n%%", "%% one line %%", "<!-- # no\n\n[[no]] -->",
        "%%\nkanban:settings\n```\n{}\n```\n%%",
    ],
)  # fmt: skip
def test_a_comment_of_whole_lines_hides_all_that_is_in_it(comment: str) -> None:
    note = parse(f"a\n\n{comment}\n\nb")
    assert (texts(note), note.headings, note.links, note.tags) == (["a", "b"], (), (), ())
    assert texts(parse(f"a\n{comment}"))[0].startswith("a")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        # Comments are left out.
        ("a %%hidden%% b", "a b"), ("a %%hidden\nstill%% b", "a b"), ("a <!-- hidden --> b", "a b"),
        ("a %% alone", "a %% alone"), ("`%%code%%`", "%%code%%"), ("%%\nhidden\n%% seen", "seen"),
        # Of HTML, the text stays.
        ("<details>\n<summary>More</summary>\nhidden &amp; found\n</details>", "More\nhidden & found"),
        ("a<br>b<br/>c", "a\nb\nc"), ("a <kbd>Ctrl</kbd> &amp; &lt;b&gt; &copy;", "a Ctrl & <b> ©"),
        ("<p align='center'><img src='map.png' alt='a map'></p>", "a map"),
        ("<div class='x'>\n<p>one</p>\n<p>two</p></div>", "one\ntwo"), ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        # Marks of the syntax are gone.
        ("energy $E = mc^2$ and $$x_1$$", "energy E = mc^2 and x_1"), ("costs $5 and $6", "costs $5 and $6"),
        ("2^10 and x^2", "2^10 and x^2"), ("https://a.b/x_y_z*?q==1#frag", "https://a.b/x_y_z*?q==1#frag"),
        ("note^[inline *one*] here", "note (inline one) here"), ("undefined[^x]", "undefined[^x]"),
        ("**b** *i* ***bi*** __u__ ~~s~~ ==h==", "b i bi u s h"), ("a == b == c", "a == b == c"),
        ("5$-6$ or $ a $ but 2$\\pi$", "5$-6$ or $ a $ but 2\\pi"), ("text ^block-id", "text"),
        ("line one\nline two  \nline three\\\nfour", "line one\nline two\nline three\nfour"),
        ("snake_case_name 2*3*4", "snake_case_name 234"), ("`co  de` ``a`b``", "co de a`b"),
        ("==open only", "==open only"), ("这是**重点，**每次都要", "这是重点，每次都要"),
        ("\\*not emphasis\\* \\[[no]]", "*not emphasis* [[no]]"), ("这是** 号**后", "这是** 号**后"),
        # A table gives a line per row, a list one per item, with its mark.
        ("| A | *B* |\n|:--|---|\n| [[N\\|n]] | x<br>y |\n| | |", "A | B\nn | x y"),
        ("| `a\\|b` | 2 |\n|---|---|", "a|b | 2"), ("- [x](a.md) link", "- x link"),
        ("- > quote\n- ```\n  code\n  ```", "- quote\n- code"), ("> [!Tip]+\n> text", "Tip\ntext"),
    ],
)  # fmt: skip
def test_a_block_reads_as_the_reader_sees_it(written: str, text: str) -> None:
    assert shown(written) == text


@pytest.mark.parametrize(
    ("written", "blocks"),
    [
        # Footnotes give their text where they are defined.
        ("Claim[^1] more.\n\n[^1]: The *source*\n    and more.",
         [("paragraph", 1, 1, "Claim more."), ("footnote", 3, 4, "The source\nand more.")]),
        # A block's id on a line of its own belongs to the block above.
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n^table-1\n\n- x\n- y ^item\n\n^list-1\n\nend",
         [("table", 1, 5, "a | b\n1 | 2"), ("list", 7, 10, "- x\n- y"), ("paragraph", 12, 12, "end")]),
        ("text\n$$\n\\frac{a}{b}\n\n#no\n$$\nafter\n\n$$x=1$$",
         [("paragraph", 1, 1, "text"), ("math", 2, 6, "\\frac{a}{b}\n\n#no"), ("paragraph", 7, 7, "after"),
          ("math", 9, 9, "x=1")]),
        ("> quote\n> lines", [("blockquote", 1, 2, "quote\nlines")]),
    ],
)  # fmt: skip
def test_a_note_is_cut_into_blocks_of_lines(written: str, blocks: list[tuple[str, int, int, str]]) -> None:
    note = parse(written)
    assert [(b.kind, b.line_start, b.line_end, b.text) for b in note.sections[0].blocks] == blocks
    assert note.tags == ()


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        (
            "1. First\n2. Second\n$$\na\n\n= b\n$$\n3. Third\n\n$$\nx = 1\n$$",
            ["list:1. First\n2. Second", "math:a\n\n= b", "list:3. Third", "math:x = 1"],
        ),
        ("- i\n  $$\na\n\n= b\n$$\n- j\n\n$$\nc\n$$", ["list:- i\n  a\n  \n  = b\n- j", "math:c"]),
        ("Sum $$\na\n\nb\n$$ and\n\n$$\nc\n$$", ["paragraph:Sum", "math:a\n\nb", "paragraph:and", "math:c"]),
        ("Sum $$\na + b\n$$\nthen\n$$\nc\n$$", ["paragraph:Sum a + b\nthen", "math:c"]),
        ("$$\na\n- b\n$$ and $c$", ["math:a\n- b", "paragraph:and c"]),
        ("> $$\n> a\n>\n> b\n> $$\n\n$$\nc\n$$", ["blockquote:a\n\nb", "math:c"]),
        ("Use `$$` to\n\nx\n$$\nc\n$$", ["paragraph:Use $$ to", "paragraph:x", "math:c"]),
        ("- $$\n- j\n- $$\n  c\n\n  d\n  $$", ["list:- $$\n- j\n- c\n  \n  d"]),
        ("- $$\n- $$$\n\nend", ["list:- $$\n- $$$", "paragraph:end"]),
    ],
)
def test_dollars_pair_as_in_obsidian(markdown: str, expected: list[str]) -> None:
    """A formula cut in two turned the text behind it into a formula, and the next formula into text."""
    blocks = parse(markdown).sections[0].blocks
    assert [f"{block.kind}:{block.text}" for block in blocks] == expected


def test_lists_put_each_item_on_its_line_with_its_mark() -> None:
    note = parse(
        "- a\n- b\n  more\n\n  para\n  1. one\n  2. two\n"
        "- [ ] todo\n- [x] done\n- [-] dropped\n- [?]\n\n7. seven\n8. eight"
    )
    assert texts(note) == [
        "- a\n- b\n  more\n  para\n  1. one\n  2. two\n[ ] todo\n[x] done\n[-] dropped",
        "7. seven\n8. eight",
    ]


def test_a_long_list_becomes_blocks_of_whole_items() -> None:
    items = [f"{i}. {'word ' * 60}\n    - sub" for i in range(1, 13)]
    *lists, end = parse("\n".join(items) + "\n\nend").sections[0].blocks
    assert end.text == "end"
    assert [block.kind for block in lists] == ["list"] * 4
    assert [(block.line_start, block.line_end) for block in lists] == [(1, 6), (7, 12), (13, 18), (19, 24)]
    assert lists[1].text.startswith("4. word")
    assert "\n".join(block.content for block in lists) == "\n".join(items)


@pytest.mark.parametrize(
    ("written", "text", "properties"),
    [
        ("role::[[N]]", "role:N", {"role": "N"}), ("a [key:: value] b", "a key: value b", {"key": "value"}),
        ("a (key:: [[N]]) b", "a key: N b", {"key": "N"}), ("x:: 1\nx:: 2", "x: 1\nx: 2", {"x": [1, 2]}),
        ("**Due Date**:: 2024-05-01", "Due Date: 2024-05-01", {"Due Date": date(2024, 5, 1)}),
        ("role::assistant", "role:assistant", {"role": "assistant"}),
        ("- up:: [[Home|home]]", "- up: home", {"up": "home"}), ("rating:: 5", "rating: 5", {"rating": 5}),
        # The properties at the top win over inline fields.
        ("---\nrating: 1\n---\nrating:: 5", "rating: 5", {"rating": 1}),
        ("- [ ] dig (deep:: 2) and [wide:: 3] on", "[ ] dig deep: 2 and wide: 3 on", {"deep": 2, "wide": 3}),
        ("Of (stars:: 4) and **bold** #tag (sky:: clear).", "Of stars: 4 and bold #tag sky: clear.",
         {"stars": 4, "sky": "clear"}),
        ("**(a:: 1)** and *b (c:: 2)*\n(d:: 3), too", "a: 1 and b c: 2\nd: 3, too", {"a": 1, "c": 2, "d": 3}),
        ("(a_b:: 1)(c-d:: 2) e", "a_b: 1 c-d: 2 e", {"a_b": 1, "c-d": 2}),
        ("as (f:: g(x) of (y)) and (z) it is", "as f: g(x) of (y) and (z) it is", {"f": "g(x) of (y)"}),
        ("(at:: [inn](http://x/b_(c)) d) e", "at: inn d e", {"at": "inn d"}),
        ("state:: done (due:: 4) at [cost:: 5] last", "state: done due: 4 at cost: 5 last",
         {"state": "done at last", "due": 4, "cost": 5}),
        ("(open:: for ever", "(open:: for ever", {}), ("std::move(x) and a::b", "std::move(x) and a::b", {}),
        ("`key:: value`", "key:: value", {}), ("see this: key:: value", "see this: key:: value", {}),
    ],
)  # fmt: skip
def test_inline_fields_become_properties(written: str, text: str, properties: dict[str, object]) -> None:
    note = parse(written)
    assert (texts(note), note.properties) == ([text], properties)


def test_an_empty_note_and_one_of_properties_only_are_notes() -> None:
    for text in ("", "\n\n  \n", "---\nk: v\n---\n", "---\nk: v\n---"):
        note = parse(text, "Folder/Some\nnote.md")
        assert (note.title, note.sections, note.headings) == ("Some note", (), ())


@pytest.mark.parametrize("nested", [">" * 300, "\n".join("  " * i + "- x" for i in range(200))])
def test_what_is_nested_beyond_all_measure_is_still_found(nested: str) -> None:
    assert "deep down" in "".join(texts(parse(f"{nested} deep down")))


def test_a_long_note_is_parsed_in_pieces_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "MIN_RANGE_LINES", 2_000)
    note = parse("# H\n\ntext [[N]]\n\n```\n# no\n\n```\n\n- a\n- b\n\n" * 500)
    assert len(note.headings) == len(note.sections) == len(note.links) == 500
    assert [heading.line for heading in note.headings] == list(range(1, 6_000, 12))
    assert len(parse("- x\n" * 9_000).sections[0].blocks) == 32  # 14, 14 and 4


def test_brackets_that_nothing_closes_are_words_and_told_of() -> None:
    note = parse("x\n\n" + "![" * 2_000 + " kumquat")
    assert "kumquat" in texts(note)[1]
    problem = "The paragraph at line 3 has too many open brackets; links and tags were ignored."
    assert note.problems == (problem,)
    assert len(parse("[[A]] " * 2_000).links) == 2_000


def test_a_paragraph_that_is_data_is_read_as_words_and_told_of() -> None:
    note = parse("x\n\n" + "**a** " * 50_000)
    assert note.problems == ("The paragraph at line 3 is so long that its links and tags were ignored.",)
    assert "**a**" in texts(note)[1]


@pytest.mark.parametrize(
    ("table", "targets", "text"),
    [
        ("| A | B |\n|---|---|\n| [[Target|x]] | y |", ["Target"], "A | B\nx | y"),
        ("| A | B |\n|---|---|\n| [[T1\\|x]] | ![[p.png|100]] |", ["T1", "p.png"], "A | B\nx | p.png"),
        ("| [[Head|h]] | B |\n|---|---|\n| [[a]] | [[b]] |", ["Head", "a", "b"], "h | B\na | b"),
        ("> | A | B |\n> |---|---|\n> | [[Q|q]] | 2 |", ["Q"], "A | B\nq | 2"),
        ("| A | B |\n|---|---|\n| [[open | x |", [], "A | B\n[[open | x"),
        # Cells beyond the header's were lost.
        ("| A | B |\n|---|---|\n| x | `ls | wc | sort` |", [], "A | B\nx | ls | wc | sort"),
        ("A | B\n-|-\n1 | 2 | [[S|s]] |  |", ["S"], "A | B\n1 | 2 | s"),
    ],
)
def test_a_links_pipe_or_one_beyond_columns_parts_no_cells(table: str, targets: list[str], text: str) -> None:
    note = parse(f"{table}\n\nafter [[Z|z]]")
    assert [link.target for link in note.links] == [*targets, "Z"]
    assert texts(note) == [text, "after z"]
    assert note.links[-1].line == table.count("\n") + 3
