"""The real program with one difference: its window poses. `python -m tests.pictures.window TASK`.

Imports nothing at the top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch with the window that poses."""
    import json
    import sys

    task = json.loads(sys.argv[1])
    from tests.pictures.posing_window import PosingWindow
    from vaultsearch import app, cli

    PosingWindow.task = task
    vars(app)["MainWindow"] = PosingWindow
    sys.argv = ["vaultsearch", "open"]
    cli.main()


if __name__ == "__main__":
    main()
