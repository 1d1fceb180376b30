"""Large notes of one sign after another are indexed, read, found and compared within limits."""

from pathlib import Path

from tests.thoroughness import THOROUGH
from tests.trust.limits import run_limited

UNITS = ("[", "`", "<", "\n", "!![[", "- [", "| a ", "$", "7", " ")
SIZE = 1_000_000 if THOROUGH else 150_000
"""What takes the square of its length takes minutes at either."""

ASK = """
import asyncio, sys
from pathlib import Path
from tests.builders import CHUNKER, HashEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.vault import Vault
ComponentFactory.encoder, ComponentFactory.chunker = HashEncoder(), CHUNKER
vault, index = map(Path, sys.argv[1:3])
async def ask():
    async with await Vault.open(vault, index, Parameters()) as opened:
        await opened.index.sync()
        for file in sorted(vault.glob("Worst *.md")):
            read = await opened.read(file.name)
            await opened.relations.related(file.name)
            print(read.title, len(read.text) > int(sys.argv[3]), flush=True)
            await opened.relations.suggestions(file.name)
        print(len(await opened.relations.topics()))
        answer = await opened.search("keel", 30, Mode.GREP)
        print(len({result.path for result in answer}))
asyncio.run(ask())
"""


def test_hundreds_of_kilobytes_of_each_worst_unit_is_indexed_read_and_found(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Keel.md").write_text("The keel needs bolts. [[Worst 0]]\n", "utf-8")
    for number, unit in enumerate(UNITS):
        (vault / f"Worst {number}.md").write_text(f"keel\n{(unit * SIZE)[:SIZE]}.\n", "utf-8")
    arguments = (vault, tmp_path / "index", SIZE * 9 // 10)
    printed = run_limited(ASK, *arguments, seconds=200 if THOROUGH else 50, megabytes=2000).splitlines()
    assert (printed[:10], printed[-1]) == ([f"Worst {number} True" for number in range(10)], "11")
