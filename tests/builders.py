"""Builders for tests: notes on the disk, passages in memory, a small fake of an encoder."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import Note, Revision, StoredNote
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.vault.markdown import parse_note
from vaultsearch.core.vault.rendering.drawn_parts import draw_formulas
from vaultsearch.core.vault.rendering.page import NotePage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pytest

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Ranges, TokenCounter, Vectors
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.service.several.group import VaultGroup
    from vaultsearch.service.vault import Vault

MOMENT = datetime(2026, 5, 12, 9, 30, tzinfo=UTC)


T = TypeVar("T")


def present(value: T | None) -> T:
    """Return a value that must be there."""
    assert value is not None
    return value


def write_notes(vault: Path, notes: Mapping[str, str]) -> None:
    """Write notes into a vault of the test's own."""
    for path, text in notes.items():
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@contextmanager
def files_limited_to(size: int) -> Iterator[None]:
    """Refuse to write files of more bytes than these, as a full disk does; not on Windows."""
    import resource

    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)


@contextmanager
def clocks_in(zone: str) -> Iterator[None]:
    """Set the clocks of this process to a time zone; not on Windows."""
    import pytest

    from vaultsearch.core.query.conditions import local_midnight

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        # Other tests' days are kept as they began in another zone.
        local_midnight.cache_clear()
        yield
    time.tzset()
    local_midnight.cache_clear()


def bytes_of(folder: Path) -> int:
    """Sum up the sizes of the files beneath a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def flip_byte(file: Path, place: int = -1) -> None:
    """Damage a file: flip the lowest bit of a byte; a negative place counts from the end."""
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


def parsed(path: str, text: str) -> Note:
    """Parse a note that is on no disk."""
    raw = text.encode()
    return parse_note(Revision(path, len(raw), round(MOMENT.timestamp() * 1e9)), raw)


def stored(path: str, text: str) -> StoredNote:
    """Return a note as the index has it, saved when it was dated."""
    note = parsed(path, text)
    facts = index_tags(note.tags), note.properties, note.aliases, note.links, ()
    return StoredNote(path, note.title, note.modified, text, *facts, note.modified, written_tags=note.tags)


def drawn_page(text: str) -> NotePage:
    """Return a note to be rendered, its formulas drawn."""
    page = NotePage("a.md", "a", text)
    page.html(0, None)
    missing = page.formulas.take_missing()
    for formula, drawn in zip(missing, draw_formulas(missing), strict=True):
        page.formulas.keep(formula, drawn)
    return page


def chunk(id: str = "a.md:0", **changes: object) -> Chunk:
    """Make a passage with defaults."""
    path, _, position = id.rpartition(":")
    plain = Chunk(
        id=id, path=path, title=path.rpartition("/")[2].removesuffix(".md"), position=int(position),
        heading_path=(), line_start=1, line_end=1, content="some words", text="some words", modified=MOMENT,
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]  # the fields' types are checked by use


@dataclass(frozen=True, slots=True)
class LanguageCounts:
    """A corpus of which no more is known than how many passages are in each language."""

    counts: Mapping[str, int]
    unread: int = 0

    async def languages(self) -> Mapping[str, int]:
        return self.counts

    async def count_unread(self, where: Filter) -> int:
        return self.unread


@dataclass(frozen=True, slots=True)
class WordCounter:
    window: int = 256

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def offsets(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Return the spans of the words; the marks of beginning and end have empty ones."""
        words = [[match.span() for match in re.finditer(r"\S+", text)] for text in texts]
        return [[(0, 0), *spans, (0, 0)] for spans in words]


@dataclass(frozen=True, slots=True)
class HashEncoder:
    """An `Encoder` with a direction for each word: same words, same meaning."""

    name: str = "hash"
    dimension: int = 384
    fingerprint: str = "hash-1"

    @property
    def counter(self) -> TokenCounter:
        return WordCounter()

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._encode(text) for text in texts])

    encode_passages = encode_queries

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode each part by its own words, and a little by those of the whole text."""
        found = []
        for text, of_text in zip(texts, parts, strict=True):
            own = [" ".join(text[start:end] for start, end in part) for part in of_text]
            found.append(self.encode_passages(own) + self.encode_passages([text]) * np.float32(0.1))
        return found

    def _encode(self, text: str) -> Vectors:
        vector = np.full(self.dimension, 1e-6, dtype=np.float32)
        for word in text.lower().split():
            vector += _direction(word, self.dimension)
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


@lru_cache(10_000)
def _direction(word: str, dimension: int) -> Vectors:
    seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).normal(size=dimension).astype(np.float32)


@dataclass(frozen=True, slots=True)
class WordTokenEncoder(HashEncoder):
    def encode_query_tokens(self, text: str) -> Vectors:
        return self.encode_queries(text.split() or [""])

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        return [self.encode_query_tokens(text) for text in texts]


CHUNKER = Chunker(WordCounter())


def use_small_parts(patch: pytest.MonkeyPatch, encoder: HashEncoder | None = None) -> None:
    """Have vaults encode by a small fake, in one language, instead of by the models."""
    from vaultsearch.service.parts.components import ComponentFactory

    patch.setattr(ComponentFactory, "encoder", encoder or HashEncoder())
    patch.setattr(ComponentFactory, "multilingual", None)
    patch.setattr(ComponentFactory, "chunker", CHUNKER)


async def index_vault(vault: Path, index: Path, parameters: Parameters | None = None) -> None:
    """Bring the index of a vault up to date, and close it."""
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.service.vault import Vault

    async with await Vault.open(vault, index, parameters or Parameters()) as opened:
        await opened.index.sync()


async def wait_for_table_reading() -> None:
    """Wait until what searches have begun to read of whole tables is in memory."""
    reading = [task for task in asyncio.all_tasks() if task.get_name().startswith("reading ")]
    await asyncio.gather(*reading, return_exceptions=True)


async def last_stage(vault: Vault | VaultGroup, query: str, *where: Any, **how: Any) -> SearchStage:
    return [stage async for stage in vault.search_stages(query, *where, **how)][-1]


async def found_paths(vault: Vault | VaultGroup, query: str, *where: Any, **how: Any) -> list[str]:
    return [result.chunk.path for result in (await last_stage(vault, query, *where, **how)).results]


async def open_vaults(
    folders: Sequence[Path], open_one: Callable[[Path], Awaitable[Vault]], parameters: Parameters
) -> VaultGroup:
    """Open several vaults as one, in this process."""
    from vaultsearch.core.threads import in_thread
    from vaultsearch.service.opening import open_group
    from vaultsearch.service.parts.components import ComponentFactory
    from vaultsearch.service.parts.workers import Workers

    return await open_group(folders, open_one, ComponentFactory(parameters), Workers(in_thread, in_thread))


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Make a certificate of localhost, which signs itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form, encryption = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, encryption))
    private.chmod(0o600)
    return certificate, private
