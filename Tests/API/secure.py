"""A server with TLS and its own certificate."""

import http.client
import shutil
import ssl
import subprocess

from harness.process import ServerProcess


def certificate(folder, name, days=30, kind=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
    """Creates a certificate for the loopback address, and its key."""
    files = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            *kind,
            "-nodes",
            "-days",
            str(days),
            "-subj",
            f"/CN={name}",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-out",
            files[0],
            "-keyout",
            files[1],
        ],
        check=True,
        capture_output=True,
    )
    return files


class Secure(ServerProcess):
    """A server with TLS on another server's database."""

    def __init__(self, server, folder, **env):
        own = folder / "secure"
        own.mkdir()
        self.plain = server
        self.certificate, self.key = own / "served.pem", own / "served.key"
        self.use(certificate(folder, "first"))
        super().__init__(
            own,
            server.env | env | {"HOMEBLOCKS_TLS_CERTIFICATE": str(self.certificate), "HOMEBLOCKS_TLS_KEY": str(self.key)},
            database=server.database,
        )
        self.start()

    def use(self, files):
        for source, target in zip(files, (self.certificate, self.key)):
            shutil.copy(source, target)
        self.trusted = files[0]

    def connect(self, version=None):
        context = ssl.create_default_context(cafile=self.trusted)
        context.set_alpn_protocols(["http/1.1"])
        if version:
            context.minimum_version = context.maximum_version = version
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20, context=context)

    def curl(self, path, *words, body=None):
        """The head and body of a response over HTTP/2."""
        done = subprocess.run(
            [
                "curl",
                "--silent",
                "--show-error",
                "--http2",
                "--cacert",
                self.trusted,
                "--include",
                *words,
                *(["--data-binary", "@-"] if body else []),
                self.url + path,
            ],
            input=body,
            capture_output=True,
            timeout=30,
        )
        assert done.returncode == 0, done.stderr
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        return head.decode(), body
