import json
import os
import pathlib
import secrets
import shutil
import subprocess

from failure import Failure, require
from processes import banner_port, is_confined

# Files and folders that engines create for their mounts.
MOUNTED = {
    "/data",
    "/dev",
    "/etc",
    "/etc/hostname",
    "/etc/hosts",
    "/etc/mtab",
    "/etc/resolv.conf",
    "/proc",
    "/run",
    "/run/.containerenv",
    "/run/secrets",
    "/sys",
    "/tmp",
    "/var",
    "/var/tmp",
}


class Image:
    """A container of the image, confined like in compose.yaml, with its own volume."""

    def __init__(self, image, options, token):
        self.image, self.options, self.token = image, options, token
        self.engine = os.environ.get("ENGINE") or shutil.which("podman") or shutil.which("docker")
        self.name = f"homeblocks-smoke-{secrets.token_hex(4)}"
        self.log, self.follower = "", None

    def __enter__(self):
        require(self.engine, "neither podman nor docker is installed")
        about = json.loads(self.tell("image", "inspect", self.image))[0]
        # In docker the health check is part of the configuration, in podman it is next to it.
        check = about["Config"].get("Healthcheck") or about.get("Healthcheck") or about.get("HealthCheck")
        require(check, "the image has no health check")
        self.check = check["Test"][1:]
        user = about["Config"].get("User", "").split(":")[0]
        require(user not in ("", "0", "root"), "the image runs as root")
        self.tell("volume", "create", self.name)
        print(f"ok  image: user {user}, {about['Size'] / 1e6:.1f} MB", flush=True)
        return self

    def __exit__(self, *_):
        if self.follower:
            self.keep_log()
        self.end()
        subprocess.run([self.engine, "volume", "rm", "--force", self.name], capture_output=True, timeout=60)

    def end(self):
        subprocess.run([self.engine, "rm", "--force", self.name], capture_output=True, timeout=60)
        if self.follower:
            self.follower.stdout.close()
            self.follower.wait(timeout=10)

    def start(self):
        """Starts a new container each time: persistent data is in the volume."""
        self.end()
        environment = os.environ | {"HOMEBLOCKS_ADMIN_TOKEN": self.token}
        self.tell(
            "run",
            "--detach",
            "--name",
            self.name,
            "--read-only",
            "--cap-drop",
            "ALL",
            "--security-opt",
            "no-new-privileges",
            "--volume",
            f"{self.name}:/data",
            "--publish",
            "127.0.0.1::8080",
            "--env",
            "HOMEBLOCKS_ADMIN_TOKEN",
            *self.options,
            self.image,
            environment=environment,
        )
        self.follower = subprocess.Popen(
            [self.engine, "logs", "--follow", self.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.inner_port = banner_port(self.follower.stdout, [])
        published = self.ask("port", self.name, "8080/tcp").stdout.strip()
        # With the host's network, no ports are published.
        self.port = int(published.splitlines()[0].rpartition(":")[2]) if published else self.inner_port

    def health(self):
        """Runs the health check of the image like the engine."""
        return self.ask("exec", self.name, *self.check).returncode

    def command(self, *words):
        return self.ask("exec", self.name, "/app/homeblocks", *words).returncode

    def confinement(self):
        changed = [line for line in self.tell("diff", self.name).splitlines() if line.split(" ", 1)[1] not in MOUNTED]
        require(not changed, f"it wrote outside /data: {changed}")
        pid = self.tell("inspect", "--format", "{{.State.Pid}}", self.name).strip()
        if not pathlib.Path(f"/proc/{pid}/status").exists():
            return "nothing written outside /data (its process is not on this machine and was not checked)"
        return is_confined(pid)

    def stop(self, seconds):
        self.tell("kill", "--signal", "TERM", self.name)
        code = self.tell("wait", self.name, timeout=seconds).strip()
        self.keep_log()
        return int(code)

    def keep_log(self):
        """Collects the container's output so far, including standard error."""
        words = [self.engine, "logs", self.name]
        self.log += subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60).stdout

    def tell(self, *words, environment=None, timeout=60):
        done = self.ask(*words, environment=environment, timeout=timeout)
        if done.returncode != 0:
            raise Failure(f"{words[0]} failed: {done.stderr.strip()}")
        return done.stdout

    def ask(self, *words, environment=None, timeout=60):
        return subprocess.run([self.engine, *words], env=environment, capture_output=True, text=True, timeout=timeout)
