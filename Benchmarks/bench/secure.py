"""S13: reads over TLS, with HTTP/1.1 and HTTP/2, against nginx with the same bytes, certificate and ciphers."""

import socket
import ssl
import subprocess
from dataclasses import dataclass

from bench import h2load, pages
from bench.nginx import Nginx
from bench.reads import IDENTITY, page_of_20_kb
from bench.sides import Side, fastest
from harness import Failure

# What each buffer of TLS holds, and how connections get to the workers.
CANDIDATES = {
    "buffers of 16 KB": ("ssl_buffer_size 16k;", ""),
    "buffers of 4 KB": ("ssl_buffer_size 4k;", ""),
    "buffers of 64 KB": ("ssl_buffer_size 64k;", ""),
    "buffers of 16 KB, reuseport": ("ssl_buffer_size 16k;", " reuseport"),
}


@dataclass
class SecureSide(Side):
    protocol: str = "http/2"
    streams: int = 8

    def load(self, seconds):
        return h2load.run(self.url, seconds, self.headers, self.protocol, self.connections, self.streams)


def certificate(folder):
    """The files of a new certificate of this machine and of its key."""
    made, key = folder / "tls.pem", folder / "tls.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-out", made, "-keyout", key],
        check=True, capture_output=True)
    return made, key


def settings(made, key):
    return {"HOMEBLOCKS_TLS_CERTIFICATE": str(made), "HOMEBLOCKS_TLS_KEY": str(key)}


def secure_reads(run):
    folder = run.new_folder()
    made, key = certificate(folder)
    database = folder / "pages.sqlite"
    with run.serve(pages.p20(), page="p20", database=database) as server:
        page = page_of_20_kb(server)
    with run.serve(page="p20", database=database, env=settings(made, key)) as server, \
            SecureNginx(folder / "nginx", page, made, key) as nginx:
        url = server.url + "/homepage"
        for side in (url, nginx.first_url):
            require_same(side, page, made)
        for key, protocol, connections, streams in (
                ("S13 HTTP/1.1", "http/1.1", 32, 1), ("S13 HTTP/2", "http/2", 8, 8)):
            size = len(page.body)
            common = {"headers": IDENTITY, "protocol": protocol, "connections": connections, "streams": streams, "answer_bytes": size}
            ours = SecureSide("homeblocks", url, server.pid, **common)
            theirs = fastest(
                [SecureSide(f"nginx ({name})", other, nginx.process.pid, **common) for name, other in nginx.urls.items()],
                min(run.seconds, 1))
            title = f"page of {size:,} bytes over TLS with {protocol.upper()}, {connections} connections × {streams}"
            run.compare(key, title, ours, theirs)
            run.note(f"{key}: p99 {ours.median('p99'):.1f} ms, nginx {theirs.median('p99'):.1f} ms")
            run.found(key, ours.rate / theirs.rate)


def require_same(url, page, made):
    """Requires the page of both sides to be the same."""
    host, port = url.split("/")[2].split(":")
    context = ssl.create_default_context(cafile=made)
    with context.wrap_socket(socket.create_connection((host, int(port))), server_hostname=host) as wire:
        wire.sendall(b"GET /homepage HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n")
        received = b"".join(iter(lambda: wire.recv(1 << 16), b""))
    if received.partition(b"\r\n\r\n")[2] != page.body:
        raise Failure(f"{url} does not serve the page")


class SecureNginx(Nginx):
    """The same over TLS."""

    candidates, scheme, protocol = CANDIDATES, "https", " ssl http2"

    def __init__(self, folder, page, certificate, key):
        self.certificate, self.key = certificate, key
        super().__init__(folder, page)

    def directives(self):
        return (
            f"tcp_nopush on; ssl_certificate {self.certificate}; ssl_certificate_key {self.key}; ssl_protocols TLSv1.3; "
            f"ssl_conf_command Ciphersuites {h2load.CIPHER};")
