"""Feed the worst texts to each pattern of every module, and to the readers of a language model's answers.

`python -m tests.trust.worst_texts patterns` prints each pattern that is not linear; `readers` prints which
reader it is at. Both print which one that is before they feed it: a limit of the system may end it there.
"""

import importlib
import json
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import numpy as np
import regex

import vaultsearch
from vaultsearch.core.generation import alignment, comparison, facts, prompts, wording
from vaultsearch.core.models import chat_answer
from vaultsearch.core.search import by_language_model
from vaultsearch.core.values.context import TextKind

Pattern: TypeAlias = "re.Pattern[str] | regex.Pattern[str]"

SIZE, PATTERN_SIZE = 100_000, 2_500
"""Characters that a reader is fed, and a pattern: there are 60 times as many of these."""
SUSPECT_S = 0.002
"""CPU seconds of a pattern for one text, from which on a longer text shows whether it is linear."""
LONGER, MOST_GROWTH = 8, 24
"""How much longer that text is, and how much longer it may take: a quadratic one takes 64 times as long."""
NOT_LINEAR = {
    "vaultsearch.core.dates.intervals._BETWEEN": "matches in a text that is cut to `_MAX_TEXT_LENGTH`",
    "vaultsearch.core.query.completion._UNIT": "matches at the cursor in a query",
}
"""Patterns that are quadratic and see nothing long, with the reason."""
LANGUAGES = ("en", "de", "zh")
"""Each text is compared in one of them."""
LONGEST = 1_000
"""Characters of a sentence of an answer; longer ones are not compared."""
UNITS = (
    *"1[(|\n \"'.,-一a#*<`x",
    *("[1", "1,", "1 ", "11.1.", "[1, ", "1-", "[1-9", "a ", "A. ", "a. B. ", "- ", "\n- ", "| a ", "- ["),
    *("](", "<think>", "</think>", "[[a|", "first ", "from a to ", "more x than ", "before ", "not "),
    *("SEARCH ", "12:30 ", "111,111,", "1.1.", "3 May ", "twenty-", "five and a half ", "Ab-", "**a** "),
    *("Jan 3. ", "百千", "先先", "《", "\n:", " \n", "https://", "[a](b(", "==", "than than ", "1万", "¹"),
    *("e.g. ", "5 kg "),
)
MARKUP_UNITS = (
    *("![[", "[[", "%% ", "```\n", "```a\n", "~~~", "~~", "$$", "$a", "| --- ", "---\n", "===\n", "\n|"),
    *("\n#", "\n> ", "<div ", "<!--", "<a@b.", '<a href="', "<a href='", "<a b='", "href= ", "&amp;", "#a"),
    *("^a", "a:", "a::", "::: ", "{{", "${", "{a", "{a}", "}", "\\(", "\\begin{a}", "\\footnote{", "\\a"),
    *("\\ ", "\\", "](http://a", "[a]: http://", '"a" ', "tag:", "-a ", "1/1/", "2025-", "Jan ", "[ ] "),
    *("> ", ">> ", "\t", "\r\n", "é", "\u200b", "%20", "a@b.", "http://a.", "(a", "((", "/a", "../", " - "),
    *("a_b", "aB", "A1", "0x", "1. ", ": ", ";", ",a", "%", "@", "/", "&", " -", "|:-", "![", " *", ".a"),
    *("~", "?x=", "=a", "_ ", "__", "!", "+", "\x0c", "\u3000"),
)


def worst_text(unit: str, size: int = SIZE) -> str:
    """Return a text that repeats a unit before something that ends otherwise."""
    return f"{(unit * size)[:size]}\x00"


def patterns() -> Iterator[tuple[str, ModuleType, Pattern]]:
    """Yield the patterns of all modules, each once: its name, and the first module that has it."""
    yielded: set[Pattern] = set()
    for info in pkgutil.walk_packages(vaultsearch.__path__, "vaultsearch."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            values = value.values() if isinstance(value, dict) else value
            for each in values if isinstance(values, list | tuple | type({}.values())) else (values,):
                if is_pattern(each) and each not in yielded:
                    yielded.add(each)
                    yield f"{module.__name__}.{name}", module, each


def is_pattern(value: object) -> bool:
    """Return whether a value is a pattern of texts."""
    return isinstance(value, re.Pattern | regex.Pattern) and isinstance(value.pattern, str)


def uses(name: str, module: ModuleType, sources: str) -> set[str]:
    """Return the methods of a pattern that the code calls: of a private one, the code of its module."""
    code = Path(module.__file__ or "").read_text("utf-8") if name.startswith("_") else sources
    return set(re.findall(rf"(?<!\w){name}\b(?! = |: )(?:\.(\w+)\b|)", code))


def is_linear(pattern: Pattern, methods: set[str], unit: str) -> bool:
    """Return whether the time for a worst text grows as its length does, however fast the processor is."""
    short = feed(pattern, methods, worst_text(unit, PATTERN_SIZE))
    if short < SUSPECT_S:
        return True
    text = worst_text(unit, LONGER * PATTERN_SIZE)
    # Of three: another process may have taken the processor and its caches away.
    return any(feed(pattern, methods, text) < MOST_GROWTH * short for _ in range(3))


def feed(pattern: Pattern, methods: set[str], text: str) -> float:
    """Match a text as the code does; return the CPU seconds."""
    begin = time.process_time()
    if methods and methods <= {"match", "fullmatch", "pattern"}:
        for method in methods - {"pattern"}:
            getattr(pattern, method)(text)
    else:
        for _ in pattern.finditer(text):
            pass
    return time.process_time() - begin


def feed_patterns() -> None:
    """Print the patterns that are not linear."""
    sources = "\n".join(file.read_text("utf-8") for file in Path(vaultsearch.__path__[0]).rglob("*.py"))
    for name, module, pattern in patterns():
        if name in NOT_LINEAR:
            continue
        print(name, file=sys.stderr, flush=True)
        methods = uses(name.rpartition(".")[2], module, sources)
        slow = (unit for unit in (*UNITS, *MARKUP_UNITS) if not is_linear(pattern, methods, unit))
        if unit := next(slow, ""):
            print(f"{name} {unit!r}")
    print("done", flush=True)


def compare(text: str) -> None:
    """Compare the longest sentence of an answer with a passage of such a text, and the other way round."""
    sentence, passage = text[:LONGEST], text[: 2 * LONGEST]
    language = LANGUAGES[len(set(text)) % len(LANGUAGES)]
    for claim, stated in ((sentence, passage), (passage[:LONGEST], sentence)):
        comparison.is_opposed(claim, stated, stated, language)
        comparison.is_turned(claim, stated, language)
    facts.claimed_numbers(sentence, language)
    facts.stated_numbers(passage, language)
    facts.find_names(passage, language)
    wording.content_words(wording.without_markup(passage), language)
    places = alignment.clause_places(passage, language) or alignment.clause_places("x", language)
    read = comparison.Claim(sentence, passage, language)
    zeros = np.zeros((len(read.clauses), len(places)), dtype="float32")
    compared = comparison.ClaimComparison(read, alignment.Alignment(places, language), zeros)
    compared.misplaced_number(), compared.misplaced_name(), compared.unsaid(), compared.is_opposed()


def read_event(text: str) -> None:
    """Read a text as the content of an answer, in parts."""
    answer = chat_answer.ChatAnswer()
    for start, end in pairwise(range(0, len(text) + 1, 5_000)):
        part = {"choices": [{"delta": {"content": text[start:end]}}]}
        answer.read_line(b"data: " + json.dumps(part).encode())
    assert len(answer.text) <= len(text)


def feed_events() -> None:
    for unit in ("<|end|>", "\ud800", "<", "<think>a</think>"):
        answer = chat_answer.ChatAnswer()
        part = b"data: " + json.dumps({"choices": [{"delta": {"content": unit}}]}).encode()
        for _ in range(15_000):
            answer.read_line(part)
            assert len(answer.text) <= 15_000
    print("done", flush=True)


def parse_all(text: str) -> None:
    """Parse a text as each kind of text that a model writes."""
    for kind in TextKind:
        prompts.TEXT_PROMPTS[kind].parse(text)
    by_language_model.named_order(text, 10)
    chat_answer.fault_words(text)


READERS: tuple[Callable[[str], object], ...] = (
    prompts.sentences_in, prompts.is_declined, lambda text: prompts.next_step(text, 5),
    wording.without_markup, parse_all, read_event, compare,
)  # fmt: skip


def feed_readers() -> None:
    """Feed all readers, and name each."""
    for number, reader in enumerate(READERS):
        print(f"reader {number}", file=sys.stderr, flush=True)
        for unit in UNITS:
            reader(worst_text(unit))
    print("done", flush=True)


if __name__ == "__main__":
    {"patterns": feed_patterns, "readers": feed_readers, "events": feed_events}[sys.argv[1]]()
