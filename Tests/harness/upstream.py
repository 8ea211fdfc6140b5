"""The upstream of script/upstream in this process, and a listener that nobody may call."""

import importlib.machinery
import importlib.util
import socket
import threading

from harness import ROOT

_loader = importlib.machinery.SourceFileLoader("upstream_script", str(ROOT / "script/upstream"))
_module = importlib.util.module_from_spec(importlib.util.spec_from_loader("upstream_script", _loader))
_loader.exec_module(_module)

MODES = _module.MODES
Upstream = _module.Upstream


class Listener:
    """Counts the connections that are made to it."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
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
