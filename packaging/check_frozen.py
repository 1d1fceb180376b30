"""Try the frozen program on the sample vault: `python packaging/check_frozen.py [FOLDER]`.

FOLDER is that of packaging/build.py, ``dist`` by default. Needs Linux, unshare, Xvfb, xdotool, and for
comparison what the program needs as it is installed, in the Python that runs this. Prints a line for each
trial; the exit code is 1 if one fails.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
VAULT = ROOT / "resources" / "Sample vault"
QUESTION, ANSWER = "a ceramics class as a present", "People/Gift ideas.md"
"""The answer has none of the question's words."""
VERSION_S, WINDOW_S = 1.0, 1.5
_PATIENCE_S = 300.0
_BACKSTAGE = 10
"""The niceness of the processes that index."""


class Results:
    """The results of trials; ``failed`` has the names of those that failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def check(self, name: str, is_so: bool, figure: str = "") -> None:
        """Print the result of a trial."""
        print(f"{'ok    ' if is_so else 'FAILED'}  {name}{figure and f': {figure}'}", flush=True)
        if not is_so:
            self.failed.append(name)


@dataclass(frozen=True)
class Trials:
    """The trials of one program, in a folder that is removed afterwards."""

    program: Path
    folder: Path
    results: Results

    @property
    def vault(self) -> Path:
        """The notes: a copy, since nobody else is to have opened them."""
        return self.folder / "notes"

    def environment(self, home: str) -> dict[str, str]:
        """Return an environment with a home of its own, and without any program in its PATH."""
        place = self.folder / home
        place.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY") if name in os.environ}
        own = {"HOME": str(place), "VAULTSEARCH_HOME": str(place), "XDG_RUNTIME_DIR": str(place)}
        # No command leaves a server: they would be counted as second windows.
        return {**kept, **own, "PATH": str(place / "no programs"), "LANG": "C.UTF-8", "CI": "true"}

    def json(self, home: str, *arguments: str, by: Sequence[str] = ()) -> Any:
        """Run a command of the program, or of ``by``, and return what it prints as JSON."""
        command = [*(by or [str(self.program)]), *arguments, "--json"]
        done = subprocess.run(
            command, env=self.environment(home), cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)


def main(folder: Path) -> int:
    """Run all trials; return 1 if one fails."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="check") as temporary:
        trials = Trials(folder / "vaultsearch" / "vaultsearch", Path(temporary), Results())
        shutil.copytree(VAULT, trials.vault)
        quick_start(trials)
        without_network_and_python(trials)
        same_index_as_installed(trials)
        reads_every_kind(trials)
        serves_mcp(trials)
        with screen():
            one_window_whose_worker_is_replaced(trials)
    return int(bool(trials.results.failed))


def quick_start(trials: Trials) -> None:
    """Time the printing of the version."""
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        program = subprocess.Popen(
            [trials.program, "--version"], env=trials.environment("offline"), stdout=subprocess.DEVNULL
        )
        _, _, usage = os.wait4(program.pid, 0)
        taken.append((time.perf_counter() - begun, usage.ru_utime + usage.ru_stime))
    trials.results.check("--version", min(taken)[0] <= VERSION_S, seconds(min(taken), VERSION_S))


def seconds(taken: tuple[float, float], limit: float) -> str:
    """Return a time beside its limit, and what the processor did in it: others may have kept it busy."""
    return f"{taken[0]:.2f} s, limit {limit} s ({taken[1]:.2f} s of a core)"


def without_network_and_python(trials: Trials) -> None:
    """Index and find a paraphrase in a network of its own, with nothing in the PATH."""
    offline = [tool("unshare"), "-rn", str(trials.program)]
    report = trials.json("offline", "index", str(trials.vault), by=offline)
    indexed = f"{report['added']} notes, {report['embedded']} of {report['chunks']} passages"
    is_whole = not report["failed"] and report["embedded"] == report["chunks"] > 0
    trials.results.check(
        "indexes without network and Python", is_whole, f"{indexed}, {report['seconds']:.0f} s"
    )
    found = trials.json("offline", "search", "--vault", str(trials.vault), QUESTION, by=offline)["results"]
    trials.results.check("a paraphrase is first", found[0]["path"] == ANSWER, found[0]["path"])


def same_index_as_installed(trials: Trials) -> None:
    """Open with each of the two an index of the other: nothing is encoded anew."""
    installed = [sys.executable, "-m", "vaultsearch"]
    opened = trials.json("offline", "index", str(trials.vault), by=installed)
    trials.results.check("the installed program opens its index", is_unchanged(opened), summary(opened))
    trials.json("installed", "index", str(trials.vault), by=installed)
    opened = trials.json("installed", "index", str(trials.vault))
    trials.results.check("it opens the installed program's index", is_unchanged(opened), summary(opened))


def is_unchanged(report: Any) -> bool:
    """Return whether a sync found all as it was."""
    return report["embedded"] == 0 and report["rebuilt"] is None and report["unchanged"] > 0


def summary(report: Any) -> str:
    """Return what a sync did, in short."""
    return f"{report['unchanged']} notes unchanged, {report['embedded']} passages encoded"


def reads_every_kind(trials: Trials) -> None:
    """Index documents of every kind, without any note: no library of a reader is missing."""
    sys.path.append(str(ROOT))
    from tests.core.vault.documents.files import EVERY
    from tests.pdf_files import Pdf, PdfPage, TextLine

    paper = Pdf([PdfPage([TextLine(72, 700, "planks of oak")])]).written()
    folder = trials.folder / "documents"
    folder.mkdir()
    for ending, raw in {**EVERY, ".pdf": paper}.items():
        (folder / f"document{ending}").write_bytes(raw)
    kinds = "pdf+image+document+book+web+slides+sheet+mail+notebook+base+drawing+code"
    report = trials.json("offline", "index", str(folder), "--set", f"files.kinds={kinds}")
    are_read = not report["failed"] and report["added"] == len(EVERY) + 1
    trials.results.check("reads documents of every kind", are_read, f"{report['added']} files")


def serves_mcp(trials: Trials) -> None:
    """Ask it by the Model Context Protocol: it prints answers, and nothing else."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    asked = (
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "search", "arguments": {"query": QUESTION}}},
    )
    server = subprocess.Popen(
        [trials.program, "mcp", "--vault", trials.vault],
        env=trials.environment("offline"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None  # noqa: S101 - a pipe
    assert server.stdout is not None  # noqa: S101
    for message in asked:
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        server.stdin.flush()
    lines = []
    while not lines or json.loads(lines[-1]).get("id") != 2:
        lines.append(server.stdout.readline())
    server.stdin.close()
    lines += server.stdout.readlines()
    answers = {told["id"]: told for told in map(json.loads, lines) if "id" in told}
    name = answers[1]["result"]["serverInfo"]["name"]
    trials.results.check(
        "mcp answers initialize and a search alone", ANSWER in json.dumps(answers[2]["result"]), name
    )
    trials.results.check("mcp ends with its client", server.wait(60) == 0)


def one_window_whose_worker_is_replaced(trials: Trials) -> None:
    """Open the window, kill its worker, start it again, and end it."""
    command = [str(trials.program), str(trials.vault)]
    window, taken = opened(trials, command)
    first = until(lambda: working(window.pid), "the process that indexes", 0.1)
    for process in first:
        process.kill()
    until(lambda: set(working(window.pid)) - set(first), "another process that indexes", 0.1)

    second = subprocess.run(command, env=trials.environment("window"), timeout=60, check=False)
    is_one = second.returncode == 0 and len(windows()) == 1 and len(programs(trials.program, window.pid)) == 1
    trials.results.check("a second start gives no second window", is_one)

    status = ("status", "--vault", str(trials.vault))
    done = until(lambda: whole(trials.json("window", *status)), "the whole index", 2)
    running = [one for one in children(window.pid) if one.nice() == _BACKSTAGE]
    trials.results.check(
        "a killed worker is replaced, and the index whole", len(running) <= 1, f"{done} passages"
    )

    every = children(window.pid)
    window.send_signal(signal.SIGTERM)
    window.wait(60)
    _, left = psutil.wait_procs(every, timeout=10)
    trials.results.check("no process is left after SIGTERM", not left)
    report = trials.json("window", "index", str(trials.vault))
    trials.results.check("nothing was left to index", is_unchanged(report), summary(report))

    window, again = opened(trials, command)
    window.send_signal(signal.SIGTERM)
    window.wait(60)
    best = min(taken, again)
    trials.results.check("the window is visible", best[0] <= WINDOW_S, seconds(best, WINDOW_S))


def opened(trials: Trials, command: list[str]) -> tuple[subprocess.Popen[bytes], tuple[float, float]]:
    """Open the window; return its process, the seconds until it is visible, and those of its processor."""
    begun = time.perf_counter()
    window = subprocess.Popen(command, env=trials.environment("window"))
    until(lambda: len(windows()) == 1, "the window", 0.02)
    took = time.perf_counter() - begun
    used = psutil.Process(window.pid).cpu_times()
    return window, (took, used.user + used.system)


def windows() -> list[str]:
    """Return the program's windows that are shown."""
    command = [tool("xdotool"), "search", "--onlyvisible", "--class", "vaultsearch"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()


def children(pid: int) -> list[psutil.Process]:
    """Return the processes that the window has started."""
    return psutil.Process(pid).children(recursive=True)


def working(pid: int) -> list[psutil.Process]:
    """Return those that index, and have begun to: a start takes less of a core."""
    backstage = (one for one in children(pid) if one.nice() == _BACKSTAGE)
    return [one for one in backstage if one.cpu_times().user > 1.5]


def programs(program: Path, window: int) -> list[int]:
    """Return the processes of the program that another one of it has not started."""
    found = [one for one in psutil.process_iter(["exe"]) if one.info["exe"] == str(program)]
    started = {one.pid for one in children(window)}
    return [one.pid for one in found if one.pid not in started]


def whole(status: Any) -> int:
    """Return the number of passages if all can be found by meaning, else 0."""
    return status["chunks"] if status["chunks"] == status["embedded"] else 0


def until(find: Callable[[], Any], wanted: str, pause: float) -> Any:
    """Return what is found, once there is something; end the trial if there never is."""
    end = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(pause)
    sys.exit(f"waited {_PATIENCE_S:.0f} s for {wanted}")


@contextmanager
def screen() -> Iterator[None]:
    """Start a screen; DISPLAY names it meanwhile."""
    read, write = os.pipe()
    size = ("-screen", "0", "1280x800x24")
    server = subprocess.Popen([tool("Xvfb"), "-displayfd", str(write), *size], pass_fds=[write])
    os.close(write)
    with os.fdopen(read) as numbers:
        os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def tool(name: str) -> str:
    """Return the path of a program; end the trials if it is not installed."""
    return shutil.which(name) or sys.exit(f"needs {name}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "dist"))
