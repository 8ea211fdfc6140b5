"""S13: reads over TLS, with HTTP/1.1 and HTTP/2, against nginx with the same bytes, certificate and ciphers."""

import socket
import ssl
import subprocess
from dataclasses import dataclass

from bench import h2load, pages, processes
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
CIPHER = "TLS_AES_128_GCM_SHA256"


@dataclass
class SecureSide(Side):
    protocol: str = "http/2"
    streams: int = 8

    def load(self, seconds):
        return h2load.run(self.url, seconds, self.headers, self.protocol, self.connections, self.streams)


def secure_reads(run):
    folder = run.new_folder()
    certificate, key = folder / "tls.pem", folder / "tls.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate, "-keyout", key],
        check=True, capture_output=True)
    database = folder / "pages.sqlite"
    with run.serve(pages.p20(), page="p20", database=database) as server:
        page = page_of_20_kb(server)
    settings = {"HOMEBLOCKS_TLS_CERTIFICATE": str(certificate), "HOMEBLOCKS_TLS_KEY": str(key)}
    with run.serve(page="p20", database=database, env=settings) as server, \
            SecureNginx(folder / "nginx", page, certificate, key) as nginx:
        url = server.url + "/homepage"
        for side in (url, next(iter(nginx.urls.values()))):
            require_same(side, page, certificate)
        for key, protocol, connections, streams in (
                ("S13 HTTP/1.1", "http/1.1", 32, 1), ("S13 HTTP/2", "http/2", 8, 8)):
            size = len(page.body)
            made = {"headers": IDENTITY, "protocol": protocol, "connections": connections, "streams": streams, "answer_bytes": size}
            ours = SecureSide("homeblocks", url, server.pid, **made)
            theirs = fastest(
                [SecureSide(f"nginx ({name})", other, nginx.process.pid, **made) for name, other in nginx.urls.items()],
                min(run.seconds, 1))
            title = f"page of {size:,} bytes over TLS with {protocol.upper()}, {connections} connections × {streams}"
            run.compare(key, title, ours, theirs)
            run.note(f"{key}: p99 {ours.median('p99'):.1f} ms, nginx {theirs.median('p99'):.1f} ms")
            run.found(key, ours.rate / theirs.rate)


def require_same(url, page, certificate):
    """Requires the page and the cipher of both sides to be the same."""
    host, port = url.split("/")[2].split(":")
    context = ssl.create_default_context(cafile=certificate)
    with context.wrap_socket(socket.create_connection((host, int(port))), server_hostname=host) as wire:
        if wire.cipher()[0] != CIPHER:
            raise Failure(f"{url} encrypts with {wire.cipher()[0]}, not {CIPHER}")
        wire.sendall(b"GET /homepage HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n")
        received = b"".join(iter(lambda: wire.recv(1 << 16), b""))
    if received.partition(b"\r\n\r\n")[2] != page.body:
        raise Failure(f"{url} does not serve the page")


class SecureNginx:
    """nginx with a page at /homepage, over TLS, on a port for each way to set it up."""

    def __init__(self, folder, page, certificate, key):
        self.folder = folder
        (folder / "www").mkdir(parents=True)
        # Its workers are another user.
        for shared in (folder.parents[1], folder.parent, folder, folder / "www"):
            shared.chmod(0o755)
        (folder / "www/homepage").write_bytes(page.body)
        self.urls = {name: f"https://127.0.0.1:{processes.free_port()}/homepage" for name in CANDIDATES}
        servers = "".join(
            f"server {{ listen {self.urls[name].split('/')[2]} ssl http2{listen}; {directives} }}\n"
            for name, (directives, listen) in CANDIDATES.items())
        (folder / "nginx.conf").write_text(f"""
daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100 inactive=1h;
    open_file_cache_valid 1h; root {folder}/www; default_type {page.headers["content-type"]};
    ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.3;
    ssl_conf_command Ciphersuites {CIPHER};
    add_header Cache-Control "{page.headers["cache-control"]}"; add_header Vary Accept-Encoding;
{servers}}}
""")

    def __enter__(self):
        log = self.folder / "error.log"
        log.touch()
        self.process = subprocess.Popen(
            ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(log)], stderr=subprocess.DEVNULL)
        port = int(next(iter(self.urls.values())).split(":")[2].split("/")[0])
        processes.await_port(self.process, port, "nginx", log)
        return self

    def __exit__(self, *_):
        processes.stop(self.process)
