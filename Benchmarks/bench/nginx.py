"""The other side of reads: nginx serving the same bytes as static files, with its fastest configuration."""

import re
import subprocess

from bench import processes, responses
from bench.sides import Side, fastest
from harness import free_port

# All of them use `sendfile` and `open_file_cache`.
CANDIDATES = {
    "tcp_nopush on": ("tcp_nopush on;", ""),
    "tcp_nopush off": ("tcp_nopush off;", ""),
    "tcp_nopush on, reuseport": ("tcp_nopush on;", " reuseport"),
    "tcp_nopush off, reuseport": ("tcp_nopush off;", " reuseport"),
    "tcp_nopush on, tcp_nodelay off": ("tcp_nopush on; tcp_nodelay off;", ""),
}


class Nginx:
    """Serves one of our pages at /homepage, on a separate port for each configuration."""

    candidates, scheme, protocol = CANDIDATES, "http", ""

    def __init__(self, folder, page, gzip=None, workers=2):
        self.folder, self.page, self.gzip, self.workers = folder, page, gzip, workers
        (folder / "www").mkdir(parents=True)
        # Its workers run as another user.
        for shared in (folder.parents[1], folder.parent, folder, folder / "www"):
            shared.chmod(0o755)
        (folder / "www/homepage").write_bytes(page.body)
        if gzip is not None:
            (folder / "www/homepage.gz").write_bytes(gzip)
        self.urls = {name: f"{self.scheme}://127.0.0.1:{free_port()}/homepage" for name in self.candidates}
        (folder / "nginx.conf").write_text(self.configuration())

    def configuration(self):
        servers = "".join(
            f"server {{ listen {self.urls[name].split('/')[2]}{self.protocol}{listen}; {directives} }}\n"
            for name, (directives, listen) in self.candidates.items()
        )
        return f"""
daemon off; worker_processes {self.workers}; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; keepalive_requests 1000000000; open_file_cache max=100 inactive=1h;
    open_file_cache_valid 1h; root {self.folder}/www; default_type {self.page.headers["content-type"]};
    {self.directives()}
    add_header Cache-Control "{self.page.headers["cache-control"]}"; add_header Vary Accept-Encoding;
{servers}}}
"""

    def directives(self):
        return f"gzip_static {'on' if self.gzip is not None else 'off'};"

    @property
    def first_url(self):
        return next(iter(self.urls.values()))

    def __enter__(self):
        log = self.folder / "error.log"
        log.touch()
        self.process = subprocess.Popen(
            ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(log)], stderr=subprocess.DEVNULL
        )
        processes.await_port(self.process, int(self.first_url.split(":")[2].split("/")[0]), "nginx", log)
        return self

    def __exit__(self, *_):
        processes.stop(self.process)

    def side(self, headers, seconds):
        """The side with the fastest configuration for a request."""
        response = responses.ask(self.first_url, headers)
        sides = [
            Side(f"nginx ({name})", url, self.process.pid, headers, response_bytes=response.size)
            for name, url in self.urls.items()
        ]
        return fastest(sides, seconds)


def version():
    said = subprocess.run(["nginx", "-v"], capture_output=True, text=True).stderr
    return re.search(r"nginx/(\S+)", said).group(1)
