"""Feed each pattern and reader of what a language model or its server writes with the worst texts of 100 KB.

`python -m tests.trust.worst_texts` says which one it is at: a limit of the system ends it there.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import regex

from vaultsearch.core.generation import (
    alignment,
    comparison,
    facts,
    opposition,
    prompts,
    support,
    terms,
    word_alignment,
    wording,
)
from vaultsearch.core.models import chat_answer, chat_client
from vaultsearch.core.search import by_language_model
from vaultsearch.core.values.context import TextKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZE = 100_000
LANGUAGES = ("en", "de", "zh")
"""Each text is compared in one of them."""
LONGEST = 1_000
"""Characters of a sentence of an answer; longer ones are not compared."""
UNITS = (
    *"1[(|\n \"'.,-一a#*<`x",
    *(
        "[1",
        "1,",
        "1 ",
        "11.1.",
        "[1, ",
        "1-",
        "[1-9",
        "a ",
        "A. ",
        "a. B. ",
        "- ",
        "\n- ",
        "| a ",
        "- [",
        "](",
    ),
    *(
        "<think>",
        "</think>",
        "[[a|",
        "first ",
        "from a to ",
        "more x than ",
        "before ",
        "not ",
        "SEARCH ",
        "12:30 ",
    ),
    *(
        "111,111,",
        "1.1.",
        "3 May ",
        "twenty-",
        "five and a half ",
        "Ab-",
        "**a** ",
        "Jan 3. ",
        "百千",
        "先先",
        "《",
    ),
    *("\n:", " \n", "https://", "[a](b(", "==", "than than ", "1万", "¹", "e.g. ", "5 kg "),
)
MODULES = (
    *(alignment, comparison, facts, opposition, prompts, support, terms, word_alignment, wording),
    *(chat_answer, chat_client, by_language_model),
)


def worst_texts() -> Iterator[str]:
    """Yield texts that repeat a unit before something that ends otherwise."""
    for unit in UNITS:
        yield f"{(unit * SIZE)[:SIZE]}\x00"


def patterns() -> Iterator[tuple[str, re.Pattern[str] | regex.Pattern[str]]]:
    """Yield the patterns of the modules."""
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern | regex.Pattern) and isinstance(value.pattern, str):
                yield f"{module.__name__}.{name}", value


def compare(text: str) -> None:
    """Compare the longest sentence of an answer with a passage of such a text, and the other way round."""
    sentence, passage = text[:LONGEST], text[: 4 * LONGEST]
    language = LANGUAGES[len(set(text)) % len(LANGUAGES)]
    for claim, stated in ((sentence, passage), (passage[:LONGEST], sentence)):
        opposition.is_opposed(claim, stated, stated, language)
        opposition.is_turned(claim, stated, language)
    facts.claimed_numbers(sentence, language)
    facts.stated_numbers(passage, language)
    facts.find_names(passage, language)
    wording.content_words(wording.without_markup(passage), language)
    places = alignment.clause_places(passage, language) or alignment.clause_places("x", language)
    read = comparison.Claim(sentence, passage, language)
    zeros = np.zeros((len(read.clauses), len(places)), dtype="float32")
    compared = comparison.Comparison(read, alignment.Alignment(places, language), zeros)
    compared.misplaced_number(), compared.misplaced_name(), compared.unsaid(), compared.is_opposed()


def read_event(text: str) -> None:
    """Read a text as the content of an answer, in parts."""
    answer = chat_answer.ChatAnswer()
    for start, end in pairwise(range(0, len(text) + 1, 5_000)):
        part = {"choices": [{"delta": {"content": text[start:end]}}]}
        answer.read_line(b"data: " + json.dumps(part).encode())
    assert len(answer.text) <= len(text)


def parse_all(text: str) -> None:
    """Parse a text as each kind of text that a model writes."""
    for kind in TextKind:
        prompts.TEXT_PROMPTS[kind].parse(text)
    by_language_model.named_order(text, 10)
    chat_answer.fault_words(text)


READERS: tuple[Callable[[str], object], ...] = (
    prompts.sentences_in,
    prompts.is_declined,
    lambda text: prompts.next_step(text, 5),
    wording.without_markup,
    parse_all,
    read_event,
    compare,
)


def main() -> None:
    """Feed all, and name each."""
    for name, pattern in patterns():
        print(name, flush=True)
        for text in worst_texts():
            for _ in pattern.finditer(text):
                pass
    for number, reader in enumerate(READERS):
        print(f"reader {number}", flush=True)
        for text in worst_texts():
            reader(text)
    print("done", flush=True)


if __name__ == "__main__":
    main()
