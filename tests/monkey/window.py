"""The real program, except that its window answers the monkey: `python -m tests.monkey.window SOCKET VAULT`.

Imports nothing at the top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch with the window that answers on the socket of that descriptor."""
    import faulthandler
    import os
    import signal
    import sys

    stacks = os.open(os.environ["MONKEY_STACKS"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=True)

    from tests.monkey.watched_window import WatchedWindow
    from vaultsearch.cli import program as cli
    from vaultsearch.desktop import app

    WatchedWindow.descriptor = int(sys.argv[1])
    vars(app)["MainWindow"] = WatchedWindow
    sys.argv = ["vaultsearch", "open", *sys.argv[2:]]
    cli.main()


if __name__ == "__main__":
    main()
