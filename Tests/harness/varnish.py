"""Varnish with deploy/varnish.vcl in front of servers: `with Varnish(folder, ports) as cache:`."""

import functools
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess

from harness import ROOT, Failure, eventually

VCL = ROOT / "deploy/varnish.vcl"
MODULES = ["/usr/lib/*/varnish/vmods/libvmod_xkey.so", "/usr/lib/varnish/vmods/libvmod_xkey.so"]


@functools.cache
def reason_against():
    """The reason why Varnish cannot be run on this machine; None if it can."""
    if not (shutil.which("varnishd") or pathlib.Path("/usr/sbin/varnishd").exists()):
        return "Varnish is not installed"
    if not any(list(pathlib.Path("/").glob(pattern[1:])) for pattern in MODULES):
        return "varnish-modules is not installed"
    return None


def configured(ports, purgers=("127.0.0.1",)):
    """The text of deploy/varnish.vcl with the given nodes on this machine."""
    text = VCL.read_text()
    assert '    "127.0.0.1";\n    "::1";\n' in text
    places = re.findall(r"^backend node1\w* \{.*?^\}\n|^ +\w+\.add_backend\(node1\w*\);\n", text, re.M | re.S)
    assert len(places) == 4
    for place in places:
        copies = [place.replace("node1", f"node{number}").replace('"8080"', f'"{port}"') for number, port in enumerate(ports, 1)]
        text = text.replace(place, "".join(copies))
    return text.replace('    "127.0.0.1";\n    "::1";\n', "".join(f'    "{purger}";\n' for purger in purgers))


class Varnish:
    """A cache on a free or a given port; `ports` are the ports of the nodes."""

    def __init__(self, folder, ports, token=None, purgers=("127.0.0.1",), port=0):
        self.folder = pathlib.Path(folder)
        self.file = self.folder / "cache.vcl"
        self.file.write_text(configured(ports, purgers))
        self.env = os.environ | ({"HOMEBLOCKS_PURGE_TOKEN": token} if token else {})
        self.process, self.port, self.wanted = None, None, port

    def start(self, port=None):
        command = [
            "/usr/sbin/varnishd",
            "-F",
            "-n",
            self.folder / "state",
            "-a",
            f"127.0.0.1:{port or self.wanted}",
            "-T",
            "127.0.0.1:0",
            "-f",
            self.file,
            "-s",
            "malloc,64m",
            "-j",
            "none",
        ]
        with open(self.folder / "varnish.log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.env, start_new_session=True)
        try:
            eventually(self._listens, 60)
        except BaseException:
            self.stop()
            raise
        return self

    def _listens(self):
        if self.process.poll() is not None:
            raise Failure(f"Varnish did not start: {(self.folder / 'varnish.log').read_text()[-1500:]}")
        done = self.admin("debug.listen_address")
        found = re.search(r"^\S+ 127\.0\.0\.1 (\d+)", done, re.M)
        if found and "state running" in self.admin("status"):
            self.port = int(found.group(1))
        return self.port is not None

    def admin(self, *words):
        """The response of Varnish's command line to a command; None if it is not ready."""
        done = subprocess.run(["varnishadm", "-n", self.folder / "state", *words], capture_output=True, text=True, timeout=30)
        return done.stdout if done.returncode == 0 else ""

    def count(self, name):
        """One of its counters, for example MAIN.cache_hit."""
        done = subprocess.run(
            ["varnishstat", "-n", self.folder / "state", "-1", "-f", name], capture_output=True, text=True, timeout=30
        )
        return int(done.stdout.split()[1])

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def send(self, method, path, headers=None, body=None, connection=None):
        """The status, headers and body of a response."""
        own = connection or self.connect()
        own.request(method, path, body=body, headers=headers or {})
        received = own.getresponse()
        response = received.status, received.headers, received.read()
        if connection is None:
            own.close()
        return response

    def get(self, path, headers=None, connection=None):
        return self.send("GET", path, headers, connection=connection)

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(20)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder / "state", ignore_errors=True)
