"""Chats as their programs really write them, and texts that only look like one."""

import json
import re
from datetime import datetime

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders import parsed
from vaultsearch.core.long_queries.chats import ChatMessage, chat_to_markdown, read_query_text

WHATSAPP = {
    "ios-de": "[14.03.26, 10:02:33] Anna: \u200eNachrichten sind Ende-zu-Ende-verschlüsselt.\n"
    "[14.03.26, 10:02:40] Anna: Kommst du mit an die Mosel?\nMit dem Rad\n"
    "[14.03.26, 10:03:01] Jürgen Möller: Gern!\n",
    "ios-us": "\u200e[3/14/26, 10:02:33\u202fAM] Anna: Are you coming?\nBy bike\n"
    "[3/14/26, 10:03:01\u202fAM] Jürgen Möller: Yes: surely\n\u200e[3/14/26, 10:04:01 AM] Anna: \u200eimage omitted\n",  # noqa: E501 - as it is exported
    "android-us": "3/14/26, 10:01 AM - Messages and calls are end-to-end encrypted.\n"
    "3/14/26, 10:02 AM - Anna: Are you coming?\nBy bike\n3/14/26, 10:03 AM - Jürgen Möller: Yes\n"
    "3/14/26, 10:04 AM - Anna: <Media omitted>\n",
    "android-de": "14.03.26, 10:02 - Anna: Kommst du?\nMit dem Rad\n14.03.26, 10:03 - Jürgen Möller: Ja\n",
    "android-de-um": "14.03.26 um 10:02 - Anna: Kommst du?\nRad\n14.03.26 um 10:03 - Jürgen Möller: Ja\n",
    "android-uk": "14/03/2026, 10:02 - Anna: Coming?\nBy bike\n14/03/2026, 10:03 - Jürgen Möller: Yes\n",
    "android-es": "14/3/26, 10:02\xa0a.\xa0m. - Anna: ¿Vienes?\nEn bici\n14/3/26, 1:03\xa0p.\xa0m. - Jürgen Möller: Sí\n",  # noqa: E501 - as it is exported
    "android-br": "14/03/2026 10:02 - Anna: Vamos?\nDe bici\n14/03/2026 10:03 - Jürgen Möller: Sim\n",
    "android-nl": "14-03-26 10:02 - Anna: Kom je?\nOp de fiets\n14-03-26 10:03 - Jürgen Möller: Ja\n",
    "android-iso": "2026-03-14, 10:02 - Anna: Kommer du?\nPå cykel\n2026-03-14, 10:03 - Jürgen Möller: Ja\n",
    "ios-zh": "[2026/3/14 上午10:02:33] Anna: 你来吗？\n骑车\n[2026/3/14 下午1:03:01] Jürgen Möller: 来\n",
    "android-ja": "2026/03/14 10:02 - Anna: 来る？\n自転車で\n2026/03/14 10:03 - Jürgen Möller: はい\n",
    "korean": "2026. 3. 14. 오전 10:02, Anna : 올 거야?\n자전거로\n2026. 3. 14. 오후 1:03, Jürgen Möller : 응\n",  # noqa: E501 - as exported
}


@pytest.mark.parametrize("sample", WHATSAPP.values(), ids=WHATSAPP)
def test_whatsapp_is_read_in_each_locale(sample: str) -> None:
    read = read_query_text(sample)
    lines = [line for line in read.markdown.splitlines() if line.startswith("## ")]
    assert ["(Anna, " in lines[-2], "10:02" in lines[-2], "(Jürgen Möller, " in lines[-1]] == [True] * 3
    assert read.messages == len(lines) in (2, 3)
    assert ["omitted" in read.markdown, "encrypted" in read.markdown] == [False, False]


def test_the_lines_of_a_message_stay_together() -> None:
    first = read_query_text(WHATSAPP["android-us"]).markdown.split("## ")[1]
    assert first == "Message 1 (Anna, 3/14/26, 10:02 AM)\n\nAre you coming?\nBy bike\n\n"


@pytest.mark.parametrize(("n_lines", "n_messages"), [(7, 2), (8, 0)])
def test_only_a_few_lines_stand_before_a_chat(n_lines: int, n_messages: int) -> None:
    assert read_query_text("A title\n" * n_lines + WHATSAPP["android-de"]).messages == n_messages


@pytest.mark.parametrize(("before", "introduction"), [
    ("A title\n", ""),
    ("# Boats\nWhich varnish?\n\n", "Which varnish?\n\n"),
    ("船要刷什么？\n", "船要刷什么？\n\n"),
])  # fmt: skip
def test_an_introduction_to_a_chat_is_searched_with_but_no_title(before: str, introduction: str) -> None:
    read = read_query_text(before + WHATSAPP["android-us"])
    assert (read.markdown.split("## ")[0], read.messages) == (introduction, 2)


COPIED = {
    "telegram": "Anna, [14.03.2026 10:02]\nAre you coming?\n\nBob, [14.03.2026 10:03]\nYes\n",
    "discord-exporter": "=====\nGuild: Boats\nChannel: general\n=====\n\n[14-Mar-26 10:02 AM] Anna\nAre you coming?\n\n"  # noqa: E501 - as it is exported
    "[14-Mar-26 10:03 AM] Bob (pinned)\nYes\n\n{Attachments}\n",
    "discord-exporter-iso": "[2026-03-14 10:02] Anna\nAre you coming?\n\n[2026-03-14 10:03] Bob\nYes\n",
    "discord-copied": "Anna — Today at 10:02 AM\nAre you coming?\nBob — Today at 10:03 AM\nYes\n",
    "discord-copied-date": "Anna — 14/03/2026 10:02\nAre you coming?\nBob — 14/03/2026 10:03\nYes\n",
    "slack-copied": "Anna  10:02 AM\nAre you coming?\nBob  10:03 AM\nYes\n",
    "slack-bracketed": "Anna [10:02 AM]\nAre you coming?\nBob [10:03 AM]\nYes\n",
}


@pytest.mark.parametrize("sample", COPIED.values(), ids=COPIED)
def test_what_is_copied_from_a_chat_is_read(sample: str) -> None:
    read = read_query_text(sample)
    _, *messages = read.markdown.split("## ")
    assert read_query_text(read.markdown) == read, "edited, it stays one"
    shapes = [r"Message 1 \(Anna, .*10:02.*\)\n\nAre you coming\?\n\n", r"Message 2 \(Bob, .*\)\n\nYes\n"]
    for shape, message in zip(shapes, messages, strict=True):
        assert re.fullmatch(shape, message)


COMING, LINKED = "Are you coming?", ["See ", {"type": "link", "text": "https://example.org"}, " first"]
TELEGRAM = {
    "name": "Boats",
    "type": "private_group",
    "messages": [
        {"id": 1, "type": "service", "date": "2026-03-14T10:00:00", "action": "create_group", "actor": "Ann"},
        {"id": 2, "type": "message", "date": "2026-03-14T10:02:33", "from": "Anna", "text": COMING},
        {"id": 3, "type": "message", "date": "2026-03-14T10:03:00", "from": "Bob", "text": LINKED},
    ],
}
ANNA, BOB = (
    {"type": "message", "user": user, "user_profile": {"real_name": real, "display_name": shown}}
    for user, real, shown in (("U1", "Anna", ""), ("U2", "Bob Smith", "Bob"))
)
SLACK = [
    {**ANNA, "subtype": "channel_join", "ts": "1773482400.0", "text": "<@U1> has joined"},
    {**BOB, "ts": "1773482580.0002", "text": "See <https://example.org|this> &amp; go"},
    {**ANNA, "ts": "1773482553.0002", "text": COMING},
]
DISCORD = {
    "guild": {"name": "Boats"},
    "channel": {"name": "general"},
    "messages": [
        {"id": "1", "type": "Default", "timestamp": f"2026-03-14T10:0{n}:33.123+00:00", **message}
        for n, message in (
            (2, {"content": COMING, "author": {"name": "anna", "nickname": "Anna"}}),
            (3, {"content": "Yes", "author": {"name": "Bob", "nickname": ""}}),
        )
    ],
}


@pytest.mark.parametrize(
    ("export", "last"),
    [
        (TELEGRAM, "See https://example.org first"),
        ({"chats": {"list": [TELEGRAM]}}, "See https://example.org first"), (SLACK, "See this & go"),
        ({"ok": True, "messages": SLACK}, "See this & go"), (DISCORD, "Yes"),
    ],
    ids=["telegram", "telegram-all", "slack", "slack-interface", "discord"],
)  # fmt: skip
def test_an_export_as_json_is_read(export: object, last: str) -> None:
    read = read_query_text(json.dumps(export))
    assert read.messages == 2
    assert read.markdown.startswith("## Message 1 (Anna, 2026-03-14 10:02)\n\nAre you coming?\n")
    assert "## Message 2 (Bob, 2026-03-14 10:03)" in read.markdown
    assert read.markdown.endswith(f"\n\n{last}\n")


@pytest.mark.parametrize("moment", [1773482553000, "inf", "nan", "long ago"])
def test_a_message_with_an_unreadable_time_is_read_without(moment: object) -> None:
    read = read_query_text(json.dumps([{"type": "message", "user": "Anna", "ts": moment, "text": COMING}]))
    assert (read.markdown, read.messages) == ("## Message 1 (Anna)\n\nAre you coming?\n", 1)


ROWS = [
    {"timestamp": datetime(2026, 3, 14, 10, 2), "author": "Anna", "message": "Are you coming?"},
    {"timestamp": datetime(2026, 3, 14, 10, 3), "author": "Bob", "message": "Yes"},
]


@pytest.mark.parametrize("table", [
    ROWS,
    iter(ROWS),
    pa.Table.from_pylist(ROWS),
    'Timestamp,Author,Message\n2026-03-14 10:02,Anna,"Are you\ncoming?"\n2026-03-14 10:03,Bob,Yes\n',
    "date;sender;text\n2026-03-14 10:02;Anna;Are you coming?\n2026-03-14 10:03;Bob;Yes\n",
    '{"time": "2026-03-14 10:02", "user": "Anna", "text": "Are you coming?"}\n{"user": "Bob", "text": "Yes"}',
], ids=["rows", "iterable", "arrow", "csv", "semicolons", "lines-of-json"])  # fmt: skip
def test_a_table_is_a_chat(table: object) -> None:
    read = read_query_text(table)  # type: ignore[arg-type]  # the kinds have no type in common
    first = "## Message 1 (Anna, 2026-03-14 10:02)\n\nAre you coming?\n"
    assert (read.messages, read.markdown.replace("you\n", "you ").startswith(first)) == (2, True)


def test_a_table_without_authors_is_refused() -> None:
    with pytest.raises(ValueError, match="timestamp, author and message"):
        read_query_text([{"a": "b"}])


@pytest.mark.parametrize(
    "text",
    [
        "Just some prose. At 10:02 we left.\n\nAnd came back at 11:00 - tired: very.",
        "# A note\n\n- 2026-03-14: we met\n- 2026-03-15: we met again", '{"a": 1}', "[1, 2, 3]",
        "[[Link]] to a note\n\n[another](one.md)", "", "date, author, and message are three words\n",
        "[" * 100_000,
        # Lists with numbers at the ends of lines were read as Slack's, and nothing was searched with.
        "Rope  12.50\nSail cloth  99.95\nVarnish  30.00\n", "Keynote  09:00\nLunch  12:00\n",
        "Budget  09:00\nWho pays?\nMast  10:00\nWho sands it?\nLunch  12:00\nIn the garden\n",
    ],
)  # fmt: skip
def test_anything_else_is_plain_text(text: str) -> None:
    read = read_query_text(text)
    assert (read.markdown, read.messages) == (text, 0)


@example(["> ```\n# A heading behind a quotation"])
@given(st.lists(st.text(alphabet=st.sampled_from("ab #`~=-\n\\>*[](1."), max_size=30), max_size=6))
def test_no_message_runs_into_the_next(texts: list[str]) -> None:
    told = [text for text in texts if text.strip()]
    note = parsed("chat.md", chat_to_markdown(ChatMessage("Anna", "10:02", text) for text in texts))
    assert [h.text for h in note.headings] == [f"Message {i} (Anna, 10:02)" for i in range(1, len(told) + 1)]
