"""Nothing leaves the machine, and nothing is written outside the program's folders: seen from the kernel."""

import os
import shutil
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.patience import PROCESS_S
from tests.trust.observing import Observed, ObservedProcess
from vaultsearch.settings.resources import compile_outdated

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process be asked about")

_REPOSITORY = Path(__file__).parents[2]
_PATIENCE_S = 2 * PROCESS_S
"""The timeout for some forty seconds of CPU time on a busy machine."""
_SWITCHES = ("CI", "ORT_", "HF_", "TRANSFORMERS_", "OTEL_", "DO_NOT_TRACK", "XDG_", "VAULTSEARCH_", "TORCH")
"""Beginnings of variables that might keep a library quiet, or have it write elsewhere, on one machine.

A process that has loaded torch has one in its environment that names a folder beside the temporary one.
"""


class Machine:
    """A user with an empty home, and the folders that the program may write to."""

    def __init__(self, folder: Path) -> None:
        # In a fresh clone, the first window compiles the translations beside their sources.
        compile_outdated(_REPOSITORY / "resources" / "translations")
        self.folder = folder
        self.home, self.own, self.temporary = folder / "home", folder / "own", folder / "tmp"
        for place in (self.home, self.own, self.temporary):
            place.mkdir()

    def observe(self, *command: str) -> Observed:
        """Run Python with these words in a plain environment, on this machine."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_SWITCHES)}
        folders = {"HOME": self.home, "TMPDIR": self.temporary, "VAULTSEARCH_HOME": self.own}
        environment = kept | {name: str(place) for name, place in folders.items()}
        environment |= {"PYTHONDONTWRITEBYTECODE": "1", "QT_QPA_PLATFORM": "offscreen"}
        try:
            process = ObservedProcess([sys.executable, *command], environment, _REPOSITORY)
        except OSError as error:
            pytest.skip(f"this system does not let a process be asked about its calls: {error}")
        return process.finish(_PATIENCE_S)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_nothing_leaves_the_machine_or_is_written_elsewhere(machine: Machine, sample_vault: Path) -> None:
    vault = machine.folder / "vault"
    # The rest has notes in three languages, links, properties and a canvas; all takes twice as long.
    left_out = shutil.ignore_patterns("Journal", "People", "Reading", "Reference", "Templates")
    shutil.copytree(sample_vault, vault, ignore=left_out)
    before = _tree(vault)

    seen = machine.observe("-m", "tests.trust.everything", str(vault))

    once = ("a language model answered 1 question", "window answered with", "--- end")
    steps = {"failed": 0, "answered over MCP": 3} | dict.fromkeys(once, 1)
    counts = {step: seen.output.count(step) for step in steps}
    assert (seen.returncode, counts) == (0, steps), f"{seen.output[-2000:]}\n{seen.errors[-4000:]}"
    outside = seen.written_outside(machine.own, machine.temporary)
    assert (seen.reached, outside) == ([], set()), (seen.reached, outside)
    assert list(machine.home.rglob("*")) == []
    assert _tree(vault) == before


def test_native_code_that_looks_a_name_up_or_connects_is_seen_and_refused(machine: Machine) -> None:
    native = """
        import ctypes
        libc = ctypes.CDLL(None)
        found = ctypes.c_void_p()
        print(libc.getaddrinfo(b"example.org", b"443", None, ctypes.byref(found)))
        address = (2).to_bytes(2, "little") + (443).to_bytes(2, "big") + bytes([192, 0, 2, 1]) + bytes(8)
        stream, datagram = libc.socket(2, 1, 0), libc.socket(2, 2, 0)
        print(libc.connect(stream, address, 16), libc.sendto(datagram, b"hello", 5, 0, address, 16))
    """

    seen = machine.observe("-c", dedent(native))

    looked_up, *rest = seen.output.split()
    assert looked_up != "0"
    assert rest == ["-1", "-1"]
    assert seen.reached.count("192.0.2.1:443") == 2
    assert any(address.endswith((":53", "resolve")) for address in seen.reached)


def test_a_file_that_native_code_writes_elsewhere_is_seen(machine: Machine) -> None:
    native = f"import ctypes; ctypes.CDLL(None).mkdir({os.fsencode(machine.home / '.cache')!r}, 0o755)"

    seen = machine.observe("-c", native)

    assert seen.written_outside(machine.own, machine.temporary) == {machine.home / ".cache"}


def test_onnxruntime_is_seen_to_keep_an_id_of_the_machine_unless_it_is_told_not_to(machine: Machine) -> None:
    # Where this fails, a newer onnxruntime asks to be told otherwise, or keeps nothing any more.
    load = "import onnxruntime; onnxruntime.SessionOptions(); import time; time.sleep(1)"

    told = machine.observe("-c", f"import vaultsearch; {load}")
    let = machine.observe("-c", load)

    assert told.written_outside(machine.own, machine.temporary) == set()
    assert any("Microsoft" in str(path) for path in let.written_outside(machine.own, machine.temporary))


def _tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
