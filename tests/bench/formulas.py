"""Count the formulas that are drawn: `python -m tests.bench.formulas [VAULT ...]`.

Without a vault, 300 formulas as students write them, made by rule. Prints the share drawn, the CPU time
of one, and those that stay source.
"""

import sys
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

from vaultsearch.core.vault.rendering.drawn_parts import Formulas, draw_formulas
from vaultsearch.core.vault.rendering.page import NotePage

_WRITTEN = 300
_NAMES = ("x", "n", r"\alpha", "A_{ij}", r"\vec{v}", r"f'(x)", r"\mathbb{R}^n", r"\hat{\theta}")
_SHAPES = (
    r"{{{a}}}^2 + {{{b}}}^2 = c^2", r"\frac{{{a}}}{{{b}}}", r"\sum_{{i=0}}^{{{a}}} {{{b}}}_i",
    r"\int_0^\infty {a}\,d{b}", r"\lim_{{{a} \to 0}} \frac{{\sin {b}}}{{{a}}}",
    r"\begin{{pmatrix}} {a} & {b} \\ 0 & 1 \end{{pmatrix}}",
    r"\begin{{cases}} {a} & \text{{if }} {b} > 0 \\ 0 & \text{{otherwise}} \end{{cases}}",
    r"\begin{{aligned}} {a} &= {b} + 1 \\ &= 2 \end{{aligned}}", r"\sqrt[3]{{{a}}} \le \left| {b} \right|",
    r"\textcolor{{red}}{{{a}}} \cdot \underbrace{{{b}}}_{{\text{{rest}}}}",
    r"P({a} \mid {b}) = \binom{{n}}{{k}}", r"\nabla \times {a} = \frac{{\partial {b}}}{{\partial t}}",
    r"{a} \xrightarrow{{f}} {b} \implies \forall \varepsilon > 0",
    r"\overline{{{a}}} \cup {b} \subseteq \emptyset",
    r"\Big\vert {a} \Big\vert \not= \color{{blue}}{{{b}}} \\",
    r"\begin{{align}} \textcolor{{red}}{{{a} &= {b}}} \\ \\ c &= d \nonumber \\ \end{{align}}",
    r"\ce{{2H2 + O2 -> 2H2O}} \quad {a} \approx {b}",
)  # fmt: skip


def main() -> None:
    if not sys.argv[1:]:
        _report("made here", list(islice(_made(), _WRITTEN)))
    for folder in map(Path, sys.argv[1:]):
        _report(folder.name, list(dict.fromkeys(_written_in(folder))))


def _made() -> Iterator[tuple[str, bool]]:
    pairs = product(_NAMES, _NAMES, _SHAPES)
    return ((shape.format(a=a, b=b), index % 3 == 0) for index, (a, b, shape) in enumerate(pairs))


def _written_in(folder: Path) -> Iterator[tuple[str, bool]]:
    for file in sorted(folder.rglob("*.md")):
        formulas = Formulas()
        page = NotePage(file.name, file.stem, file.read_text(encoding="utf-8", errors="replace"), formulas)
        for part in range(len(page.parts.parts)):
            page.html(part, None)
        yield from formulas.take_missing()


def _report(name: str, formulas: list[tuple[str, bool]]) -> None:
    start = time.process_time()
    drawn = draw_formulas(formulas)
    milliseconds = 1000 * (time.process_time() - start) / max(1, len(formulas))
    kept = [latex for (latex, _), drawing in zip(formulas, drawn, strict=True) if drawing is None]
    share = 1 - len(kept) / max(1, len(formulas))
    print(f"{name}: {len(formulas)} formulas, {share:.1%} drawn, {milliseconds:.1f} ms each")
    for latex in kept:
        print(f"    {' '.join(latex.split())[:100]}")


if __name__ == "__main__":
    main()
