"""Whether a passage says what a sentence says that cites it: terms, words side by side, the judgment."""

from dataclasses import replace
from typing import Any

import pytest

from vaultsearch.core.generation import facts, terms
from vaultsearch.core.generation.support import Evidence, SupportCheck, _Wording
from vaultsearch.core.generation.word_alignment import align_words
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import CitedSentence, ContextPiece, Objection, Verdict
from vaultsearch.service.parts.components import ComponentFactory


def passage(title: str, text: str) -> ContextPiece:
    return ContextPiece(f"{title}.md", title, (), 1, 9, 99, "", 1, text)


RIVETS = passage(
    "Fastenings",
    "Copper rivets of 4 mm hold the planks, 1,200 of them. Arthur set the last one on Sunday 31 May 2026. "
    "Brass was not used. The roves came from Leiston.",
)
COSTS = passage("Costs", "| What | £ |\n| --- | --- |\n| Timber | 2,310 |\n| Copper | 960 |\n")
LINSEED = passage("Leinöl", "Sieben Schichten, jede etwa zwanzig Mikrometer. Im August trocknet Lack nicht.")
EGGS = passage("番茄炒蛋", "鸡蛋打散，加一点盐。番茄炒出汁，再煮20分钟。林梅在1969年写下了这个做法。")
SCREWS = passage(
    "Garboards", "58 rivets a side, and bronze screws, 2 in × no. 12, into the rabbet at three-inch centres."
)
ALL = (RIVETS, COSTS, LINSEED, EGGS, SCREWS)


@pytest.fixture(scope="module")
def check() -> SupportCheck:
    return ComponentFactory(Parameters(), None).support_check(in_thread)


@pytest.mark.parametrize(
    ("text", "cited", "objection", "detail"),
    [
        ("About 1200 copper rivets fasten the planks.", 1, None, ""),
        ("The planks are held by rivets of copper, four millimetres thick.", 1, None, ""),
        ("Arthur set the last rivet on 31.5.2026.", 1, None, ""),
        ("About 1300 copper rivets fasten the planks.", 1, Objection.NUMBER, "1300"),
        ("Arthur set the last rivet on Saturday 31 May.", 1, Objection.NUMBER, "Saturday"),
        ("The roves came from Ipswich.", 1, Objection.NAME, "Ipswich"),
        ("Brass was used for the planks.", 1, Objection.NEGATION, ""),
        ("Birds sing in the garden before it rains.", 1, Objection.MEANING, "Birds"),
        ("Iron rivets hold the planks.", 1, Objection.MEANING, "Iron"),
        ("The roves are from Leiston.", 1, None, ""),
        ("Nails of copper hold the planks.", 1, None, ""),  # for rivets: unsure
        ("Die Planken werden mit 1.300 Kupfernieten von 4 mm befestigt.", 1, Objection.NUMBER, "1.300"),
        ("The timber cost £2310.", 2, None, ""), ("The timber cost £960.", 2, Objection.NUMBER, "960"),
        ("Bronze screws, 2 in × no. 12, go into the rabbet at three-inch centres.", 5, None, ""),
        ("Jede der acht Schichten ist etwa 20 Mikrometer dick.", 3, Objection.NUMBER, "acht"),
        ("Im Garten singen die Vögel, bevor es am Abend regnet.", 1, Objection.MEANING, ""),
        ("Die Planken werden mit 1.200 Kupfernieten von 4 mm befestigt.", 1, None, ""),
        ("Jede der sieben Schichten ist etwa 20 Mikrometer dick.", 3, None, ""),
        ("Артур поставил последнюю заклёпку 31 мая 2026 года.", 1, None, ""),
        ("The last rivet was set by Mr Arthur on 31 May 2026.", 1, None, ""),
        ("Copper rivets hold the planks. " * 40, 1, Objection.MEANING, ""),
        ("The eggs of Lin Mei were written down in 1969.", 4, None, ""),
        ("Die Planken werden von Kupfernieten gehalten.", 1, None, ""),
        ("番茄炒出汁以后要再煮10分钟。", 4, Objection.NUMBER, "10"), ("Copper.", 6, Objection.NO_PASSAGE, ""),
        ("Im Mai trocknet der Lack.", 3, Objection.NUMBER, "Mai"),
        ("木板用4毫米的铜铆钉固定，一共1200颗。", 1, None, ""),
        ("番茄炒出汁以后要再煮二十分钟。", 4, None, ""), ("Die Nieten kommen aus Leiston.", 1, None, ""),
    ],
)  # fmt: skip
async def test_reasons(
    check: SupportCheck, text: str, cited: int, objection: Objection | None, detail: str
) -> None:
    checked = await check(CitedSentence(text, (cited,)), ALL)
    assert (checked.objection, checked.detail, checked.is_kept) == (objection, detail, objection is None)


@pytest.mark.parametrize(
    ("text", "cited", "verdict", "line"),
    [
        ("Copper rivets of 4 mm hold the planks.", 1, Verdict.CHECKED, 1),
        ("Nails of copper hold the planks.", 1, Verdict.UNSURE, 1),
        ("Iron rivets hold the planks.", 1, Verdict.STRUCK, 1), ("Brass was used.", 1, Verdict.STRUCK, 1),
        ("The timber cost £2310.", 2, Verdict.CHECKED, 3),
        ("Sieben Schichten, jede etwa 20 Mikrometer.", 3, Verdict.CHECKED, 1),
        ("林梅在1969年写下了这个做法。", 4, Verdict.CHECKED, 1),
        ("番茄炒出汁以后要再煮二十分钟。", 4, Verdict.UNSURE, 1),
    ],
)  # fmt: skip
async def test_verdicts(check: SupportCheck, text: str, cited: int, verdict: Verdict, line: int) -> None:
    checked = await check(CitedSentence(text, (cited,)), ALL)
    assert (checked.verdict, checked.line) == (verdict, line)


@pytest.mark.parametrize(
    ("text", "cited", "put_right"),
    [
        ("The roves came from Leiston.", (2,), ((1,), (2,), True)),
        ("The roves came from Leiston.", (2, 3), ((1,), (2, 3), True)),
        ("The roves came from Leiston.", (1, 2), ((1, 2), (), True)),
        ("Die Roves kamen aus Leiston.", (4,), ((4,), (), False)),
        pytest.param("The last rivet was set by Arthur in May 2026.", (), ((1,), (), True), id="missing"),
    ],
)  # fmt: skip
async def test_a_wrong_or_missing_citation_is_put_right(
    check: SupportCheck, text: str, cited: tuple[int, ...], put_right: object
) -> None:
    checked = await check(CitedSentence(text, cited), ALL)
    assert (checked.citations, checked.miscited, checked.is_kept) == put_right


@pytest.mark.parametrize(
    ("text", "language", "passage", "known", "covered"),
    [
        ("the kiosk opens early", "en", "kiosk", 1 / 3, 1 / 3),
        ("the kiosk opens early", "en", "the early kiosks reopens", 1.0, 2 / 3),
        ("the", "en", "the", 0.0, 0.0), ("番茄炒出汁", "zh", "番茄出", 3 / 5, 1 / 4),
    ],
)  # fmt: skip
def test_stems_cover_a_sentence(text: str, language: str, passage: str, known: float, covered: float) -> None:
    wording = _Wording(text, language)
    assert (wording.known_in(passage), wording.coverage(passage)) == pytest.approx((known, covered))


@pytest.mark.parametrize(
    ("claim", "passage", "language", "numbers"),
    [
        ("1,200", "1200", "en", [True]), ("1.200 Euro", "1200 €", "de", [True]),
        ("forty-five", "45", "en", [True]), ("fünfundvierzig", "45", "de", [True]),
        ("3 May 2024", "2024-05-03", "en", [True] * 3), ("am 3. Mai", "03.05.2024", "de", [True] * 2),
        ("March 2026", "Mar 2026", "en", [True] * 2), ("seven days", "a week", "en", [True]),
        ("1.5万", "15,000", "zh", [True]), ("5月", "2024-05-03", "zh", [True]),
        ("二十个", "20", "zh", [True]), ("周三", "星期三", "zh", [True]), ("1,200", "1300", "en", [False]),
        ("3 May", "3 June", "en", [True, False]), ("版本1.2.3", "1.2.4", "zh", [False]),
        ("acht", "neun", "de", [False]), ("1250.50", "1,250.50", "en", [True]),
        ("2:30 pm", "14:30", "en", [True]), ("14:00", "2 p.m.", "en", [True]),
        ("14:30", "14 h 30", "fr", [True]), ("14:00", "2 am", "en", [False]),
        ("2:30 pm", "2:30", "en", [True]), ("3:30 pm", "14:30", "en", [False]),
        ("1.5 million", "1,500,000", "en", [True]), ("1,5 Mio.", "1.500.000", "de", [True]),
        ("5 million", "five million", "en", [True]), ("6 million", "five million", "en", [False]),
    ],
)  # fmt: skip
def test_numbers_are_the_same_or_differ(claim: str, passage: str, language: str, numbers: list[bool]) -> None:
    stated = facts.stated_numbers(passage, language)
    claims = facts.claimed_numbers(claim, language)
    assert [not readings.isdisjoint(stated) for readings, _ in claims] == numbers


def test_names_are_known_in_other_forms() -> None:
    names = facts.find_names("It was Arthur's adze, from JavaScript days. Yes, on the Deben.", "en")
    assert names == ["Arthur's", "JavaScript", "Deben"]
    known = facts.word_forms("Arthur lent it; Annas Boot, a Woodbridge-built hull.", "en")
    names = ["Arthur's", "Anna", "Woodbridge", "Ipswich"]
    assert [name for name in names if facts.has_form(name, known, "en")] == ["Arthur's", "Anna", "Woodbridge"]


@pytest.mark.parametrize(
    ("text", "language", "options", "expected"),
    [
        ("Dr. Müller measured 5 km of the planks", "en", {}, {"muller", "measur", "unitccc", "plank"}),
        ("测量木板的GPS", "zh", {}, {"gps", "测", "量", "木", "板", "测量", "量木", "木板"}),
        ("测量木板", "zh", {"single": True}, {"测", "量", "木", "板"}),
    ],
)  # fmt: skip
def test_terms_are_stems_or_chinese_pairs(
    text: str, language: str, options: dict[str, bool], expected: set[str]
) -> None:
    assert terms.comparable_terms(text, language, **options) == expected


def test_a_unit_is_one_term_however_it_is_written_and_weighs_less() -> None:
    assert terms.with_units("5 kilometres and 5 km, 3 m²") == "5 unitccc and 5 unitccc, 3 unitggg"
    assert [terms.term_weight(term) for term in ("unitccc", "kilometre")] == [0.4, 1.0]
    units = {"5 km": "unitccc", "5weeks": "duration 4", "5 boats": "", "5km²": ""}
    assert {text: terms.unit_behind(text, 1) for text in units} == units


@pytest.mark.parametrize(
    ("term", "known", "held"),
    [
        ("rivet", {"rivet"}, True),
        ("oak", {"oaks"}, False),  # three letters are too few to be a part
        ("boat", {"boathouse"}, True), ("boathouse", {"boat"}, True), ("boa", {"boathouse"}, False),
        ("planking", {"plankton"}, True),  # five letters alike
        ("planking", {"planning"}, False), ("plan", {"plane"}, True),
    ],
)  # fmt: skip
def test_a_term_is_held_by_part_compound_or_like_beginning(term: str, known: set[str], held: bool) -> None:
    assert terms.is_held(term, known) is held
    assert terms.share_held({term, "zzz"}, known) == (0.5 if held else 0.0)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("on Tuesday", ["weekday"]), ("3 May 1998", ["month", "number", "year"]),
        ("in 1500 and 1501", ["number", "year"]), ("in 2099 and 2100", ["number", "year"]),
        ("300 and 19980", ["number", "number"]),
    ],
)  # fmt: skip
def test_a_number_is_of_a_kind(text: str, kinds: list[str]) -> None:
    assert sorted(facts.kind_of(readings) for readings, _ in facts.claimed_numbers(text, "en")) == kinds


STATED = (
    "The kiosk opens at ten and has coffee, rolls and maps.",
    "Tickets are sold by the skipper, not by the kiosk.", "Jonna runs it since her father retired.",
)  # fmt: skip

SHARES = ("share", "content", "function", "density")


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("The kiosk opens at ten.", {"literal": 1}),
        ("The kiosk opens at 10.", {"literal": 1}),
        ("The kiosk begins at ten.", {"literal": 1}),  # a listed synonym
        ("The kiosk of the ferry opens at ten.", {"literal": 1}),  # the header names it
        ("The museum opens at ten.", {"new": 1, "skipped": 1, "gap": 1, "replaced_by_new": 1}),
        ("The skipper opens at ten.", {"elsewhere": 1, "skipped": 1, "gap": 1, "replaced_by_known": 1}),
        ("The kiosk opens at eleven.", {"new": 1, "replaced_by_new": 1}),
        ("Tickets are sold by the kiosk.", {"skipped": 1, "gap": 4}),
        ("Tickets are never sold by the skipper.", {"added_turns": 1}),
        ("All tickets are sold by the skipper.", {"added_limits": 1}),
        ("Coffee opens the kiosk.", {"elsewhere": 2, "lead": 2, "replaced_by_known": 1}),
        ("Her father retired since Jonna runs it.", {"moved": 2}),
        ("Jonna sings.", {"new": 1, "skipped_limits": 1, "replaced_by_new": 1}),
    ],
)  # fmt: skip
def test_what_differs_from_the_passage_is_counted(sentence: str, counts: dict[str, int]) -> None:
    aligned = align_words(sentence, STATED, "Ferry", "en")
    assert {name: count for name, count in aligned.items() if count and name not in SHARES} == counts


def test_shares_tell_how_literal_a_sentence_is() -> None:
    literal = align_words("Jonna runs it since her father retired.", STATED, "", "en")
    assert [literal[name] for name in SHARES] == [1.0, 1.0, 1.0, 1.0]
    other = align_words("The museum opens at ten.", STATED, "", "en")
    # Two of three content words, "the" and "at", which weigh .1 and .3; "kiosk" is skipped.
    assert [other[name] for name in SHARES] == pytest.approx([2.4 / 3.4, 2 / 3, 1.0, 0.8])


@pytest.mark.parametrize(("sentence", "stated"), [("", STATED), ("?!", STATED), ("The kiosk opens.", ())])
def test_nothing_is_aligned_with_nothing(sentence: str, stated: tuple[str, ...]) -> None:
    assert align_words(sentence, stated, "", "en") == {}


def test_limits_are_listed_in_any_spelling() -> None:
    stated = ("Die Mitglieder können den Saal mieten, außer sonntags.",)
    other = align_words("Die Mitglieder müssen den Saal außer sonntags mieten.", stated, "", "de")
    assert [other[name] for name in ("skipped_limits", "added_limits")] == [1, 1]
    assert not other["literal"]
    article = align_words("Jonna runs a kiosk.", ("Jonna runs one kiosk.",), "", "en")
    assert article["skipped_numbers"] == 1  # "a" is no number


def test_german_words_are_aligned_by_their_stems_and_units() -> None:
    stated = ("Die Steuerung senkt nachts die Temperatur auf 17 Grad.",)
    assert align_words("Steuerungen senken die Temperatur auf 17 °C.", stated, "", "de")["content"] == 1.0
    pressure = align_words("Die Steuerung senkt den Druck auf 17 Grad.", stated, "", "de")
    assert [pressure[name] for name in ("new", "skipped", "replaced_by_new")] == [1, 2, 1]


def test_four_words_beside_a_missing_one_may_stand_in_its_place() -> None:
    stated = "She waits there with all of them boats and so on."
    last = align_words("She waits there happily.", (stated,), "", "en")
    assert [last[name] for name in ("new", "replaced_by_new", "replaced_by_known")] == [1, 0, 0]
    nearer = align_words("She waits there happily.", (stated.replace("of ", ""),), "", "en")
    assert [nearer[name] for name in ("new", "replaced_by_new")] == [1, 1]


def test_long_texts_are_aligned_as_far_as_the_limits() -> None:
    words = " ".join(f"word{number} other" for number in range(2_000))
    aligned = align_words(words, [words] * 50, words, "en")
    assert (aligned["share"], aligned["new"]) == (1.0, 0)


@pytest.mark.parametrize(
    ("changed", "verdict", "objection"),
    [
        ({}, Verdict.CHECKED, None), ({"known": 0.9}, Verdict.UNSURE, None),
        ({"likeness": 0.89}, Verdict.UNSURE, None), ({"cosine": -0.85}, Verdict.CHECKED, None),
        ({"cosine": -0.86}, Verdict.STRUCK, Objection.MEANING), ({"likeness": None}, Verdict.UNSURE, None),
        ({"likeness": None, "cosine": 0.25}, Verdict.UNSURE, None),
        ({"likeness": None, "cosine": 0.24}, Verdict.STRUCK, Objection.MEANING),
        ({"number": "12"}, Verdict.STRUCK, Objection.NUMBER),
        ({"name": "Leiston"}, Verdict.STRUCK, Objection.NAME),
        ({"misplaced": "12"}, Verdict.STRUCK, Objection.NUMBER),
        ({"contradicts": True}, Verdict.STRUCK, Objection.NEGATION),
    ],
)  # fmt: skip
def test_a_language_without_trees_is_judged_by_a_sum_and_each_objection(
    changed: dict[str, Any], verdict: Verdict, objection: Objection | None
) -> None:
    agreeing = Evidence(known=1.0, cosine=0.8, likeness=0.9, least_sum=1.05, number="", name="")
    evidence = replace(agreeing, **changed)
    assert (evidence.verdict, evidence.objection[0]) == (verdict, objection)
