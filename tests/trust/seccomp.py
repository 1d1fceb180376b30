"""A seccomp filter that reports every system call of another process that reaches a network or makes a file.

Linux's own means: it needs no rights, no compiler and no tool, holds for native code as for Python, and for
every descendant of an observed process.
"""

import ctypes
import os
import platform
import struct
from dataclasses import dataclass

_LOAD, _EQUAL, _ANY_BIT, _GIVE = 0x20, 0x15, 0x45, 0x06
"""BPF instructions: load 32 bits, jump if equal, jump if a bit is shared, return."""
_ALLOW, _ASK, _ERROR = 0x7FFF0000, 0x7FC00000, 0x00050000
_ENOSYS = 38
_FIRST_ARGUMENT = 16
_WRITES = os.O_CREAT | os.O_WRONLY | os.O_RDWR
_NO_NEW_PRIVILEGES, _SET_FILTER, _WITH_LISTENER = 38, 1, 8


@dataclass(frozen=True, slots=True)
class SystemCalls:
    """The numbers that calls have on one kind of processor; those that it lacks are -1."""

    seccomp: int
    connect: int
    sendto: int
    sendmsg: int
    sendmmsg: int
    openat: int
    mkdirat: int
    open: int = -1
    creat: int = -1
    mkdir: int = -1


_OF_PROCESSOR = {
    "x86_64": SystemCalls(317, 42, 44, 46, 307, 257, 258, open=2, creat=85, mkdir=83),
    "aarch64": SystemCalls(277, 203, 206, 211, 269, 56, 34),
}
CALLS = _OF_PROCESSOR.get(platform.machine())
_IO_URING, _OPENAT2 = 425, 437
"""Ways around the others; libraries do without them if they are missing."""


def install_filter() -> int:
    """Install the filter for this thread and its descendants, and return the listener.

    Raise OSError if the system lacks it or forbids it.
    """
    if CALLS is None:
        raise OSError(f"the system calls of {platform.machine()} are not known")
    program = _program(CALLS)
    buffer = ctypes.create_string_buffer(program)
    held = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")
    listener: int = libc.syscall(CALLS.seccomp, _SET_FILTER, _WITH_LISTENER, held)
    if listener < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return listener


def _program(calls: SystemCalls) -> bytes:
    steps = [_step(_LOAD, 0)]
    for number in (_IO_URING, _OPENAT2):
        steps += [_step(_EQUAL, number, no=1), _step(_GIVE, _ERROR | _ENOSYS)]
    for number in (calls.connect, calls.sendmsg, calls.sendmmsg, calls.mkdirat, calls.mkdir, calls.creat):
        if number >= 0:
            steps += [_step(_EQUAL, number, no=1), _step(_GIVE, _ASK)]
    # An address of none is a connection's that has been asked about.
    steps += _asks_where(calls.sendto, 4, 0xFFFFFFFF)
    steps += _asks_where(calls.openat, 2, _WRITES)
    if calls.open >= 0:
        steps += _asks_where(calls.open, 1, _WRITES)
    return b"".join([*steps, _step(_GIVE, _ALLOW)])


def _asks_where(number: int, argument: int, bits: int) -> list[bytes]:
    """Ask about a call if its argument has one of the bits, and allow it otherwise."""
    return [
        _step(_EQUAL, number, no=4), _step(_LOAD, _FIRST_ARGUMENT + 8 * argument),
        _step(_ANY_BIT, bits, no=1), _step(_GIVE, _ASK), _step(_GIVE, _ALLOW),
    ]  # fmt: skip


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)
