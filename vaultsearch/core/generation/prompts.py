"""Write prompts to a language model, and parse answers: cited sentences, steps, texts for search."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from vaultsearch.core.generation.facts import line_sentences
from vaultsearch.core.models.chat_client import Messages
from vaultsearch.core.models.prompt_texts import LIST_MARK, PROMPTS
from vaultsearch.core.relations.entities import read_answer_lines
from vaultsearch.core.today import today
from vaultsearch.core.values.context import AgentStep, CitedSentence, ContextPiece, StepKind, TextKind, Turn

_OPINION = re.compile(r"^\W{0,9}(\d{1,2})\W{1,9}(yes|no)\b", re.IGNORECASE | re.MULTILINE)
_TAG = re.compile(r"<(?=/?\s*notes\b)", re.IGNORECASE)
_LONGEST_TURN = 600
"""Characters of a former answer, or a copied sentence, that are sent along."""


def numbered_notes(passages: Sequence[ContextPiece]) -> str:
    """Return passages, numbered from 1, between tags no note can close."""
    numbered = "\n\n".join(
        f"[{number}] {' > '.join(dict.fromkeys((piece.title, *piece.heading_path)))}\n{piece.text.strip()}"
        for number, piece in enumerate(passages, start=1)
    )
    # A note that closes the tag could go on as an instruction.
    return f"<notes>\n{_TAG.sub('‹', numbered)}\n</notes>"


def question_messages(question: str, passages: Sequence[ContextPiece]) -> Messages:
    """Return messages asking a question about passages numbered from 1."""
    return ("system", PROMPTS["answer"]), ("user", _notes_and_question(question, passages))


def _notes_and_question(question: str, passages: Sequence[ContextPiece]) -> str:
    # Without the date, no model knows when last week was.
    return f"{numbered_notes(passages)}\n\nToday is {today()}.\nQuestion: {question.strip()}"


def rewriting_messages(question: str, conversation: Sequence[Turn]) -> Messages:
    """Return messages asking for a question understandable without the conversation."""
    turns = "\n".join(
        f"Question: {turn.question}\nAnswer: {turn.answer[:_LONGEST_TURN]}" for turn in conversation
    )
    return ("system", PROMPTS["rewrite"]), ("user", f"{turns}\nLast question: {question.strip()}")


def second_look_messages(sentences: Sequence[CitedSentence], passages: Sequence[ContextPiece]) -> Messages:
    """Return messages asking whether the cited passages say so; the last statement is copied from one."""
    cited = sorted({number for sentence in sentences for number in sentence.citations})
    shown = [passages[number - 1] for number in cited]
    copied = max(chain.from_iterable(map(line_sentences, shown[-1].text.splitlines())), key=len, default="")
    control = CitedSentence(copied[:_LONGEST_TURN], tuple(cited[-1:]))
    lines = (
        f"{number}. {''.join(f'[{1 + cited.index(each)}]' for each in sentence.citations)} {sentence.text}"
        for number, sentence in enumerate([*sentences, control], start=1)
    )
    # Statements are the model's own, but may have been copied from a note.
    stated = _TAG.sub("‹", "\n".join(lines))
    return ("system", PROMPTS["second_look"]), ("user", f"{numbered_notes(shown)}\n\nStatements:\n{stated}")


def denied_statements(text: str, copied: int) -> frozenset[int] | None:
    """Return the numbers of statements denied; None if the model does not confirm the copied one.

    A model of 270 million parameters continues the notes instead; others may deny everything.
    """
    opinions = {int(number): opinion.lower() for number, opinion in _OPINION.findall(text)}
    if opinions.get(copied) != "yes":
        return None
    return frozenset(number for number, opinion in opinions.items() if opinion == "no")


def as_text(messages: Messages) -> str:
    """Return messages joined as text, to be counted and read."""
    return "\n\n".join(f"{role}: {content}" for role, content in messages)


# A model that looks for passages by itself may search the notes and read one, and nothing else: a note that
# orders more is a note.

_ACTION = re.compile(r"^[^\w\n]*(SEARCH|READ|ANSWER)\b[\s:]*(.*)$", re.IGNORECASE | re.MULTILINE)
_STEPS = {"SEARCH": StepKind.SEARCH, "READ": StepKind.READ}
_LONGEST_QUERY, _LONGEST_NUMBER = 200, 9


def step_messages(
    question: str, steps: Sequence[AgentStep], passages: Sequence[ContextPiece], left: int
) -> Messages:
    """Return messages asking for the next step; ``left`` steps are allowed."""
    taken = "\n".join(f"{step.kind.value.upper()} {step.argument} ({step.passages} new)" for step in steps)
    content = (
        f"{_notes_and_question(question, passages)}\n\nSteps so far:\n{taken or 'none'}\nSteps left: {left}"
    )
    return ("system", PROMPTS["step"]), ("user", content)


def next_step(text: str, passages: int) -> AgentStep | None:
    """Return the model's next step, None if it wants to answer or asks for anything not allowed.

    When reading, the argument is a passage's number, at most ``passages``.
    """
    # Searched rather than matched: small models think aloud before the line that was asked for.
    action = _ACTION.search(text)
    if action is None or action[1].upper() not in _STEPS:
        return None
    kind, argument = _STEPS[action[1].upper()], " ".join(action[2].split()).strip("\"'“”[]().")
    is_passage = argument.isdecimal() and 0 < int(argument[:_LONGEST_NUMBER]) <= passages
    if not argument or (kind is StepKind.READ and not is_passage):
        return None
    return AgentStep(kind, argument[:_LONGEST_QUERY])


_NUMBER = r"\^?\d{1,3}(?!\d)"
_AND = r"[\s,;]{0,3}(?:and|und|et|y|e|en|och|og|&|和|与|と)?\s{0,2}"
_CITATION = re.compile(
    rf"[\[【]\s{{0,2}}(?:(?:{'|'.join(PROMPTS['passage_words'])})\.?\s{{0,2}})?"
    rf"({_NUMBER}(?:(?:[\s,;–-]{{1,4}}|{_AND}){_NUMBER}){{0,40}})[\s,;]{{0,2}}[\]】]",
    re.IGNORECASE,
)
_CITATIONS = re.compile(rf"{_CITATION.pattern}(?:{_AND}{_CITATION.pattern})*", re.IGNORECASE)
_SOURCE_LIST = re.compile(
    rf"\n[\s#*_]{{0,9}}(?:{'|'.join(PROMPTS['source_words'])})[*_\s:：]{{0,9}}"
    rf"(?:[-*+•\s]{{0,9}}{_CITATION.pattern}[^\n]*(?:\n|\Z))+\s*\Z",
    re.IGNORECASE,
)
"""A list of the passages below an answer, which says nothing itself."""
_DECLINING = re.compile(rf"\W*(?:{'|'.join(PROMPTS['declined'])})(?:\W*$|[.:!]|\s*\n)", re.IGNORECASE)
_LEADING = re.compile(rf"\s{{0,9}}(?:{_CITATION.pattern}\s{{0,9}})+", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_RANGE = re.compile(r"(\d+)\s*[–-]\s*\^?(\d+)|(\d+)")
_LEAD = re.compile(r"\s{0,20}(?:([-*+•])|(\d{1,2})[.)]|#{1,6})\s+")
_MARKUP = re.compile(r"\*\*|__|`")
_EMPHASIS = re.compile(
    r"(\*\*|__|`)(?=\S)([^*_`]{1,80})(?<=\S)\1|(?<!\w)\*(?=\S)([^*_`]{1,80})(?<=\S)\*(?!\w)"
)
_TAGS = {"`": "code", "": "i"}
_SPACE_BEFORE = re.compile(r"(?<!\s)\s+(?=[.,;:!?](?!\w)|[。，；：！？])")
"""The space that a citation left; the space before .obsidian stays."""
_BEHIND_END = re.compile(r"(?<=[.!?])(?=[\[【]\d)")
"""Between the end of a sentence and its citation, where models leave no space."""
_UNCLOSED = re.compile(r"[\[【][\d\s,–-]*$")
_FEW_LETTERS = 12
"""A part of a sentence with fewer letters was cut off at an abbreviation."""
_MOST_CITED = 40
"""Numbers of one range: no answer cites more passages."""


def sentences_in(text: str) -> tuple[CitedSentence, ...]:
    """Return a possibly incomplete answer's sentences, each with the passages it cites.

    A sentence without citations inherits those from the next sentence in the paragraph. While an answer is
    still being written, the last sentence may be incomplete.
    """
    lines = _SOURCE_LIST.sub("", _UNCLOSED.sub("", text)).splitlines()
    read = (sentence for line in lines for sentence in _line_sentences(line))
    return tuple(sentence for sentence in read if not _DECLINING.fullmatch(sentence.text))


def is_declined(text: str) -> bool:
    """Return whether the model says the passages do not answer."""
    words = " ".join(_WORDS.findall(text.upper()))
    # Models translate the sentence that they shall write, and add a full stop or a few words; a long text is
    # an answer.
    is_short = any(form in words and len(words) < 2 * len(form) for form in PROMPTS["declined"])
    return (is_short or _DECLINING.match(text) is not None) and _CITATION.search(text) is None


def _line_sentences(line: str) -> list[CitedSentence]:
    """Return a line's sentences; the first has its list mark."""
    mark = _LEAD.match(line)
    lead = "" if mark is None else "-" if mark[1] else f"{mark[2]}." if mark[2] else ""
    line = line[mark.end() :] if mark is not None else line
    phrases = [(_TAGS.get(mark or "", "b"), bold or italic) for mark, bold, italic in _EMPHASIS.findall(line)]
    line = _EMPHASIS.sub(lambda marked: marked[2] or marked[3], line)
    sentences = _with_citations(_BEHIND_END.sub(" ", _MARKUP.sub("", line)).strip())
    return [
        replace(
            sentence,
            lead=None if number else lead,
            emphasis=tuple((tag, phrase) for tag, phrase in phrases if phrase in sentence.text),
        )
        for number, sentence in enumerate(sentences)
    ]


def _with_citations(line: str) -> list[CitedSentence]:
    read: list[CitedSentence] = []
    cut_off = ""
    parts = line_sentences(line)
    for number, part in enumerate(parts, start=1):
        leading = _LEADING.match(part)
        # A citation behind the full stop belongs to the sentence before it.
        if leading is not None and read and not cut_off:
            citations = dict.fromkeys((*read[-1].citations, *_cited_numbers(leading[0])))
            read[-1] = replace(read[-1], citations=tuple(citations))
        whole = cut_off + (part[leading.end() :] if leading is not None and not cut_off else part)
        cited = _cited_numbers(whole)
        text = _SPACE_BEFORE.sub("", " ".join(_CITATIONS.sub("", whole).split()))
        letters = sum(map(str.isalnum, text))
        is_cut_off = letters < _FEW_LETTERS and not cited and text.isascii() and number < len(parts)
        cut_off = f"{whole.strip()} " if is_cut_off and text else ""
        if letters and not cut_off:
            read.append(CitedSentence(text, cited))
    # From the end, so that a citation goes to all sentences before it that have none.
    for index in range(len(read) - 2, -1, -1):
        if not read[index].citations:
            read[index] = replace(read[index], citations=read[index + 1].citations)
    return read


def _cited_numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for found in (each for cited in _CITATION.finditer(text) for each in _RANGE.finditer(cited[1])):
        first, last, single = found.groups()
        numbers += [int(single)] if single else range(int(first), int(last) + 1)[:_MOST_CITED]
    return tuple(dict.fromkeys(numbers))


_MOST_QUESTIONS = 3


def _question_lines(answer: str) -> str:
    """Return an answer's questions, each on a line: small models number them and add words around them."""
    lines = (LIST_MARK.sub("", line).strip(' *_"“”') for line in answer.splitlines())
    return "\n".join([line for line in dict.fromkeys(lines) if line.endswith(("?", "？"))][:_MOST_QUESTIONS])


@dataclass(frozen=True, slots=True)
class TextPrompt:
    """A prompt asking a language model for a certain kind of text.

    Attributes:
        task: The task, sent after the notes: a model with 135 million parameters writes questions then, but
            with the task first continues the notes or writes a web page.
        parse: Returns the text to keep from an answer, or "".
        of_passages: Whether to write a text for each passage instead of each note.
        with_note: Whether to send the note's text first; the passage is [2] then.
        example: A note and an answer about it, sent first as if already asked, or None.
    """

    task: str
    parse: Callable[[str], str] = lambda answer: " ".join(answer.split())
    of_passages: bool = False
    with_note: bool = False
    example: tuple[str, str] | None = None

    def messages(self, *pieces: ContextPiece) -> Messages:
        """Return messages about a note, a passage, a passage after the whole note, or a topic's notes."""
        shown: Messages = ()
        if self.example is not None:
            note, answer = self.example
            shown = ("user", f"<notes>\n{note}\n</notes>\n\n{self.task}"), ("assistant", answer)
        return ("system", PROMPTS["text"]), *shown, ("user", f"{numbered_notes(pieces)}\n\n{self.task}")


TEXT_PROMPTS: Mapping[TextKind, TextPrompt] = {
    TextKind.SUMMARY: TextPrompt(PROMPTS["summary"]),
    # After Anthropic's "Introducing Contextual Retrieval" (2024).
    TextKind.CONTEXT: TextPrompt(PROMPTS["context"], of_passages=True, with_note=True),
    # After "Document Expansion by Query Prediction" (Nogueira et al. 2019).
    TextKind.QUESTIONS: TextPrompt(PROMPTS["questions"], _question_lines, of_passages=True),
    # These two after GraphRAG (Edge et al. 2024), in lines that a small model manages.
    TextKind.ENTITIES: TextPrompt(
        PROMPTS["entities"],
        lambda answer: "\n".join(" | ".join(fields) for fields in read_answer_lines(answer)),
        example=(PROMPTS["entities_note"], PROMPTS["entities_answer"]),
    ),
    TextKind.TOPICS: TextPrompt(PROMPTS["topics"]),
}
"""The prompts for the texts that are made once for each note, passage or topic, and kept."""
