"""Questions whose answers a vault's own text settles: `floor` asks them. Files -> `NoteText` -> `Question`.

Reads Markdown with markdown-it alone, so that a mistake of our reader shows. Nothing is drawn at random:
where there is a choice, a hash of the text makes it, and a vault has the same questions in every run.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from unicodedata import normalize
from urllib.parse import urlsplit

import regex
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from rapidfuzz import process
from rapidfuzz.distance import OSA

from vaultsearch.core.languages.detection import LISTED_LANGUAGES, is_listed_word

_Item = TypeVar("_Item")
Candidates: TypeAlias = "Callable[[NoteText], Iterator[str]]"
Asked: TypeAlias = "tuple[str, Sequence[str]] | None"
"""A question as it is typed, with the paths of the notes that are right."""
Maker: TypeAlias = "Callable[[VaultText, NoteText, str], Asked]"

DOTTED_SLIP, TITLE_SLIP = "dotted-slip", "title-slip"
BEGUN, PARTED = "begun", "parted"

_EDGE = "\0"
"""Stands where markup begins or ends: a word beside it may go on behind it."""
_MOST_BYTES = 2_000_000
_MOST_HOLDERS = 3
"""A slip is asked of words in few notes: which of many is first says nothing of the slip."""

_UNSPACED_SCRIPTS = r"[\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_LETTER = rf"[\p{{L}}--{_UNSPACED_SCRIPTS}]"
_PART = rf"[[\w\p{{M}}]--{_UNSPACED_SCRIPTS}]"
_JOINERS = r"\u00ad\u200c\u200d"
WORD = regex.compile(rf"(?V1){_LETTER}[{_LETTER}\p{{M}}]*")
_ALONE = regex.compile(
    rf"(?V1)(?<!{_PART}|[./\\@'’#$%&=+~^{_JOINERS}\-]){_LETTER}[{_LETTER}\p{{M}}]*"
    rf"(?!{_PART}|[/\\@=~{_JOINERS}]|[.'’:+\-]\w)"
)
"""A word that is no part of an address, a file name, a tag, or a compound with a hyphen."""
_PROSE_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*")
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー]+")
_NO_SPACES = regex.compile(_UNSPACED_SCRIPTS)
_SLIPPING = regex.compile(r"\p{Latin}+|\p{Cyrillic}+")
_DOTTED = regex.compile(r"[\w\p{M}]+(?:[./_@-]+[\w\p{M}]+)+")
_GLUED = regex.compile(r"\p{Ll}\.\p{Lu}\p{Ll}")
_CAMEL = regex.compile(r"\p{L}*\p{Ll}\p{Lu}\p{L}*")
_ELIDED = regex.compile(
    r"(?<![\p{L}\p{M}])(?:dell|all|nell|dall|sull|coll|quell|quest|bell|sant|un|tutt|lorsqu|puisqu|jusqu|quoiqu"
    r"|qu|[ldjmtnsc])['’](\p{L}[\p{L}\p{M}]*)",
    regex.IGNORECASE,
)
_FRONTMATTER = regex.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", regex.DOTALL)
_COMMENT = regex.compile(r"^%%.*?%%|%%[^%\n]+%%|<!--.*?-->", regex.DOTALL | regex.MULTILINE)
_WIKILINK = regex.compile(r"(!?)\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]")
_UNSEEN = regex.compile(r"\[![\w-]+\][+-]?|\s\^[\w-]+$")  # the kind of a callout, the id of a block
_TAG = regex.compile(r"<[^<>]*>")
_HREF = regex.compile(r"""<a\s[^>]*?href\s*=\s*["']?([^"'\s>]+)""", regex.IGNORECASE)
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")
_OPERATORS = ("AND", "OR", "NOT")
"""Within five words they would be read as operators, as documented."""


@dataclass(frozen=True, slots=True)
class Question:
    """A known-item question: the typed text, the notes that are right, and the word or title it means."""

    kind: str
    typed: str
    right: tuple[str, ...]
    meant: str


@dataclass
class NoteText:
    """The text of a file, its parts known apart; of a file that is no Markdown, ``unseen`` alone.

    Attributes:
        names: The file's name, and all of its frontmatter.
        titles: Title, file name and aliases.
        prose: Lines as a reader sees them, with an edge wherever markup begins or ends.
        code: Lines of code.
        unseen: Comments, formulas, alternative texts, and pages that a link with another text leads to.
        addresses: Destinations of links.
        raw: The whole file, folded.
        headings: The text of each heading.
    """

    path: str
    raw: str
    names: list[str]
    titles: list[str]
    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    @cached_property
    def seen(self) -> list[str]:
        """Return the lines of prose and code without edges."""
        return [line.replace(_EDGE, "") for line in (*self.prose, *self.code)]

    @cached_property
    def text(self) -> str:
        """Return all text but addresses, folded."""
        return fold("\n".join((*self.seen, *self.unseen, *self.names)))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(WORD.findall(self.text))

    @cached_property
    def sequence(self) -> str:
        """Return the words of `text` in their order, each between spaces."""
        return _sequence(self.text)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of questions: what may be asked of a note, what makes it, and the least share right."""

    candidates: Candidates
    make: Maker
    limit: float


class VaultText:
    """The notes of a vault, and which of them hold a text."""

    def __init__(self, notes: Sequence[NoteText]) -> None:
        self.notes = notes
        self.holders: Mapping[str, list[str]] = defaultdict(list)
        for note in notes:
            for word in note.words:
                self.holders[word].append(note.path)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Return every word in every file, also those of addresses."""
        return frozenset(word for note in self.notes for word in WORD.findall(note.raw))

    @cached_property
    def not_elided(self) -> frozenset[str]:
        """Return the words that stand anywhere but behind an elision."""
        return frozenset(word for note in self.notes for word in WORD.findall(_ELIDED.sub(" ", note.text)))

    def only_in(self, note: NoteText, word: str) -> bool:
        return self.holders[fold(word)] == [note.path]

    def only(self, note: NoteText, holds: Callable[[NoteText], bool]) -> bool:
        return holds(note) and not any(holds(other) for other in self.notes if other is not note)

    def known_item(self, note: NoteText, typed: str, holds: Callable[[NoteText], bool]) -> Asked:
        """Ask for this note if it alone holds a text."""
        return (typed, (note.path,)) if self.only(note, holds) else None

    def known_word(self, note: NoteText, word: str, typed: str) -> Asked:
        """Ask for this note if a word stands in it alone."""
        return (typed, (note.path,)) if self.only_in(note, word) else None

    def is_clear(self, slip: str, meant: str) -> bool:
        """Return whether no file holds a misspelt word, and no word but the one meant is one edit from it."""
        slip = fold(slip)
        near = process.extract(slip, self.vocabulary, scorer=OSA.distance, score_cutoff=1, limit=3)
        return slip not in self.vocabulary and all(word == fold(meant) for word, *_ in near)


def fold(text: str) -> str:
    """Fold case, and compose letters with their accents."""
    return normalize("NFC", normalize("NFC", text).casefold())


def number(text: str) -> int:
    """Return the number that makes a choice for a text, the same in every run."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def read_vault(folder: Path) -> VaultText:
    """Read all text files of a vault but those in hidden folders."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    shown = [file for file in files if not any(p.startswith(".") for p in file.relative_to(folder).parts)]
    notes = (read_note(normalize("NFC", file.relative_to(folder).as_posix()), file) for file in shown)
    return VaultText([note for note in notes if note is not None])


def read_note(path: str, file: Path) -> NoteText | None:
    """Read a file; None if it is no text, or as long as no note is."""
    content = file.read_bytes()
    if len(content) > _MOST_BYTES or b"\0" in content:
        return None
    text = normalize("NFC", content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n"))
    stem = path.rpartition("/")[2].rpartition(".")[0]
    note = NoteText(path, fold(text), [stem], [])
    if not path.lower().endswith(".md"):
        note.unseen.append(text)
        return note
    front = _FRONTMATTER.match(text)
    note.titles = _titles(front[1] if front else "", stem)
    note.names += [front[1]] if front else []
    _read_body(note, text[front.end() :] if front else text)
    return note


def _titles(front: str, stem: str) -> list[str]:
    """Return the title, which is the file's name if no property gives another, that name, and the aliases."""
    try:
        properties = yaml.safe_load(front)
    except yaml.YAMLError:
        properties = None
    values = properties if isinstance(properties, dict) else {}
    title, lists = values.get("title"), (values.get(name) for name in ("aliases", "alias"))
    aliases = (alias for value in lists for alias in (value if isinstance(value, list) else [value]))
    return [name for name in (title or stem, stem, *aliases) if isinstance(name, str)]


def _read_body(note: NoteText, body: str) -> None:
    note.unseen += _COMMENT.findall(body)
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin).use(footnote_plugin)
    env: dict[str, Any] = {}
    in_heading = False
    for token in parser.parse(_COMMENT.sub(" ", body), env):
        if token.type == "inline":
            lines = _inline(note, token.children or ()).split("\n")
            note.prose += lines
            note.headings += [" ".join(lines).replace(_EDGE, "").strip()] if in_heading else []
        elif token.type in ("fence", "code_block"):
            note.code += token.content.split("\n")
        elif token.type == "html_block":
            note.prose += _html(note, token.content).split("\n")
        else:
            in_heading = token.type == "heading_open"
            note.unseen.append(token.content)
    note.addresses += [reference["href"] for reference in env.get("references", {}).values()]


def _inline(note: NoteText, tokens: Iterable[Token]) -> str:
    """Return the lines of a paragraph or heading, and keep apart what is not seen."""
    text, automatic = "", False
    for token in tokens:
        match token.type:
            case "text":
                text += "" if automatic else _obsidian(note, token.content)
            case "code_inline":
                text += f"{_EDGE}{token.content}{_EDGE}"
            case "softbreak" | "hardbreak":
                text += "\n"
            case "html_inline":
                text += _html(note, token.content)
            case _:
                text += _EDGE
                note.unseen.append(token.content)
                if token.type == "link_open":
                    note.addresses.append(str(token.attrs["href"]))
                automatic = token.type == "link_open" and token.markup == "autolink"
    return text


def _html(note: NoteText, content: str) -> str:
    note.addresses += _HREF.findall(content)
    return str(_TAG.sub(_EDGE, content))


def _obsidian(note: NoteText, text: str) -> str:
    """Replace Obsidian's own markup in a text by what a reader sees of it."""
    note.unseen += [match[2] for match in _WIKILINK.finditer(text) if match[1] or match[3]]
    text = _WIKILINK.sub(lambda m: _EDGE + ("" if m[1] else m[3] or m[2]) + _EDGE, text)
    note.unseen += _UNSEEN.findall(text)
    return str(_UNSEEN.sub(_EDGE, text).replace("==", _EDGE))


def questions_of_kind(vault: VaultText, name: str, n: int, kind: Kind) -> list[Question]:
    """Make up to ``n`` questions of a kind, of as many notes as there are.

    Take one candidate of every note, then a second one, each time in the order of their hashes.
    """
    ranked: list[tuple[int, int, NoteText, str]] = []
    for note in vault.notes:
        places = {text: number(f"{name}\n{text}") for text in kind.candidates(note)}
        ordered = sorted(places, key=lambda text: places[text])
        ranked += [(turn, places[text], note, text) for turn, text in enumerate(ordered)]
    ranked.sort(key=lambda item: (item[:2], item[2].path))
    made: dict[str, Question] = {}
    for _, _, note, text in ranked:
        if len(made) == n:
            break
        if asked := kind.make(vault, note, text):
            typed, right = asked
            made.setdefault(fold(typed), Question(name, typed, tuple(right), text))
    return list(made.values())


def plain_words(note: NoteText) -> Iterator[str]:
    """Yield the words of a note's prose that stand alone, of scripts with spaces."""
    for line in note.prose:
        yield from _ALONE.findall(line.replace(_EDGE, ""))


def rare_words(note: NoteText) -> Iterator[str]:
    """Yield the words of a note that may be rare; of Chinese and Japanese, runs of 4 to 6 characters."""
    yield from (word for word in plain_words(note) if letters_in(word) >= 5)
    yield from _cut_unspaced(note, lambda run: 4 + number(run) % 3)


def five_words(note: NoteText) -> Iterator[str]:
    """Yield five words of each line of a note's prose; of Chinese and Japanese, ten characters."""
    for line in note.prose:
        words = line.split(" ")
        fives = [words[start : start + 5] for start in range(len(words) - 4)]
        if whole := [five for five in fives if _is_prose(five)]:
            yield " ".join(pick(line, whole))
    yield from _cut_unspaced(note, lambda _: 10)


def _is_prose(words: Sequence[str]) -> bool:
    whole = all(_PROSE_WORD.fullmatch(word) and not _NO_SPACES.search(word) for word in words)
    return whole and sum(len(word) >= 4 for word in words) >= 2 and not set(words) & set(_OPERATORS)


def _cut_unspaced(note: NoteText, length_of: Callable[[str], int]) -> Iterator[str]:
    """Cut a piece out of every run of Chinese or Japanese characters that is long enough."""
    for run in (run for line in note.prose for run in UNSPACED.findall(line)):
        length = length_of(run)
        if len(run) >= length:
            start = number(run) % (len(run) - length + 1)
            yield run[start : start + length]


def _dotted(note: NoteText) -> Iterator[str]:
    for line in note.prose:
        # A full stop without its space, as in "told.Then", is a slip of the writer that nobody types.
        tokens = (token for token in line.split() if _EDGE in token or not _GLUED.search(token))
        yield from _dotted_tokens(token.replace(_EDGE, "") for token in tokens)
    yield from _dotted_tokens(token for line in note.code for token in line.split())


def _dotted_tokens(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        bare = regex.sub(r"^[\W_]+|[\W_]+$", "", token)
        joined = regex.search(r"[./_@]", bare) or ("-" in bare and regex.search(r"\d", bare))
        whole = _DOTTED.fullmatch(bare) and not _NO_SPACES.search(bare)
        if joined and whole and 3 <= len(bare) <= 60 and "#" not in token:
            yield bare


def _camel(note: NoteText) -> Iterator[str]:
    for line in note.seen:
        yield from (word for word in _ALONE.findall(line) if _CAMEL.fullmatch(word) and len(word) >= 4)


def _hosts(note: NoteText) -> Iterator[str]:
    for address in note.addresses:
        try:
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.scheme in ("http", "https") and "." in (parts.hostname or ""):
            yield str(parts.hostname)


def _behind_elision(note: NoteText) -> Iterator[str]:
    for line in note.prose:
        yield from (word for word in _ELIDED.findall(line.replace(_EDGE, "")) if len(word) >= 5)


def _misspellable(note: NoteText) -> Iterator[str]:
    yield from (
        word
        for word in plain_words(note)
        if _SLIPPING.fullmatch(word) and len(word) >= 6 and word[1:].islower()
    )


def _long(note: NoteText) -> Iterator[str]:
    yield from (word for word in _misspellable(note) if len(word) >= 9)


def _titled(note: NoteText) -> Iterator[str]:
    title = note.titles[0] if note.titles else ""
    if letters_in(title) >= 8 and len(_longest(title)) >= 5:
        yield title


def _longest(title: str) -> str:
    return max((word for word in WORD.findall(title) if _SLIPPING.fullmatch(word)), key=len, default="")


def _make_word(vault: VaultText, note: NoteText, word: str) -> Asked:
    if UNSPACED.fullmatch(word):
        return vault.known_item(note, word, lambda other: fold(word) in other.text)
    return vault.known_word(note, word, as_typed(word))


def _make_five(vault: VaultText, note: NoteText, words: str) -> Asked:
    if UNSPACED.fullmatch(words):
        return _make_word(vault, note, words)
    sequence = _sequence(fold(words))
    return vault.known_item(note, words, lambda other: sequence in other.sequence)


def _make_dotted(vault: VaultText, note: NoteText, token: str) -> Asked:
    return vault.known_item(note, token, lambda other: fold(token) in other.raw or fold(token) in other.text)


def _make_dotted_slip(vault: VaultText, note: NoteText, token: str) -> Asked:
    word = _longest(token)
    if len(word) < 5 or not word[1:].islower() or _make_dotted(vault, note, token) is None:
        return None
    ways = pick(token, (_swaps(word), _edits(word)))
    if not ways or not vault.is_clear(slip := pick(word, ways), word):
        return None
    return token.replace(word, slip, 1), (note.path,)


def _make_link(vault: VaultText, note: NoteText, host: str) -> Asked:
    is_seen = fold(host) in note.text
    return None if is_seen else vault.known_item(note, host, lambda other: fold(host) in other.raw)


def _make_elided(vault: VaultText, note: NoteText, word: str) -> Asked:
    holders = vault.holders[fold(word)]
    return (word, holders) if fold(word) not in vault.not_elided and len(holders) <= _MOST_HOLDERS else None


def _make_slip(vault: VaultText, note: NoteText, word: str, slips: Callable[[str], Sequence[str]]) -> Asked:
    typed, holders = as_typed(word), vault.holders[fold(word)]
    ways = slips(typed)
    if len(holders) > _MOST_HOLDERS or not ways or not vault.is_clear(slip := pick(typed, ways), word):
        return None
    return slip, holders


def _make_title_slip(vault: VaultText, note: NoteText, title: str) -> Asked:
    word = _longest(title)
    ways = pick(title, (_swaps(word), _edits(word)))
    if not ways or fold(slip := pick(word, ways)) in vault.vocabulary:
        return None
    typed = title.replace(word, slip, 1)
    others = {fold(name) for other in vault.notes for name in other.titles} - {fold(title)}
    if process.extract(fold(typed), others, scorer=OSA.distance, score_cutoff=1, limit=1):
        return None
    return typed, [other.path for other in vault.notes if fold(title) in map(fold, other.titles)]


def _make_begun(vault: VaultText, note: NoteText, word: str) -> Asked:
    beginning = as_typed(word)[: max(5, len(word) * 2 // 3)]
    # A word of a language is meant as it stands: whoever types "plane" looks for no planet.
    if any(is_listed_word(beginning.lower(), language) for language in LISTED_LANGUAGES):
        return None
    # Not one that stands in an address, which is found as well.
    if any(each.startswith(fold(beginning)) for each in vault.vocabulary - note.words):
        return None
    return vault.known_item(
        note, beginning, lambda other: any(each.startswith(fold(beginning)) for each in other.words)
    )


def _make_parted(vault: VaultText, note: NoteText, word: str) -> Asked:
    typed, middle = as_typed(word), len(word) // 2
    return vault.known_word(note, word, f"{typed[:middle]} {typed[middle:]}")


def as_typed(word: str) -> str:
    """Return every second capitalized word in lower case; one with I as it is, for that is ı in Turkish."""
    lower = word[1:].islower() and word[0] not in "Iİ" and number(word) % 2
    return word[0].lower() + word[1:] if lower else word


def _swaps(word: str) -> list[str]:
    """Swap two neighbouring inner letters, in every way that makes another word."""
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 2))
    return [other for other in swapped if other != word]


def _edits(word: str) -> Sequence[str]:
    """Double, drop or replace an inner letter: return all slips of the way that the word's hash picks."""
    inner = range(1, len(word) - 1)
    doubled = [word[:i] + word[i] + word[i:] for i in inner]
    dropped = [word[:i] + word[i + 1 :] for i in inner]
    replaced = [word[:i] + key + word[i + 1 :] for i in inner for key in _beside(word[i])]
    return pick(word + "\n", [ways for ways in (doubled, dropped, replaced) if ways])


def _beside(letter: str) -> str:
    """Return the keys beside a letter's, "" if the letter is on no key of its own."""
    row = next((row for row in _ROWS if letter in row), letter)
    place = row.index(letter)
    return row[max(0, place - 1) : place] + row[place + 1 : place + 2]


def pick(text: str, choices: Sequence[_Item]) -> _Item:
    """Return the choice that the hash of a text makes."""
    return choices[number(text) % len(choices)]


def letters_in(text: str) -> int:
    return sum(map(str.isalpha, text))


def _sequence(text: str) -> str:
    return f" {' '.join(WORD.findall(text))} "


# The text stands in one note as it was typed: a scan misses none of the first ones. The rest up to 1 is for
# questions that are right in a sense unknown to the bench, such as a word that a reader sees in a picture.
KINDS: dict[str, Kind] = {
    "rare": Kind(rare_words, _make_word, 0.97),
    "dotted": Kind(_dotted, _make_dotted, 0.97),
    "camel": Kind(_camel, _make_word, 0.97),
    "link": Kind(_hosts, _make_link, 0.97),
    "elided": Kind(_behind_elision, _make_elided, 0.97),
    "five": Kind(five_words, _make_five, 0.97),
    # A slip can have been meant otherwise: the nearest word of a language need not be one of the vault.
    "slip": Kind(_misspellable, partial(_make_slip, slips=_swaps), 0.90),
    "slip2": Kind(_misspellable, partial(_make_slip, slips=_edits), 0.90),
    DOTTED_SLIP: Kind(_dotted, _make_dotted_slip, 0.90),
    # The other words of a title are typed as they are, so that the note is known by them.
    TITLE_SLIP: Kind(_titled, _make_title_slip, 0.97),
    # What is begun may be a word that no dictionary has, and two parts may be two words of one passage.
    BEGUN: Kind(_long, _make_begun, 0.90),
    PARTED: Kind(_long, _make_parted, 0.80),
}
