"""One trial: the program as a process, actions upon it, and what must hold after each of them."""

import json
import re
import shutil
import signal
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.monkey.actions import Action, Monkey
from tests.monkey.changes import add_files, change_files, words_of
from tests.monkey.hands import NoXTestError, XHand
from tests.monkey.program import DEAD_S, END_S, Program, ProgramEndedError
from tests.monkey.screen import SIZE, start_screen

SLOW_S, STALL_S = 1.0, 2.0
"""The event loop is to answer in the first; the second is a finding."""
_START_S = 120.0
_AGREE_S = 20.0
"""For the note of the selected row to be shown while notes are read and other programs compute."""
_ANSWER_S = 3.0
"""For rows to come, if there are any."""
_LAST, _STEPS = 50, 12
_MOST_KINDS, _KEPT_OF_A_KIND = 20, 2
_EXPECTED = (r"^This plugin does not support ", r"^qt\.text\.font\.db: OpenType support missing ")
"""Lines that mean nothing: what Qt cannot do without a screen."""


class Lag(threading.Thread):
    """Measures how much later than asked this process is woken: other programs keep the cores from both."""

    _NAP_S = 0.02

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.total = 0.0

    def run(self) -> None:
        while True:
            begun = time.monotonic()
            time.sleep(self._NAP_S)
            self.total += max(0.0, time.monotonic() - begun - 2 * self._NAP_S)


@dataclass
class Outcome:
    """The counts of a trial, and what it found."""

    seed: int
    screen: str = ""
    events: int = 0
    compared: int = 0
    indexing: int = 0
    starts: int = 0
    outside: int = 0
    slowest: float = 0.0
    slow: int = 0
    findings: dict[str, list[str]] = field(default_factory=dict)
    """By their kind: the same line of the log may come a hundred times."""

    def __str__(self) -> str:
        found = sum(map(len, self.findings.values()))
        share = round(100 * self.indexing / max(1, self.events))
        return (
            f"seed {self.seed}: {self.events} events ({share} % while indexing), {self.starts} starts, "
            f"{self.compared} comparisons, {self.slow} answers later than {SLOW_S:.0f} s, slowest "
            f"{self.slowest:.1f} s, {self.outside} calls of other programs, {found} findings "
            f"of {len(self.findings)} kinds"
        )


class Trial:
    """Runs the program in ``folder``, a new one, on copies of ``vaults``."""

    def __init__(self, seed: int, vaults: Sequence[Path], folder: Path) -> None:
        self.outcome = Outcome(seed)
        self._folder = folder
        self._vaults = [
            shutil.copytree(vault, folder / "vaults" / str(number) / vault.name, symlinks=True)
            for number, vault in enumerate(vaults)
        ]
        for vault in self._vaults:
            add_files(vault)
        self._read: dict[Path, int] = {}
        self._latest: deque[str] = deque(maxlen=_LAST)
        self._state: dict[str, Any] = {}
        self._lag = Lag()
        self._stack = ExitStack()

    def run(self, seconds: float) -> Outcome:
        """Act for so long, and return what came of it."""
        self._lag.start()
        display, self.outcome.screen = start_screen(self._stack, self._folder)
        self._program = Program(self._folder, display)
        self._stack.callback(self._program.kill)
        self._hand = self._make_hand(display)
        until = time.monotonic() + seconds
        monkey = Monkey(self.outcome.seed, words_of(self._vaults[0]), len(self._vaults))
        pace = Random(self.outcome.seed)
        try:
            for action in monkey.actions():
                if time.monotonic() > until or len(self.outcome.findings) >= _MOST_KINDS:
                    break
                self._step(action)
                time.sleep(pace.choice((0, 0.02, 0.05, 0.2)))  # as a hand does
            self._program.send(signal.SIGTERM)
            if self._program.runs:
                self._end()
            self._look_through_output()
        finally:
            self._stack.close()
        return self.outcome

    def _make_hand(self, display: str) -> XHand | None:
        if display:
            try:
                return XHand(display)
            except NoXTestError as error:
                self.outcome.screen += f"; {error}: with the keys and the mouse of the window's own"
        return None

    # -- the program

    def _start(self) -> None:
        vault = [] if self.outcome.starts else [str(self._vaults[0])]
        self._program.start(*vault)
        self.outcome.starts += 1
        self._state = self._ask_state(_START_S)

    def _end(self) -> None:
        """See how the program ends, which has been asked to, or is gone already."""
        code = self._program.wait(END_S)
        if code is None:
            self._program.send(signal.SIGUSR1)
            self._find(f"not ended after {END_S:.0f} s")
            self._program.kill()
        elif code:
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            self._find(f"the program ended with {name}")

    def _ask_state(self, limit: float = STALL_S) -> dict[str, Any]:
        """Return the state of the window; a late answer is a finding, and none at all ends the program."""
        begun, lag = time.monotonic(), self._lag.total
        answer = self._program.state(limit)
        if answer is None:
            self._program.send(signal.SIGUSR1)
            answer = self._program.answer(DEAD_S)
        waited = time.monotonic() - begun - (self._lag.total - lag)
        if answer is None:
            self._find(f"no answer of the event loop for {DEAD_S:.0f} s")
            self._program.kill()
            raise ProgramEndedError
        if limit == STALL_S:
            self.outcome.slowest = max(self.outcome.slowest, waited)
            self.outcome.slow += waited > SLOW_S
        if waited > limit:
            self._find(f"the event loop answered after {waited:.1f} s")
        return answer

    # -- one step

    def _step(self, action: Action) -> None:
        try:
            if not self._program.runs:
                self._start()
            self._latest.append(f"{time.strftime('%H:%M:%S')} {self.outcome.events:6} {action}")
            self.outcome.events += 1
            if self._state["is_minimized"]:
                self._program.tell("front")
            self._do(*action)
            self._state = self._ask_state()
            self.outcome.indexing += self._state["is_indexing"]
            if self._state["crash"]:
                self._find(f"a bug was reported:\n{self._state['crash']}")
                self._leave_dialogs()
        except ProgramEndedError:
            if self._program.runs:
                self._end()
        self._look_through_output()

    def _do(self, deed: str, values: tuple[Any, ...]) -> None:
        match deed, values:
            case "click" | "wheel", (x, y, *rest):
                self._by_hand(deed, *self._place(x, y), *rest)
            case "drag", (x, y, to_x, to_y):
                (left, top), (right, bottom) = self._place(x, y), self._place(to_x, to_y)
                shares = [step / _STEPS for step in range(_STEPS + 1)]
                places = [(round(left + (right - left) * s), round(top + (bottom - top) * s)) for s in shares]
                self._by_hand("drag", places)
            case "press" | "type", (text,):
                self._by_hand(deed, text)
            case "open", (number,):
                self._program.tell("open", str(self._vaults[number]))
            case "change", (kind, count, seed):
                for vault in self._vaults:
                    change_files(vault, kind, count, Random(seed))
            case "compare", (word, rows):
                self._compare(word, rows)
            case _:
                self._program.tell(deed, *values)

    def _by_hand(self, deed: str, *values: object) -> None:
        """Press keys or move the mouse, by the window's own ways on a screen that no one else can reach."""
        if self._hand is not None:
            getattr(self._hand, deed)(*values)
            return
        for each in [(letter,) for letter in str(values[0])] if deed == "type" else [values]:
            self._program.tell(deed, *each)

    def _compare(self, word: str, rows: int) -> None:
        self._leave_dialogs()
        for keys in ("Ctrl+L", "Ctrl+A", "BackSpace"):
            self._by_hand("press", keys)
        self._by_hand("type", word)
        for _ in range(rows):
            self._by_hand("press", "Down")
        begun = time.monotonic()
        while not (state := self._ask_state())["rows"] or state["selected"] != state["shown"]:
            if time.monotonic() - begun > (_AGREE_S if state["rows"] else _ANSWER_S):
                if state["rows"]:
                    self._find(f"selected is {state['selected']}, shown is {state['shown']}")
                return
            time.sleep(0.1)
        self.outcome.compared += 1

    def _leave_dialogs(self) -> None:
        for _ in range(12):
            self._state = self._ask_state()
            if not (self._state["is_dialog"] or self._state["is_popup"]):
                break
            self._by_hand("press", "Escape")
            time.sleep(0.05)

    def _place(self, x: float, y: float) -> tuple[int, int]:
        left, top, width, height = self._state["front"]
        across, down = round(left + x * width), round(top + y * height)
        return min(max(across, 0), SIZE[0] - 1), min(max(down, 0), SIZE[1] - 1)

    # -- findings

    def _look_through_output(self) -> None:
        for file in (self._program.output, self._program.log):
            for paragraph in _paragraphs(self._new_lines(file)):
                self._find(f"unexpected in {file.name}:\n{paragraph}")
        if self._program.outside.exists():
            self.outcome.outside = len(self._program.outside.read_text(errors="replace").splitlines())

    def _new_lines(self, file: Path) -> list[str]:
        if not file.exists():
            return []
        with file.open("rb") as content:
            begin = self._read.get(file, 0)
            content.seek(begin if begin <= file.stat().st_size else 0)
            lines = content.read().decode(errors="replace").splitlines()
            self._read[file] = content.tell()
        return [line for line in lines if not any(re.search(known, line) for known in _EXPECTED)]

    def _find(self, sentence: str) -> None:
        kind = re.sub(r"/\S+|0x\w+|\d+([.,]\d+)*", "#", sentence)
        same = self.outcome.findings.setdefault(kind, [])
        same.append(sentence)
        if len(same) > _KEPT_OF_A_KIND:
            return
        number = f"{list(self.outcome.findings).index(kind) + 1}-{len(same)}"
        actions = "\n".join(self._latest)
        text = f"{sentence}\n\nstate: {json.dumps(self._state)}\n\nthe last actions:\n{actions}\n"
        (self._folder / f"finding-{number}.txt").write_text(text)
        with suppress(ProgramEndedError):
            self._program.tell("picture", str(self._folder / f"finding-{number}.png"))


def _paragraphs(lines: list[str]) -> list[str]:
    """Join the lines of a traceback to the line that begins it."""
    paragraphs: list[str] = []
    for line in lines:
        begins = not paragraphs or (not line.startswith((" ", "\t")) and not re.match(r"\w+(\.\w+)*: ", line))
        if begins and not (paragraphs and paragraphs[-1].rstrip().endswith("):")):
            paragraphs.append(line)
        else:
            paragraphs[-1] += f"\n{line}"
    return paragraphs
