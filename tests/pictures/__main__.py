"""Start the real program on the sample vault, once for each look, and save pictures of its states.

`python -m tests.pictures FOLDER [STATE ...]`, on a screen of its own: `xvfb-run -a` before it, or without
any screen at all. The pictures are meant to be opened: no test can see clipped text or crowded rows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pictures.states import LOOKS

_MOST_S = 900


def main() -> None:
    """Take the pictures whose names were given, or all."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.pictures FOLDER [LOOK ...]")
    folder, wanted = Path(sys.argv[1]).resolve(), sys.argv[2:] or list(LOOKS)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for name in wanted:
            _take(name, folder, home)
    for picture in sorted(folder.glob("*.png")):
        print(picture)


def _take(name: str, folder: Path, home: str) -> None:
    look = LOOKS[name]
    environment = {**os.environ, "VAULTSEARCH_HOME": home, **look.environment}
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    task = json.dumps({"look": name, "folder": str(folder)})
    subprocess.run(
        [sys.executable, "-m", "tests.pictures.window", task], env=environment, check=True, timeout=_MOST_S
    )


if __name__ == "__main__":
    main()
