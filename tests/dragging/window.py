"""The real program, except that its window tells: `python -m tests.dragging.window`.

Imports nothing at the top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch on the sample vault with the window that tells."""
    import sys

    from tests.dragging.telling_window import TellingWindow
    from vaultsearch.cli import program as cli
    from vaultsearch.desktop import app

    vars(app)["MainWindow"] = TellingWindow
    sys.argv = ["vaultsearch", "--sample"]
    cli.main()


if __name__ == "__main__":
    main()
