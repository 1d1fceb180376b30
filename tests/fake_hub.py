"""A model hub on this machine, with one model: the part of its interface that fetching needs."""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlparse

REVISION = "0123456789abcdef0123456789abcdef01234567"
_LARGE = ".safetensors"


class _Handler(BaseHTTPRequestHandler):
    """Serves ``files`` of ``model``; the promised digest of a large file may be wrong."""

    model: str
    files: Mapping[str, bytes]
    promised: Mapping[str, str]

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _answer(self, *, body: bool) -> None:
        path = urlparse(self.path).path
        api, resolve = f"/api/models/{self.model}", f"/{self.model}/resolve/{REVISION}/"
        if path.startswith(f"{api}/tree/"):
            self._send(json.dumps(self._tree()).encode(), body=body)
        elif path == api or path.startswith(f"{api}/revision/"):
            self._send(json.dumps(self._info()).encode(), body=body)
        elif path.startswith(resolve) and path.removeprefix(resolve) in self.files:
            self._send_file(path.removeprefix(resolve), body=body)
        else:
            self._send(b"{}", status=404, body=body, headers={"X-Error-Code": "RepoNotFound"})

    def _info(self) -> dict[str, object]:
        siblings = [
            {"rfilename": name, "size": len(content)}
            | ({"lfs": self._lfs(name)} if name.endswith(_LARGE) else {})
            for name, content in self.files.items()
        ]
        return {"id": self.model, "modelId": self.model, "sha": REVISION, "siblings": siblings, "tags": []}

    def _tree(self) -> list[dict[str, object]]:
        return [
            {"type": "file", "path": name, "size": len(content), "oid": _short(content)}
            | ({"lfs": self._lfs(name) | {"oid": self.promised[name]}} if name.endswith(_LARGE) else {})
            for name, content in self.files.items()
        ]

    def _lfs(self, name: str) -> dict[str, object]:
        return {"size": len(self.files[name]), "sha256": self.promised[name], "pointerSize": 130}

    def _send_file(self, name: str, *, body: bool) -> None:
        etag = self.promised[name] if name.endswith(_LARGE) else _short(self.files[name])
        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": REVISION}
        self._send(self.files[name], body=body, headers=headers)

    def _send(
        self, content: bytes, *, body: bool, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body:
            self.wfile.write(content)


def _short(content: bytes) -> str:
    """Return the digest of a small file, as long as git's."""
    return hashlib.sha256(content).hexdigest()[:40]


@contextmanager
def fake_hub(model: str, folder: Path, *, lying: bool = False) -> Iterator[str]:
    """Serve a folder's files as ``model`` and return the address. ``lying`` promises wrong digests."""
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    salt = b"!" if lying else b""
    promised = {name: hashlib.sha256(content + salt).hexdigest() for name, content in files.items()}
    handler = type("Handler", (_Handler,), {"model": model, "files": files, "promised": promised})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, name="fake-hub")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
