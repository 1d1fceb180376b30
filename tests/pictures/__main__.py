"""Start the real program on the sample vault, once for each look, and save pictures of its states.

`python -m tests.pictures FOLDER [LOOK ...]`, on a screen of its own: `xvfb-run -a` before it, or without
any screen at all. The pictures are meant to be opened: no test can see clipped text or crowded rows.
"""

import argparse
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
    parser = argparse.ArgumentParser("python -m tests.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("looks", nargs="*", metavar="LOOK", help=f"of {', '.join(LOOKS)}; all by default")
    options = parser.parse_args()
    if unknown := set(options.looks) - set(LOOKS):
        parser.error(f"no such look: {', '.join(sorted(unknown))}")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in options.looks or LOOKS:
        # A home for each: baskets, histories and the like of one look would stand in the next.
        with tempfile.TemporaryDirectory() as home:
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
