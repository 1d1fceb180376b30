"""A base that a stranger wrote: each formula costs little, and ends no command by a traceback."""

from tests.trust.limits import run_limited

EVALUATE = """
import itertools
import json
from tests.builders import stored
from vaultsearch.core.bases.expressions import VaultFiles
from vaultsearch.core.bases.tables import base_html
from vaultsearch.core.vault.links import LinkResolver
note = stored("Keel.md", "---\\nn: 7\\nday: 2026-05-12\\nlist: [1, a, [2]]\\nnan: .nan\\n---\\nBolts.\\n")
files = VaultFiles([note], LinkResolver({note.path: ()}))
VALUES = (
    "0", "-1", "1.5", "9" * 400, "-999999999", "999999999", "1e400", '"99999999y"', '"-9999999999w"', "n",
    "day",    "list", "nan", "true", "file", "this", "nothing", "[]", '""', '"a"', "now()", 'number("1e999")',
    'duration("99999d")', 'date("9999-12-31")', 'date("0001-01-01")',
)
METHODS = (
    "round", "toFixed", "ceil", "floor", "abs", "repeat", "slice", "split", "replace", "join", "sort", "flat",
    "format", "unique", "contains", "time", "relative", "map", "filter", "year", "toString",
)
formulas = [f"({a}) {o} ({b})" for a, o, b in itertools.product(VALUES, "+ - * / % < ==".split(), VALUES)]
formulas += [f"({a}).{m}({b})" for a, m, b in itertools.product(VALUES, METHODS, VALUES)]
formulas += [f"{f}({a})" for f, a in itertools.product(("date", "duration", "number", "list", "max"), VALUES)]
for start in range(0, len(formulas), 500):
    named = {f"F{number}": formula for number, formula in enumerate(formulas[start : start + 500])}
    view = {"type": "table", "name": "A", "order": [f"formula.{name}" for name in named]}
    html = base_html(json.dumps({"formulas": named, "views": [view]}).encode(), files, "Keel.md")
    assert "wikilink" in html or "Keel" in html or "F7" in html, html[:500]
print(len(formulas))
"""


def test_every_operator_and_method_takes_every_value() -> None:
    assert int(run_limited(EVALUATE, seconds=60, megabytes=400)) > 15_000
