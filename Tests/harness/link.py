"""A proxy between programs and a server with a Unix socket, whose connections can be interrupted."""

import contextlib
import pathlib
import select
import shutil
import socket
import tempfile
import threading
import time

SOCKET = ".s.PGSQL.5432"


class Link:
    """Forwards the bytes between programs, which use the socket in its folder, and the server. While it is cut, no data
    arrives and no connection ends, as with an unplugged cable."""

    def __init__(self, server):
        self.server, self.folder = server, pathlib.Path(tempfile.mkdtemp(prefix="homeblocks-link-"))
        self.folder.chmod(0o755)
        self.whole, self.is_closed = threading.Event(), False
        self.whole.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen(128)
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.whole.clear()

    def heal(self):
        self.whole.set()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                program, _ = self.listener.accept()
                threading.Thread(target=self._connect, args=(program,), daemon=True).start()

    def _connect(self, program):
        self.whole.wait()
        with contextlib.suppress(OSError), program, socket.socket(socket.AF_UNIX) as server:
            server.connect(str(pathlib.Path(self.server.folder) / SOCKET))
            other = {program: server, server: program}
            while not self.is_closed:
                for end in select.select([program, server], [], [])[0]:
                    self.whole.wait()
                    received = end.recv(65536)
                    if not received:
                        return
                    other[end].sendall(self.pass_on(received))

    def pass_on(self, received):
        """The bytes to forward instead of the received ones."""
        return received

    def close(self):
        self.is_closed = True
        self.listener.close()
        self.heal()
        shutil.rmtree(self.folder, ignore_errors=True)


class DistantLink(Link):
    """A link with a latency of `delay` seconds in each direction. `trips` counts round trips, except those of
    connections that listen to notifications, and those before the first transaction of a connection."""

    def __init__(self, server, delay=0):
        self.delay, self.trips, self.lock = delay, 0, threading.Lock()
        super().__init__(server)

    def _connect(self, program):
        with contextlib.suppress(OSError), program, socket.socket(socket.AF_UNIX) as server:
            server.connect(str(pathlib.Path(self.server.folder) / SOCKET))
            state = {"waits": True, "listens": False, "begun": False}
            ways = [
                threading.Thread(target=self._pass, args=(*ends, state), daemon=True)
                for ends in ((program, server, True), (server, program, False))
            ]
            for way in ways:
                way.start()
            for way in ways:
                way.join()

    def _pass(self, source, target, is_request, state):
        with contextlib.suppress(OSError):
            while received := source.recv(1 << 20):
                with self.lock:
                    state["listens"] |= is_request and b"LISTEN " in received
                    state["begun"] |= is_request and b"BEGIN " in received
                    if is_request and state["waits"] and state["begun"] and not state["listens"]:
                        self.trips += 1
                    state["waits"] = not is_request
                if self.delay:
                    time.sleep(self.delay)
                target.sendall(received)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
