"""lancedb without its clients for servers: quicker to import, and they are there for who wants them."""

import subprocess
import sys

PROGRAM = """
import sys
from vaultsearch.core.index.tables.lancedb_loading import load_lancedb
lancedb = load_lancedb()
print([name for name in sys.modules if name.startswith(("lance_namespace", "lancedb.remote"))])
import lance_namespace, lancedb.remote
print(lance_namespace.ListTablesResponse(tables=["notes"]).tables)
print(lancedb.remote.ClientConfig().timeout_config.timeout)
print(load_lancedb() is lancedb)
"""


def test_the_clients_of_servers_are_imported_only_when_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['notes']", "None", "True"], done.stderr
