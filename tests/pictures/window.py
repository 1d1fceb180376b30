"""The real program, except that its window poses: `python -m tests.pictures.window TASK`.

Imports nothing at the top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch with the window that poses."""
    import json
    import sys
    from pathlib import Path

    task = json.loads(sys.argv[1])
    from tests.pictures.posing_window import PosingWindow
    from tests.pictures.states import LOOKS
    from vaultsearch.cli import program as cli
    from vaultsearch.desktop import app
    from vaultsearch.settings import settings

    PosingWindow.task = task
    vars(app)["MainWindow"] = PosingWindow
    look = LOOKS[task["look"]]
    settings.change_settings(language=look.language)
    sys.argv = ["vaultsearch", "open", *([str(Path(__file__).with_name(look.vault))] if look.vault else [])]
    cli.main()


if __name__ == "__main__":
    main()
