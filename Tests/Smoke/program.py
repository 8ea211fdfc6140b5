import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from failure import require
from processes import banner_port, is_confined

PROJECT = pathlib.Path(__file__).resolve().parents[2]
# The user of the image.
USER = "10001"


class Program:
    """A built program in a root file system like the image's: read-only except /data, not as root, as process 1."""

    def __init__(self, token, program=None, root=None):
        """`root` is an existing root file system, for example of an image; otherwise one is created for the program."""
        self.program, self.origin, self.token = program, root, token
        self.process, self.lines, self.log = None, [], ""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="homeblocks-smoke-")
        self.folder = pathlib.Path(self.temporary.name)
        # Another user must be able to enter the folder.
        self.folder.chmod(0o711)
        self.root, self.data = self.folder / "root", self.folder / "data"
        lay_out = [PROJECT / "script/helpers/rootfs", self.program, PROJECT / "config", self.root]
        if self.origin:
            # Engines keep the root where another user has no access.
            lay_out = ["cp", "--archive", self.origin, self.root]
        subprocess.run(lay_out, check=True, timeout=120)
        self.data.mkdir(mode=0o750)
        self.is_root = os.getuid() == 0
        if self.is_root:
            os.chown(self.data, int(USER), int(USER))
        self.errors = open(self.folder / "errors", "wb")
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.keep_log()
        self.errors.close()
        self.temporary.cleanup()

    def keep_log(self):
        self.log = "".join(self.lines) + (self.folder / "errors").read_text()

    def start(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            self.confined("/app/homeblocks", "serve", options=["--as-pid-1", "--info-fd", str(write)]),
            env={},
            pass_fds=[write],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        os.close(write)
        with open(read) as information:
            reported = information.read()
        require(reported, "bubblewrap cannot confine it")
        self.pid = json.loads(reported)["child-pid"]
        self.port = banner_port(self.process.stdout, self.lines)

    def confined(self, *command, options=()):
        settings = {
            "HOMEBLOCKS_HOST": "127.0.0.1",
            "HOMEBLOCKS_PORT": "0",
            "HOMEBLOCKS_DATABASE": "/data/homeblocks.sqlite",
            "HOMEBLOCKS_LOG_FORMAT": "json",
            "HOMEBLOCKS_ADMIN_TOKEN": self.token,
        }
        words = [shutil.which("bwrap"), "--unshare-all", "--share-net", "--die-with-parent"]
        words += ["--uid", USER, "--gid", USER, "--ro-bind", self.root, "/", "--bind", self.data, "/data"]
        words += ["--proc", "/proc", "--dev", "/dev", "--chdir", "/app", *options]
        for name, value in settings.items():
            words += ["--setenv", name, value]
        as_user = [shutil.which("setpriv"), "--reuid", USER, "--regid", USER, "--clear-groups"] if self.is_root else []
        return [*as_user, *words, *command]

    def health(self):
        return self.command("health", "--port", str(self.port))

    def command(self, *words):
        """Runs a command of the program next to the server, confined like it; returns the exit status."""
        words = self.confined("/app/homeblocks", *words)
        return subprocess.run(words, env={}, stdout=subprocess.DEVNULL, timeout=60).returncode

    def confinement(self):
        return is_confined(self.pid)

    def stop(self, seconds):
        os.kill(self.pid, 15)
        code = self.process.wait(timeout=seconds)
        self.lines += self.process.stdout.readlines()
        self.process.stdout.close()
        self.keep_log()
        return code
