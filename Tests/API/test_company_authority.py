"""Commands for a server whose certificate was issued by a company's own certificate authority."""

import json

import pytest

from harness.pictures import png, png_chunk
from harness.process import ServerProcess
from harness.upstream import Authority, Upstream


@pytest.fixture
def authority(tmp_path):
    folder = tmp_path / "authority"
    folder.mkdir()
    return Authority(folder)


@pytest.fixture
def secure(server, authority, tmp_path):
    """A server with TLS on the database of `server`."""
    certificate, key = authority.certificate("server")
    (tmp_path / "own").mkdir()
    process = ServerProcess(
        tmp_path / "own",
        server.env | {"HOMEBLOCKS_TLS_CERTIFICATE": str(certificate), "HOMEBLOCKS_TLS_KEY": str(key)},
        database=server.database,
    )
    process.start()
    yield process
    process.stop()


def test_commands_trust_the_authority_of_the_option_or_the_variable(server, secure, authority):
    env = {"HOMEBLOCKS_SERVER": secure.url, "HOMEBLOCKS_TOKEN": server.token}
    pages = json.loads(server.command("page", "list", "--json", "--ca-file", str(authority.file), env=env).stdout)
    assert "mall" in [page["page"] for page in pages]
    env["HOMEBLOCKS_CA_FILE"] = str(authority.file)
    assert "mall" in server.command("page", "list", env=env).stdout
    assert "wallet" in server.command("show", "--page", "mall", env=env).stdout.lower()
    assert "ready" in server.command("check", env=env).stdout


def test_bodies_and_conditions_arrive_as_over_http(server, secure, authority, tmp_path):
    env = {"HOMEBLOCKS_SERVER": secure.url, "HOMEBLOCKS_TOKEN": server.token, "HOMEBLOCKS_CA_FILE": str(authority.file)}
    exported = tmp_path / "mall.json"
    server.command("export", "--page", "mall", "-o", str(exported), env=env)
    server.command("page", "create", "copy", "--title", "Copy", env=env)
    server.command("import", str(exported), "--page", "copy", env=env)
    copy = json.loads(server.command("export", "--page", "copy", env=env).stdout)
    assert copy["blocks"] == json.loads(exported.read_text())["blocks"]
    server.command("sort", "--page", "copy", "--move", "wallet to start", env=env)
    # A body of more than a megabyte is sent immediately.
    large = tmp_path / "large.png"
    large.write_bytes(png(chunks=[png_chunk(b"tEXt", b"Comment\0" + b"x" * (1 << 20))]))
    assert large.stat().st_size > 1 << 20
    assert "/pictures/" in server.command("picture", "add", str(large), env=env).stdout


def test_a_server_of_another_authority_gets_no_request(server, secure, authority, tmp_path):
    (tmp_path / "other").mkdir()
    other = Authority(tmp_path / "other")
    env = {"HOMEBLOCKS_SERVER": secure.url, "HOMEBLOCKS_TOKEN": server.token}
    for more in ({}, {"HOMEBLOCKS_CA_FILE": str(other.file)}):
        refused = server.command("page", "list", code=1, env=env | more).stderr
        assert "cannot be reached" in refused and "certificate" in refused, refused
        assert server.token not in refused
    # The certificate is for the IP address, not for this host name.
    elsewhere = env | {"HOMEBLOCKS_SERVER": f"https://localhost:{secure.port}", "HOMEBLOCKS_CA_FILE": str(authority.file)}
    assert "localhost" in server.command("page", "list", code=1, env=elsewhere).stderr


@pytest.mark.parametrize("name", ["--ca-file", "HOMEBLOCKS_CA_FILE"])
def test_the_message_about_an_invalid_certificate_file_names_it(server, secure, tmp_path, name):
    other = tmp_path / "notes.txt"
    other.write_text("not a certificate")
    for path, reason in ((other, "no certificate in PEM form"), (tmp_path / "none.pem", "cannot be read")):
        option = name == "--ca-file"
        env = {"HOMEBLOCKS_SERVER": secure.url} | ({} if option else {name: str(path)})
        refused = server.command("page", "list", *([name, str(path)] if option else []), code=1, env=env).stderr
        assert name in refused and str(path) in refused and reason in refused


@pytest.mark.long
def test_a_server_that_never_responds_ends_the_command_with_the_reason(server, authority):
    upstream = Upstream(certificate=authority.certificate("silent"))
    upstream.mode = "handshake"
    try:
        env = {"HOMEBLOCKS_SERVER": f"https://127.0.0.1:{upstream.port}", "HOMEBLOCKS_CA_FILE": str(authority.file)}
        said = server.command("show", "--page", "mall", code=1, env=env | {"XDG_CACHE_HOME": "/nonexistent"}).stderr
        assert "did not respond in time" in said or "timed out" in said, said
    finally:
        upstream.stop()
