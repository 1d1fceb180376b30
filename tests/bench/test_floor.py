"""The questions of the floor bench: made of a vault's text as described, and the same in every run."""

from pathlib import Path

import pytest

from tests.bench import ordinary_questions as ordinary
from tests.bench.floor import KINDS, Answer, failures, hits, is_right, missed, questions, table
from tests.bench.floor_questions import Question, VaultText, as_typed, read_vault
from tests.bench.whole_note_peer import WholeNotes, zipf_frequency
from tests.builders import write_notes

NOTES = {
    "Kitchen garden.md": """\
---
tags: [allotment]
seed: nasturtium
aliases: [Allotment journal]
---
# Beetroot and lettuce

The **slugs** came out of the compost heap again before breakfast, and I counted
thirty [here](https://laden.example/samen?id=3) beside the lettuce. %% secateurs %%

```python
crop.rotate(plan_2026)  # version 1.4.16
```

Written with PlantUml and `List.Sort` yesterday.Today
see <https://only.example.org/> and [[Harbour walk|quayside]].
""",
    "Harbour walk.md": """\
# Harbour

The lettuce was eaten at the quayside; nothing of the [nasturtium](https://shared.example/compost-heap) grew.
<a href="https://anchor.example/boats">boats</a> and [ropes][r] by the Lettuce-Leaf, mail skipper@boat.example

[r]: https://reference.example/ropes
""",
    "L'orologio.md": "Quando l'armadio e dell’orologio suonava, la nonna rideva. L'Europa unita. Europa!\n",
    "日记.md": "今天早上去菜园浇水看见很多蜗牛在莴苣上爬来爬去\n",
    "Список.md": "Сегодня соседка принесла чайник и варенье из крыжовника.\n",
    "Data.txt": "breakfast tables, shared.example\n",
    ".trash/Old.md": "thirty secrets of orologio\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_notes(tmp_path, NOTES)
    return tmp_path


@pytest.fixture
def vault(folder: Path) -> VaultText:
    return read_vault(folder)


def of(vault: VaultText, kind: str) -> dict[str, Question]:
    return {question.meant: question for question in questions(vault, [kind], 1000)}


def test_every_kind_is_asked_the_same_in_every_run(folder: Path, vault: VaultText) -> None:
    first, second = (questions(read_vault(folder), KINDS, 25) for _ in range(2))
    assert first == second
    assert questions(vault, ["slip"], 4) == questions(vault, ["slip"], 1000)[:4]
    lacking = {ordinary.HAN, ordinary.NUMBER, ordinary.CODE, ordinary.COMPOUND, ordinary.GLUED}
    assert {question.kind for question in first} == set(KINDS) - lacking


def test_a_rare_word_stands_where_a_reader_sees_it_in_one_note_alone(vault: VaultText) -> None:
    rare = of(vault, "rare")
    assert {"slugs", "thirty", "counted", "Beetroot", "соседка"} <= rare.keys()
    assert rare["slugs"].right == ("Kitchen garden.md",)
    assert "quayside" not in rare  # seen in one note, named by a link's text in the other
    assert "lettuce" not in rare  # in two notes, once in a compound
    assert "breakfast" not in rare  # also in a file that is no note
    assert "nasturtium" not in rare  # also among another note's properties
    assert not rare.keys() & {"laden", "samen", "secateurs", "allotment", "secrets", "heap"}
    assert "compost" in rare  # elsewhere only in the destination of a link


def test_chinese_is_asked_in_runs_of_characters(vault: VaultText) -> None:
    (run,) = (question for question in of(vault, "rare").values() if question.right == ("日记.md",))
    assert 4 <= len(run.typed) <= 6
    (ten,) = (question for question in of(vault, "five").values() if question.right == ("日记.md",))
    assert len(ten.typed) == 10
    assert run.typed in NOTES["日记.md"]
    assert ten.typed in NOTES["日记.md"]


@pytest.mark.parametrize(
    ("kind", "meant"),
    [
        ("dotted", {"1.4.16", "List.Sort", "skipper@boat.example"}),
        ("dotted-slip", {"skipper@boat.example"}), ("camel", {"PlantUml"}),
        ("elided", {"armadio", "orologio"}),
    ],
)  # fmt: skip
def test_a_kind_asks_for_tokens_of_its_shape(vault: VaultText, kind: str, meant: set[str]) -> None:
    assert of(vault, kind).keys() == meant


def test_the_host_of_a_link_is_asked_if_nobody_sees_it_and_one_note_has_it(vault: VaultText) -> None:
    hosts = {question.typed: question.right for question in of(vault, "link").values()}
    kitchen, harbour = ("Kitchen garden.md",), ("Harbour walk.md",)
    expected = dict.fromkeys(("laden.example", "only.example.org"), kitchen)
    assert hosts == expected | dict.fromkeys(("anchor.example", "reference.example"), harbour)


def test_five_words_are_those_of_one_line_without_markup(vault: VaultText) -> None:
    for question in of(vault, "five").values():
        (path,) = question.right
        assert any(question.typed in line for line in NOTES[path].splitlines())
        assert path == "日记.md" or len(question.typed.split(" ")) == 5
        assert not {"slugs", "here"} & set(question.typed.split(" "))


@pytest.mark.parametrize("kind", ["slip", "slip2"])
def test_a_slip_is_no_word_of_the_vault_and_near_to_the_word_meant_alone(vault: VaultText, kind: str) -> None:
    slips = of(vault, kind)
    assert {"counted", "lettuce", "соседка"} & slips.keys()
    for meant, question in slips.items():
        assert question.typed.casefold() not in vault.vocabulary
        assert question.typed[0].casefold() == meant[0].casefold()
        assert question.typed[-1] == meant[-1]
        assert all(meant.casefold() in NOTES[path].casefold() for path in question.right)
        assert kind == "slip2" or sorted(question.typed.casefold()) == sorted(meant.casefold())


def test_a_slip_that_could_mean_two_words_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "Words.md").write_text("garden garten harden [shop](https://warden.example)\n")
    vault = read_vault(tmp_path)
    assert vault.is_clear("gadren", "garden")
    assert not any(vault.is_clear(slip, "garden") for slip in ("garten", "darden", "wardn"))


def test_a_title_is_misspelt_in_its_longest_word(vault: VaultText) -> None:
    titles = of(vault, "title-slip")
    assert titles.keys() == {"Kitchen garden", "Harbour walk", "L'orologio"}
    assert titles["Kitchen garden"].right == ("Kitchen garden.md",)
    assert titles["Kitchen garden"].typed.endswith(" garden")
    assert all(question.typed != title for title, question in titles.items())


def test_a_long_word_is_begun_only_where_no_other_word_begins_so_and_is_parted(tmp_path: Path) -> None:
    (tmp_path / "Harbour.md").write_text("Boathouses, harbourmaster and nasturtiums.\n")
    (tmp_path / "Garden.md").write_text("Nasturtiana, see [it](https://boathouse.example).\n")
    vault = read_vault(tmp_path)
    begun, parted = of(vault, "begun"), of(vault, "parted")
    assert {question.typed.casefold() for question in begun.values()} == {"harbourm"}
    assert begun["harbourmaster"].right == ("Harbour.md",)
    assert parted["harbourmaster"].typed.split() == ["harbou", "rmaster"]
    assert {question.right for question in parted.values()} == {("Harbour.md",), ("Garden.md",)}


def test_a_title_in_the_properties_goes_before_the_file_s_name(tmp_path: Path) -> None:
    (tmp_path / "note-000017.md").write_text("---\ntitle: Propagation\naliases: Cuttings\n---\nRoses.\n")
    vault = read_vault(tmp_path)
    assert vault.notes[0].titles == ["Propagation", "note-000017", "Cuttings"]
    assert of(vault, "title-slip").keys() == {"Propagation"}


def test_a_capitalized_word_is_asked_in_lower_case_now_and_then_but_not_one_with_a_turkish_i() -> None:
    assert {as_typed(word)[0].islower() for word in ("Apfel", "Birne", "Kirsche", "Pflaume")} == {True, False}
    assert (as_typed("Isparta"), as_typed("NATO")) == ("Isparta", "NATO")


def answer(kind: str, *rows: str) -> Answer:
    return Answer("v", Question(kind, "typed", ("Right.md",), "meant"), rows, True)


def test_the_table_counts_what_is_right_and_the_first_ten_notes() -> None:
    answers = [answer("rare", "Right.md"), answer("rare", "Other.md", "Right.md"), answer("rare")]
    assert hits(answers) == 2 / 3
    assert table(answers, ["rare", "camel"], 25)[2:] == [
        "| rare | 3 (no more in it) | 0.333 | 0.667 | 1.000 | 0.000 | 0.97 |",
        "| camel | 0 | | | | | 0.97 |",
    ]
    assert missed(answers) == ["rare: right 0.333 < 0.97"]
    assert missed([*[answer("slip", "Right.md")] * 9, answer("slip")]) == []
    assert failures(answers) == [
        "- rare 'typed' (of 'meant'), rank 2: Other.md; Right.md | right: Right.md",
        "- rare 'typed' (of 'meant'), not among ten: nothing | right: Right.md",
    ]


@pytest.mark.parametrize(
    ("kind", "rows", "right"),
    [
        (ordinary.COMMON, ["a", "x"], True), (ordinary.COMMON, ["x", "a"], False),
        (ordinary.COMMON_3, ["a", "a", "b", "x"], True), (ordinary.COMMON_3, ["a", "b", "x"], False),
        (ordinary.COMMON_3, [], False), (ordinary.TWO, ["x", "x", "y", "a"], True),
        (ordinary.TWO, ["x", "y", "z", "a"], False),
    ],
)  # fmt: skip
def test_each_kind_says_what_is_right(kind: str, rows: list[str], right: bool) -> None:
    assert is_right(Question(kind, "typed", ("a", "b", "c"), "typed"), rows) is right
    # Of a word in two notes, two rows are enough.
    assert is_right(Question(ordinary.COMMON_3, "typed", ("a", "b"), "typed"), ["a", "b", "x"])


ORDINARY = {
    "Boat.md": (
        "---\naliases: [Dunlin]\n---\n# Keel bolts\n\nThe varnish dried.\n\nAn anchor lay there, 4711 kg.\n"
    ),
    "Shed.md": "The varnish stands beside the saw, Gold01 inside.\n\n```sh\ncat varnish list\n```\n",
    "Sea.md": "An anchor fell. Die Wohnungsschlüssel auch.\n\n苹果，梨\n",
    "树.md": "苹果。\n",
}


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        (ordinary.COMMON, {"varnish": {"Boat.md", "Shed.md"}, "anchor": {"Boat.md", "Sea.md"}}),
        (ordinary.HAN, {"苹果": {"Sea.md", "树.md"}}), (ordinary.HEADING, {"Keel bolts": {"Boat.md"}}),
        (ordinary.ALIAS, {"Dunlin": {"Boat.md"}}), (ordinary.NUMBER, {"4711": {"Boat.md"}}),
        (ordinary.GLUED, {"Gold 01": {"Shed.md"}}), (ordinary.CODE, {"cat varnish list": {"Shed.md"}}),
        (ordinary.TWO, {"varnish anchor": {"Boat.md"}}), (ordinary.COMPOUND, {"Schlüssel": {"Sea.md"}}),
    ],
)  # fmt: skip
def test_ordinary_questions_are_made_of_notes(tmp_path: Path, kind: str, asked: dict[str, set[str]]) -> None:
    write_notes(tmp_path, ORDINARY)
    made = questions(read_vault(tmp_path), [kind], 100)
    assert {question.typed.lower(): set(question.right) for question in made} == {
        typed.lower(): right for typed, right in asked.items()
    }


def test_the_peer_ranks_notes_by_words_that_are_rare_in_the_language(tmp_path: Path) -> None:
    write_notes(tmp_path, ORDINARY)
    assert WholeNotes(read_vault(tmp_path), ["en"])("what do the notes say of the saw")[0] == "Shed.md"
    assert zipf_frequency("say", "en") > 6 > zipf_frequency("varnish", "en") > 2
