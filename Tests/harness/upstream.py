"""The upstream of script/upstream in this process, a proxy, certificates, and a listener that must not be contacted."""

import contextlib
import http.client
import http.server
import importlib.machinery
import importlib.util
import select
import socket
import subprocess
import threading
from urllib.parse import urlsplit

from harness import ROOT

_loader = importlib.machinery.SourceFileLoader("upstream_script", str(ROOT / "script/upstream"))
_module = importlib.util.module_from_spec(importlib.util.spec_from_loader("upstream_script", _loader))
_loader.exec_module(_module)

MODES = _module.MODES
Upstream = _module.Upstream

# The problem in the log of a feed for each way to misbehave.
REASONS = {
    "500": "status 500",
    "404": "status 404",
    "endless": "more than 4194304 bytes",
    "slow": "timed out",
    "silent": "timed out",
    "bomb": "more than 4194304 bytes",
    "large": "more than 4194304 bytes",
    "broken": "not valid JSON",
    "html": "not valid JSON",
    "deep": "not valid JSON",
    "schema": "makes a valid card",
    "nolist": "/result/songs is not a list",
    "empty": "makes a valid card",
    "headers": "bytes of header fields",
    "flood": "bytes of header fields",
    "interim": "bytes of header fields",
    "metadata": "169.254.169.254",
    "file": "not http or https",
    "loop": "redirects more than 5 times",
    "drop": "reset by peer",
    "reset": "reset by peer",
    "short": "bytes remaining to read",
    "gzip": "unencoding",
    "chunks": "hunk",
    "values": "makes a valid card",
}
TLS_REASONS = {"handshake": "timed out", "plain": "SSL"}


class Listener:
    """Counts its incoming connections."""

    def __init__(self, host="127.0.0.1", port=0):
        self.socket = socket.create_server((host, port))
        self.port, self.connections = self.socket.getsockname()[1], 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                self.socket.accept()[0].close()
            except OSError:
                return
            self.connections += 1

    def stop(self):
        self.socket.close()


class Proxy:
    """An HTTP proxy with CONNECT that connects only to one server; `requests` has the requested targets."""

    def __init__(self, upstream):
        self.requests, self.allowed = [], f"127.0.0.1:{upstream.port}"
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_CONNECT(self):
                proxy.requests.append(f"CONNECT {self.path}")
                if self.path != proxy.allowed:
                    return self.send_error(403)
                self.send_response(200)
                self.end_headers()
                with socket.create_connection(("127.0.0.1", upstream.port)) as other, contextlib.suppress(OSError):
                    pass_on(self.connection, other)
                self.close_connection = True

            def do_GET(self):
                proxy.requests.append(f"GET {self.path}")
                url = urlsplit(self.path)
                if url.netloc != proxy.allowed:
                    return self.send_error(403)
                connection = http.client.HTTPConnection("127.0.0.1", upstream.port, timeout=10)
                connection.request("GET", url.path)
                body = connection.getresponse().read()
                connection.close()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads, self.port = True, self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def pass_on(first, second):
    """Forwards bytes between two connections until one of them ends."""
    other = {first: second, second: first}
    while True:
        for end in select.select([first, second], [], [])[0]:
            received = end.recv(65536)
            if not received:
                return
            other[end].sendall(received)


class Authority:
    """A company's certificate authority in a folder; `file` is the certificate that its clients trust."""

    def __init__(self, folder):
        self.folder = folder
        self.file, self.key = folder / "authority.pem", folder / "authority.key"
        self._openssl(
            "req",
            "-x509",
            *_KEY,
            "-days",
            "30",
            "-subj",
            "/CN=authority",
            "-addext",
            "basicConstraints=critical,CA:TRUE",
            "-out",
            self.file,
            "-keyout",
            self.key,
        )

    def certificate(self, name, address="IP:127.0.0.1", days=30):
        """Issues a server certificate; returns the files of it and its key. With negative days, it has expired."""
        request, certificate, key = (self.folder / f"{name}.{kind}" for kind in ("csr", "pem", "key"))
        self._openssl(
            "req", *_KEY, "-subj", f"/CN={name}", "-addext", f"subjectAltName={address}", "-out", request, "-keyout", key
        )
        self._openssl(
            "x509",
            "-req",
            "-in",
            request,
            "-CA",
            self.file,
            "-CAkey",
            self.key,
            "-CAcreateserial",
            "-days",
            days,
            "-copy_extensions",
            "copy",
            "-out",
            certificate,
        )
        return certificate, key

    def _openssl(self, *words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=30)


_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
