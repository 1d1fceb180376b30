"""Measure the stalls of the window's thread while a note of a megabyte is opened, scrolled and resized.

`python -m tests.bench.reading [MEGABYTES]`, or `--formulas N` for a note of so many formulas, prints the
longest gap in a timer of 2 ms, and the longest time that the thread itself computed between two ticks. The
latter is judged: no other program causes it.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT_MS = 50.0
_SECTION = """## Section {n}

Some words that go on for a while, a **bold** one, a [[Note {n}|link]] and a #tag, until the line wraps.

- [x] a task that is done
- [ ] one that is not, in *italics*
    - a nested item of a list

```python
def section(number: int) -> str:
    return f"section {{number}}"
```

| Tool | Use |
|------|----:|
| Adze | {n} |

> [!tip] A tip
> With a line of text in it.

"""


_FORMULAS = r"""## Step {n}

Let $x_{n} = \sqrt{{\frac{{a_{n}}}{{b}}}}$ be given, and

$$\sum_{{k={n}}}^{{n}} \binom{{n}}{{k}} = \int_0^{{{n}}} e^{{-x^2}} \, dx$$

"""


def _note(arguments: list[str]) -> str:
    if arguments[:1] == ["--formulas"]:
        return "".join(_FORMULAS.format(n=n) for n in range(int(arguments[1]) // 2))
    megabytes = float(arguments[0]) if arguments else 1.0
    return "".join(_SECTION.format(n=n) for n in range(int(megabytes * 1e6 / len(_SECTION))))


def main() -> int:
    """Measure and print. Return 1 if a stall is longer than its limit."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # As the program itself does, see vaultsearch/desktop/app.py.
    sys.setswitchinterval(0.001)
    from tests.bench.read_window import ReadWindow

    window = ReadWindow(_note(sys.argv[1:]))
    steps: list[tuple[str, Callable[[], None]]] = [
        ("opened in its middle", window.open_middle),
        ("scrolled through", window.scroll),
        ("from one end to the other", window.jump),
        ("made narrower and wider", window.resize_window),
    ]
    longest = 0.0
    for name, step in steps:
        start = time.perf_counter()
        gaps, busy = window.gaps_during(step)
        seconds = time.perf_counter() - start
        longest = max(longest, *busy)
        ranked = sorted(gaps)
        p99 = ranked[int(0.99 * (len(ranked) - 1))]
        shown = f"longest {max(gaps):6.1f} ms, p99 {p99:5.1f} ms, of its own work {max(busy):5.1f} ms"
        print(f"{name:<28} {shown}, in {seconds:.1f} s")
    print(f"longest own work {longest:.1f} ms, limit {LIMIT_MS:.0f} ms")
    print(f"first part after {window.first_ms:.0f} ms")
    window.close()
    return 0 if longest <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
