"""A second start asks the first, in a real process; stale sockets and garbage do no harm."""

import json
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from urllib.parse import quote

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.patience import PROCESS_S
from vaultsearch.core.errors import QueryError, VaultNotFoundError
from vaultsearch.desktop.app import InstanceServer
from vaultsearch.desktop.before_qt import WindowPlace, acquire_place_or_send, server_name
from vaultsearch.gui.window.request import MAX_REQUEST_BYTES, WindowRequest
from vaultsearch.settings.settings import remember_vault

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="speaks to a socket of Unix by itself")


@pytest.fixture(autouse=True)
def own_runtime_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # A socket's path has room for some hundred bytes: a test's usual temporary folder has more.
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield


@pytest.fixture
def beginning(qapp: QApplication) -> Iterator[InstanceServer]:
    """The first start, which has no window yet."""
    place = WindowPlace(server_name())
    assert place.acquire()
    instance = InstanceServer()
    instance.listen(place.name)
    yield instance
    instance.close()
    place.release()


@pytest.fixture
def first(beginning: InstanceServer) -> InstanceServer:
    beginning.begin()
    return beginning


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "vaultsearch", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def handed_over(first: InstanceServer, qtbot: QtBot, *arguments: str) -> WindowRequest:
    """Start a second time; return what the first is asked for, once the second has ended without a word."""
    with started(*arguments) as second:
        with qtbot.waitSignal(first.requested) as asked:
            pass
        assert second.communicate() == ("", "")
        assert second.returncode == 0
    request: WindowRequest = present(asked.args)[0]
    return request


@pytest.mark.parametrize(
    ("arguments", "toggle"), [(("open",), False), (("--toggle",), True), (("open", "--toggle"), True)]
)
def test_a_second_start_hands_over_and_ends(
    first: InstanceServer, qtbot: QtBot, arguments: tuple[str, ...], toggle: bool
) -> None:
    assert handed_over(first, qtbot, *arguments).toggle is toggle


def test_an_address_is_a_query_and_a_known_vault(first: InstanceServer, qtbot: QtBot, vault: Path) -> None:
    address = f"vaultsearch://search?q=caf%C3%A9+au%0Alait&vault={quote(str(vault))}"
    with qtbot.assertNotEmitted(first.requested), started(address) as second:
        told = second.communicate()[1]
    assert told == "vaultsearch: The vault in this address was never opened here. Open it first.\n"
    remember_vault(vault)
    assert handed_over(first, qtbot, address) == WindowRequest(folder=str(vault), query="café aulait")


VAULTS = Path("/v/Home"), Path("/w/Work"), Path("C:\\Notes"), Path("/opened/before/Home")


@pytest.mark.parametrize(("address", "request_"), [
    ("vaultsearch://search?q=boat", WindowRequest(query="boat")),
    ("vaultsearch://search/?q=boat&vault=home", WindowRequest(folder="/v/Home", query="boat")),
    ("vaultsearch://open?vault=%2Fw%2FWork%2F", WindowRequest(folder="/w/Work")),
    ("vaultsearch://open?vault=c%3A%2Fnotes", WindowRequest(folder="C:\\Notes")),
    ("vaultsearch://open", WindowRequest()),
    ("vaultsearch://search?q=a%00b&toggle=1", WindowRequest(query="ab")),
    ("vaultsearch://search?q=" + "x" * 3000, WindowRequest(query="x" * 2000)),
])  # fmt: skip
def test_an_address_is_read(address: str, request_: WindowRequest) -> None:
    assert WindowRequest.of_address(address, VAULTS) == request_


@pytest.mark.parametrize(("address", "trouble"), [
    ("vaultsearch://search?vault=//evil.example/share", VaultNotFoundError),
    ("vaultsearch://search?vault=/v", VaultNotFoundError), ("vaultsearch://index?vault=Home", QueryError),
    ("https://search?q=boat", QueryError), ("vaultsearch://[", QueryError),
])  # fmt: skip
def test_an_address_of_anything_else_is_refused(address: str, trouble: type[Exception]) -> None:
    with pytest.raises(trouble):
        WindowRequest.of_address(address, VAULTS)


def test_a_folder_is_handed_over_whole(
    first: InstanceServer, qtbot: QtBot, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(vault.parent)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    assert handed_over(first, qtbot, vault.name).folder == str(vault.resolve())


def test_what_is_no_folder_is_said_by_the_second_start(first: InstanceServer) -> None:
    with started("no-such-folder") as second:
        assert "no-such-folder is neither a command nor a folder" in second.communicate()[1]
        assert second.returncode == 2


def test_what_is_asked_before_there_is_a_window_is_told_then(beginning: InstanceServer, qtbot: QtBot) -> None:
    assert say(WindowRequest(toggle=True).encode(), qtbot) == b"yes\n"
    with qtbot.waitSignal(beginning.requested) as asked:
        beginning.begin()
    assert asked.args == [WindowRequest(toggle=True)]


def say(line: bytes, bot: QtBot) -> bytes:
    """Send bytes and return the answer; the server runs on this very thread."""
    received = b""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(server_name())
        connection.setblocking(False)
        connection.sendall(line)

        def ended() -> bool:
            nonlocal received
            try:
                more = connection.recv(64)
            except BlockingIOError:
                return False
            except ConnectionResetError:
                return True
            received += more
            return not more

        bot.waitUntil(ended)
    return received


@pytest.mark.parametrize("line", [
    b"\n", b"GET / HTTP/1.1\n", b"\xff\xfe\n", b"[" * 2000 + b"\n",
    b'{"vaultsearch": 2, "toggle": true, "folder": "", "token": ""}\n',
    b'{"vaultsearch": 1, "toggle": 1, "folder": "", "token": ""}\n',
    b'{"vaultsearch": 1, "toggle": true, "folder": "a/b", "token": ""}\n',
    b'{"vaultsearch": 1, "toggle": true, "folder": "/a\\u0000b", "token": ""}\n',
    b'{"vaultsearch": 1, "toggle": true, "folder": "", "token": "", "run": "rm"}\n',
    b"x" * (MAX_REQUEST_BYTES + 100),
])  # fmt: skip
def test_garbage_is_refused_and_long_talk_cut_off(first: InstanceServer, qtbot: QtBot, line: bytes) -> None:
    with qtbot.assertNotEmitted(first.requested):
        assert say(line, qtbot) == (b"no\n" if len(line) <= MAX_REQUEST_BYTES else b"")


def test_a_request_survives_being_encoded() -> None:
    request = WindowRequest(toggle=True, folder="/vaults/水", token="t", query="“boat”")
    assert WindowRequest.decode(request.encode()) == request
    assert json.loads(request.encode())["vaultsearch"] == 1
    published = WindowRequest(folder="s3://bucket/notes")
    assert WindowRequest.decode(published.encode()) == published
    assert WindowRequest.decode(WindowRequest(folder="notes").encode()) is None


def test_a_socket_that_a_dead_window_left_is_taken_over(qapp: QApplication, qtbot: QtBot) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(server_name())
    assert Path(server_name()).exists()
    place = present(acquire_place_or_send(WindowRequest()))
    instance = InstanceServer()
    instance.listen(place.name)
    instance.begin()
    with qtbot.waitSignal(instance.requested):
        assert say(WindowRequest().encode(), qtbot) == b"yes\n"
    instance.close()
    place.release()


@contextmanager
def slow_window(vault: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a window that then answers nobody."""
    with started("open", str(vault)) as window:
        wait_until(lambda: not is_free(server_name()), window)
        window.send_signal(signal.SIGSTOP)
        yield window


def is_waiting(start: subprocess.Popen[str]) -> bool:
    return "waiting for another window" in present(start.stderr).readline()


def test_a_start_waits_for_a_window_that_is_slow_to_answer_and_opens_no_second(vault: Path) -> None:
    # Five starts at once opened five windows: one that did not answer in five seconds was taken for dead.
    with ExitStack() as stack:
        first = stack.enter_context(slow_window(vault))
        others = [stack.enter_context(started("open", str(vault))) for _ in range(4)]
        assert all(map(is_waiting, others))
        first.send_signal(signal.SIGCONT)
        assert [other.wait(PROCESS_S) for other in others] == [0, 0, 0, 0]
        assert first.poll() is None
        assert not is_free(server_name())


def test_who_waits_for_a_window_that_ends_has_one_of_its_own(vault: Path) -> None:
    with slow_window(vault) as first, started("open", str(vault)) as second:
        assert is_waiting(second)
        first.kill()
        first.wait(PROCESS_S)
        wait_until(lambda: not is_free(server_name()), second)
        wait_until(is_heard, second)


def is_free(name: str) -> bool:
    place = WindowPlace(name)
    free = place.acquire()
    if free:
        place.release()
    return free


def is_heard() -> bool:
    """Return whether a window listens, without asking it anything."""
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(server_name()) == 0


def wait_until(happened: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Poll until it is so, as long as the process lives that is to cause it."""
    while not happened():
        assert process.poll() is None
        sleep(0.05)


def test_a_folder_of_others_or_with_too_long_a_path_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(server_name()).parent.chmod(0o777)
    assert server_name() == present(acquire_place_or_send(WindowRequest())).name == ""
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/" + "x" * 100)
    assert server_name().startswith(tempfile.gettempdir())


def test_asking_needs_neither_qt_nor_anything_heavy(first: InstanceServer, qtbot: QtBot) -> None:
    program = (
        "import sys; from vaultsearch.desktop.before_qt import acquire_place_or_send as ask; "
        "from vaultsearch.gui.window.request import WindowRequest; assert ask(WindowRequest()) is None; "
        "print([m for m in ('PySide6', 'torch', 'lancedb', 'numpy', 'asyncio') if m in sys.modules])"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as second:
        with qtbot.waitSignal(first.requested):
            pass
        assert second.communicate()[0] == "[]\n"
