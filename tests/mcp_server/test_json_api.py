"""`vaultsearch serve`: the tools as plain JSON over HTTP, for readers with tokens of their own."""

from __future__ import annotations

import datetime
import os
import ssl
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx2
import pytest

from tests.cli.command import Command
from tests.mcp_server.serving import command
from vaultsearch.core.errors import SettingsError
from vaultsearch.mcp_server.http_transport import listening, reader_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ANNA, BEN = "anna-has-a-long-token", "ben-has-another-token"


@contextmanager
def serving(home: Path, *options: str) -> Iterator[str]:
    """Serve the vault in a process of its own; yield its address."""
    _, environment = command(home / "vault")
    words = [sys.executable, "-m", "vaultsearch", "serve", "--vault", str(home / "vault"), "--no-sync"]
    with subprocess.Popen([*words, *options], env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        yield process.stderr.readline().split()[1].rstrip(",").removesuffix("/mcp")
        process.terminate()
        process.stderr.read()


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    """The address of a server with two readers."""
    (home / "tokens").write_text(f"# readers\nanna: {ANNA}\nben: {BEN}\n", "utf-8")
    with serving(home, "--http", "127.0.0.1:0", "--tokens", str(home / "tokens")) as served:
        yield served


def ask(address: str, path: str, token: str = ANNA, **arguments: object) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.post(f"{address}{path}", json=arguments, headers=headers, timeout=120)


def test_each_reader_has_a_token(address: str) -> None:
    assert ask(address, "/search", ANNA, query="sourdough").status_code == 200
    assert ask(address, "/search", BEN, query="sourdough").status_code == 200
    assert ask(address, "/search", "somebody-without-one", query="sourdough").status_code == 401
    assert httpx2.get(f"{address}/search?query=sourdough").status_code == 401
    assert ask(address, "/openapi.json", "guessed-token-guessed").status_code == 401


def test_a_search_and_a_note_are_json(address: str) -> None:
    found = ask(address, "/search", query="sourdough", n=2).json()
    assert 0 < len(found["results"]) <= 2
    path = found["results"][0]["path"]
    headers = {"Authorization": f"Bearer {ANNA}"}
    by_get = httpx2.get(
        f"{address}/search", params={"query": "sourdough", "n": "2"}, headers=headers, timeout=120
    )
    assert [result["path"] for result in by_get.json()["results"]] == [
        result["path"] for result in found["results"]
    ]
    assert "text" in str(ask(address, "/read", note=path).json())
    assert ask(address, "/related", note=path).status_code == 200
    assert ask(address, "/status").status_code == 200


def test_an_address_may_hold_one_value_of_a_list_or_several(address: str) -> None:
    headers = {"Authorization": f"Bearer {ANNA}"}
    for written in ("also=rye", "also=rye&also=flour", 'also=["rye"]'):
        answer = httpx2.get(f"{address}/search?query=sourdough&{written}", headers=headers, timeout=120)
        assert (written, answer.status_code) == (written, 200), answer.text


def test_trouble_is_a_sentence(address: str) -> None:
    assert "error" in ask(address, "/read", note="No such note").json()
    assert ask(address, "/read", note="No such note").status_code == 400
    assert "colour" in ask(address, "/search", query="x", colour="red").json()["error"]
    headers = {"Authorization": f"Bearer {ANNA}"}
    broken = httpx2.post(f"{address}/search", content=b"{", headers=headers)
    assert (broken.status_code, "no JSON object" in broken.json()["error"]) == (400, True)
    assert httpx2.post(f"{address}/search", content=b"[]", headers=headers).status_code == 400
    assert httpx2.post(f"{address}/search", content=b" " * (2 << 20), headers=headers).status_code == 413
    assert httpx2.delete(f"{address}/search", headers=headers).status_code == 405


def test_the_interface_describes_itself(address: str) -> None:
    described = httpx2.get(f"{address}/openapi.json", headers={"Authorization": f"Bearer {ANNA}"}).json()
    assert set(described["paths"]) == {"/search", "/read", "/related", "/links", "/topics", "/status"}
    search = described["paths"]["/search"]["post"]
    assert "query" in search["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert search["responses"]["200"]["content"]["application/json"]["schema"]["properties"]


def test_other_machines_are_served_by_tls_alone(home: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="can be reached from other machines"):
        listening("0.0.0.0:0")  # that is what is refused
    certificate, key = self_signed(tmp_path)
    options = ("--tls-cert", str(certificate), "--tls-key", str(key))
    (home / "tokens").write_text(f"anna: {ANNA}\n", "utf-8")
    with serving(home, "--http", "0.0.0.0:0", *options, "--tokens", str(home / "tokens")) as served:
        assert served.startswith("https://0.0.0.0:")
        local = served.replace("0.0.0.0", "localhost")  # noqa: S104  # of the address that is served
        context = ssl.create_default_context(cafile=str(certificate))
        headers = {"Authorization": f"Bearer {ANNA}"}
        asked = httpx2.get(f"{local}/status", headers=headers, verify=context, timeout=120)
        assert asked.status_code == 200
        with pytest.raises(httpx2.TransportError):
            httpx2.get(local.replace("https", "http") + "/status", headers=headers)


def test_files_of_tokens_that_will_not_do_are_told(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    with pytest.raises(SettingsError, match="can't be read"):
        reader_tokens(file)
    file.write_text("# nobody\n", "utf-8")
    with pytest.raises(SettingsError, match="has no tokens"):
        reader_tokens(file)
    file.write_text("anna: short\n", "utf-8")
    with pytest.raises(SettingsError, match="too short"):
        reader_tokens(file)
    run = Command(tmp_path / "home")
    assert "belong together" in run("serve", "--tls-cert", "cert.pem", code=2).stderr


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Make a certificate of localhost, which signs itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    os.chmod(private, 0o600)  # noqa: PTH101  # as short
    return certificate, private
