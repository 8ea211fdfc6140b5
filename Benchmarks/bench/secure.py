"""S13: reads over TLS with HTTP/1.1 and HTTP/2 by size, against nginx with the same bytes, certificate and ciphers."""

import re
import socket
import ssl
import subprocess
from dataclasses import dataclass

from bench import h2load, pages, responses, table
from bench.nginx import Nginx
from bench.reads import IDENTITY
from bench.sides import Side, fastest
from harness import Failure

# The size of TLS buffers, and the distribution of connections to workers.
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
    """Creates a certificate for this machine; returns the files of it and its key."""
    made, key = folder / "tls.pem", folder / "tls.key"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "30",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-out",
            made,
            "-keyout",
            key,
        ],
        check=True,
        capture_output=True,
    )
    return made, key


def settings(made, key):
    return {"HOMEBLOCKS_TLS_CERTIFICATE": str(made), "HOMEBLOCKS_TLS_KEY": str(key)}


# Protocol to connections and streams per connection.
LOADS = {"HTTP/1.1": (32, 1), "HTTP/2": (8, 8)}


def secure_reads(run):
    folder = run.new_folder()
    made, key = certificate(folder)
    for size in table.SECURE_SIZES:
        database = folder / f"{size}.sqlite"
        with run.serve(pages.sized(size), page="sized", database=database) as server:
            page = responses.require(server.url + "/homepage", IDENTITY)
        with (
            run.serve(page="sized", database=database, env=settings(made, key)) as server,
            SecureNginx(folder / f"nginx-{size}", page, made, key) as two,
            SecureNginx(folder / f"nginx-{size}-1", page, made, key, workers=1) as one,
        ):
            sides = Sides(run, server, two, one, made)
            if size == table.SECURE_SIZES[0]:
                sides.compare("304", page, "not modified", is_known=True)
            sides.compare(f"{size} KB", page, f"page of {len(page.body):,} bytes")


@dataclass
class Sides:
    """Our server, and nginx with two workers and with one."""

    run: object
    server: object
    two: object
    one: object
    trusted: object

    def compare(self, name, page, title, is_known=False):
        url = self.server.url + "/homepage"
        tags = [require_same(side, page, self.trusted) for side in (url, self.two.first_url)]
        for protocol, (connections, streams) in LOADS.items():

            def side(name, url, pid, tag):
                headers = IDENTITY | ({"If-None-Match": tag} if is_known else {})
                return SecureSide(
                    name,
                    url,
                    pid,
                    headers,
                    protocol=protocol.lower(),
                    connections=connections,
                    streams=streams,
                    response_bytes=0 if is_known else len(page.body),
                )

            ours = side("homeblocks", url, self.server.pid, tags[0])
            two, one = (
                fastest(
                    [side(f"nginx, {workers} ({how})", other, nginx.process.pid, tags[1]) for how, other in nginx.urls.items()],
                    min(self.run.seconds, 1),
                )
                for nginx, workers in ((self.two, "2 workers"), (self.one, "1 worker"))
            )
            key = f"S13 {protocol} {name}"
            self.run.compare(key, f"{title}, over TLS, {connections} connections × {streams}", ours, two, one)
            self.run.note(
                f"{key}: {ours.rate / one.rate:.2f} × nginx with 1 worker; p99 {ours.median('p99'):.1f} ms, "
                f"nginx {two.median('p99'):.1f} ms"
            )
            self.run.found(key, ours.rate / two.rate)


def require_same(url, page, made):
    """Requires a side to serve the page; returns its validator."""
    host, port = url.split("/")[2].split(":")
    context = ssl.create_default_context(cafile=made)
    with context.wrap_socket(socket.create_connection((host, int(port))), server_hostname=host) as wire:
        wire.sendall(b"GET /homepage HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n")
        received = b"".join(iter(lambda: wire.recv(1 << 16), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    if body != page.body:
        raise Failure(f"{url} does not serve the page")
    return re.search(rb"(?i)^etag: (.+?)\r?$", head, re.M).group(1).decode()


class SecureNginx(Nginx):
    """nginx with TLS."""

    candidates, scheme, protocol = CANDIDATES, "https", " ssl http2"

    def __init__(self, folder, page, certificate, key, workers=2):
        self.certificate, self.key = certificate, key
        super().__init__(folder, page, workers=workers)

    def directives(self):
        return (
            f"tcp_nopush on; ssl_certificate {self.certificate}; ssl_certificate_key {self.key}; ssl_protocols TLSv1.3; "
            f"ssl_conf_command Ciphersuites {h2load.CIPHER};"
        )
