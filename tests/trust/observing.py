"""Run a command with the network denied, and record its connection attempts and the files it wrote."""

import ctypes
import errno
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from tests.trust.seccomp import CALLS

_RECEIVE, _SEND, _IS_WAITING = 0xC0502100, 0xC0182101, 0x40082102
_NOTICE = struct.Struct("QIIiIQ6Q")
_ANSWER = struct.Struct("QqiI")
_GO_ON = 1
_HERE = -100
_DNS = 53


@dataclass(slots=True)
class Observed:
    """The result of a command. ``reached`` are addresses beyond this machine and look-ups of names."""

    returncode: int = -1
    output: str = ""
    errors: str = ""
    reached: list[str] = field(default_factory=list)
    written: set[Path] = field(default_factory=set)

    def written_outside(self, *folders: Path) -> set[Path]:
        """Return the files that are in none of the folders, without devices."""
        allowed = (*folders, Path("/dev"), Path("/proc"))
        return {path for path in self.written if not any(path.is_relative_to(place) for place in allowed)}


class ObservedProcess:
    """A command that runs under the filter; its calls are answered by a thread until all of it has ended.

    Raise OSError if the system does not support it.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        self.observed = Observed()
        ours, theirs = socket.socketpair()
        script = Path(__file__).with_name("under_filter.py")
        with ours, theirs:
            words = [sys.executable, str(script), str(theirs.fileno()), *command]
            options: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            options |= {"env": dict(environment), "cwd": folder, "pass_fds": [theirs.fileno()]}
            self.process = subprocess.Popen(words, text=True, **options)
            theirs.close()
            _, listeners, _, _ = socket.recv_fds(ours, 16, 1)
        if not listeners:
            raise OSError(self.process.communicate()[1])
        self._answering = threading.Thread(target=self._answer_all, args=listeners, daemon=True)
        self._answering.start()

    def finish(self, timeout: float, text: str = "") -> Observed:
        """Wait for the end of it and of all that it started."""
        observed = self.observed
        observed.output, observed.errors = self.process.communicate(text, timeout=timeout)
        self._answering.join(timeout)
        observed.returncode = self.process.returncode
        return observed

    def _answer_all(self, listener: int) -> None:
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        while any(event & select.POLLIN for _, event in poll.poll()):
            buffer = bytearray(_NOTICE.size)
            with suppress(OSError):  # it has been killed meanwhile
                fcntl.ioctl(listener, _RECEIVE, buffer)
                notice, thread, _, call, _, _, *arguments = _NOTICE.unpack(buffer)
                asked = _Asked(thread, call, arguments)
                try:
                    refused = asked.note(self.observed)
                except OSError as error:
                    # What points to nothing fails by itself; who was killed waits no more, which this tells.
                    fcntl.ioctl(listener, _IS_WAITING, struct.pack("Q", notice))
                    refused = asked.note_unreadable(self.observed, error)
                answer = _ANSWER.pack(notice, 0, -refused, 0 if refused else _GO_ON)
                fcntl.ioctl(listener, _SEND, bytearray(answer))
        os.close(listener)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A system call of a thread that waits for the answer."""

    thread: int
    call: int
    arguments: list[int]

    def note(self, observed: Observed) -> int:
        """Record the arguments of a call and return the error that it is to fail with, or 0.

        Raise OSError if its memory cannot be read.
        """
        assert CALLS is not None
        match self.call:
            case CALLS.openat | CALLS.mkdirat:
                observed.written.add(self._path(ctypes.c_int(self.arguments[0]).value, self.arguments[1]))
            case CALLS.open | CALLS.mkdir | CALLS.creat:
                observed.written.add(self._path(_HERE, self.arguments[0]))
            case _:
                return self._note_addresses(observed)
        return 0

    def note_unreadable(self, observed: Observed, error: OSError) -> int:
        """Write down that a call could not be looked into, and refuse it."""
        observed.reached.append(f"call {self.call} of {self.thread}, unreadable: {error}")
        return errno.EFAULT

    def _note_addresses(self, observed: Observed) -> int:
        for address in self._addresses():
            if reached := _beyond(address):
                observed.reached.append(reached)
                return errno.ENETUNREACH
        return 0

    def _addresses(self) -> list[bytes]:
        assert CALLS is not None
        _, place, length, _, other_place, other_length = self.arguments
        match self.call:
            case CALLS.connect:
                return [self._memory(place, length)]
            case CALLS.sendto:
                return [self._memory(other_place, other_length)]
            case CALLS.sendmsg:
                return [self._of_message(place)]
        return [self._of_message(place + number * 64) for number in range(length)]

    def _of_message(self, header: int) -> bytes:
        place, length = struct.unpack("QI", self._memory(header, 12))
        return self._memory(place, length) if place else b""

    def _memory(self, place: int, length: int) -> bytes:
        with Path(f"/proc/{self.thread}/mem").open("rb", buffering=0) as memory:
            memory.seek(place)
            return memory.read(length)

    def _path(self, folder: int, place: int) -> Path:
        # A path may end just before memory that is not there: by pages.
        text = b""
        while b"\0" not in text:
            text += self._memory(place + len(text), 4096 - (place + len(text)) % 4096)
        path = Path(os.fsdecode(text.split(b"\0")[0]))
        if path.is_absolute():
            return path
        name = "cwd" if folder == _HERE else f"fd/{folder}"
        return Path(f"/proc/{self.thread}/{name}").readlink() / path


def _beyond(address: bytes) -> str:
    """Describe an address if it is another machine's or serves to look up a name, else return ""."""
    family = int.from_bytes(address[:2], sys.byteorder)
    if family == socket.AF_UNIX:
        name = os.fsdecode(address[2:].rstrip(b"\0"))
        return f"unix:{name}" if "resolve" in name else ""
    if family not in (socket.AF_INET, socket.AF_INET6):
        return ""
    port = int.from_bytes(address[2:4], "big")
    host = ip_address(address[4:8] if family == socket.AF_INET else address[8:24])
    return "" if host.is_loopback and port != _DNS else f"{host}:{port}"
