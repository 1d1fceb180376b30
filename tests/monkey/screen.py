"""The screen of a trial: an X server of its own with a window manager, or none at all."""

import os
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

SIZE = (1280, 800)

_OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard/>
  <mouse>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
  </mouse>
</openbox_config>
"""
"""Neither menus, which start programs, nor keys."""


def start_screen(stack: ExitStack, folder: Path) -> tuple[str, str]:
    """Return the display of a new X server, "" for none, and a sentence on what it has."""
    xvfb, openbox = shutil.which("Xvfb"), shutil.which("openbox")
    if xvfb is None:
        return "", "Xvfb is not installed: drawn on no screen, with keys and mouse of the window's own"
    read, write = os.pipe()
    server = subprocess.Popen(
        [xvfb, "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    stack.callback(end, server)
    os.close(write)
    with os.fdopen(read) as numbers:
        display = f":{numbers.readline().strip()}"
    if openbox is None:
        return display, "Xvfb, without a window manager"
    rules = folder / "openbox.xml"
    rules.write_text(_OPENBOX)
    manager = subprocess.Popen(
        [openbox, "--config-file", str(rules)], env={**os.environ, "DISPLAY": display, "HOME": str(folder)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    stack.callback(end, manager)
    return display, "Xvfb and openbox"


def end(process: subprocess.Popen[Any]) -> None:
    """End a process that the trial has started."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
