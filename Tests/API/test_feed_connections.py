"""The TLS certificates that feeds trust, and feeds behind a proxy."""

import pytest

from harness.upstream import Authority, Proxy, Upstream
from publishing import done
from test_feeds import music, settings


@pytest.fixture
def authority(tmp_path):
    folder = tmp_path / "authority"
    folder.mkdir()
    return Authority(folder)


@pytest.fixture
def upstreams():
    """Starts upstreams, with TLS if there is a certificate."""
    running = []

    def upstreams(certificate=None):
        running.append(Upstream(certificate=certificate))
        return running[-1]

    yield upstreams
    for upstream in running:
        upstream.stop()


def tried(server, upstream, scheme="https", host="127.0.0.1", path="/music", **changes):
    """The outcome of a dry run, and the reason of its failure."""
    feed = music(upstream) | {"url": f"{scheme}://{host}:{upstream.port}{path}"} | changes
    result = done(server.api("POST", "/api/feeds?dryRun=true", feed)).data
    return result["outcome"], result["problem"]


def test_only_certificates_of_the_trusted_authority_are_accepted(start, authority, upstreams, tmp_path):
    (tmp_path / "other").mkdir()
    good = upstreams(authority.certificate("good"))
    bad = {
        "unable to get local issuer certificate": upstreams(Authority(tmp_path / "other").certificate("other")),
        "no alternative certificate subject name matches": upstreams(
            authority.certificate("elsewhere", "DNS:lists.example.com,IP:192.0.2.1")
        ),
        "certificate has expired": upstreams(authority.certificate("old", days=-1)),
    }
    server = start(**settings(good, *bad.values(), HOMEBLOCKS_FEEDS_CA_FILE=str(authority.file)))
    assert tried(server, good) == ("updated", None)
    for reason, upstream in bad.items():
        outcome, problem = tried(server, upstream)
        assert outcome == "failed" and reason in problem, (reason, problem)
        assert upstream.calls == [], "no request was sent"
    # The certificate is for the IP address, not for this host name.
    assert tried(server, good, host="localhost")[0] == "failed"


def test_without_a_file_the_authorities_of_the_system_are_trusted(start, authority, upstreams):
    upstream = upstreams(authority.certificate("good"))
    outcome, problem = tried(start(**settings(upstream)), upstream)
    assert outcome == "failed" and "unable to get local issuer certificate" in problem


def test_a_timeout_names_the_step_that_timed_out(start, authority, upstreams):
    upstream = upstreams(authority.certificate("good"))
    server = start(**settings(upstream, HOMEBLOCKS_FEEDS_CA_FILE=str(authority.file)))
    for mode, phase in {"handshake": "a connection was made", "silent": "the response was complete"}.items():
        upstream.mode = mode
        assert tried(server, upstream, timeout=1) == ("failed", f"the request timed out before {phase}")


def test_a_redirect_from_https_to_http_is_not_followed(start, authority, upstreams):
    secure, plain = upstreams(authority.certificate("good")), upstreams()
    server = start(**settings(secure, plain, HOMEBLOCKS_FEEDS_CA_FILE=str(authority.file)))
    outcome, problem = tried(server, secure, path=f"/to/x?http://127.0.0.1:{plain.port}/music")
    assert outcome == "failed" and "from https to http" in problem
    assert plain.calls == []
    assert tried(server, plain, "http", path=f"/to/x?https://127.0.0.1:{secure.port}/music") == ("updated", None)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_with_a_proxy_all_requests_go_through_it(start, authority, upstreams, scheme):
    upstream = upstreams(authority.certificate("good") if scheme == "https" else None)
    other = upstreams()
    proxy = Proxy(upstream)
    server = start(
        **settings(
            upstream, other, HOMEBLOCKS_FEEDS_CA_FILE=str(authority.file), HOMEBLOCKS_FEEDS_PROXY=f"http://127.0.0.1:{proxy.port}"
        )
    )
    try:
        assert tried(server, upstream, scheme) == ("updated", None)
        host = f"127.0.0.1:{upstream.port}"
        assert proxy.requests == [f"CONNECT {host}" if scheme == "https" else f"GET http://{host}/music"]
        # A request that the proxy rejects is not sent directly.
        outcome, problem = tried(server, other, scheme)
        assert outcome == "failed" and "403" in problem and other.calls == []
        # A host that the settings do not allow is not requested through the proxy either.
        elsewhere = music(upstream) | {"url": f"{scheme}://lists.example.com/music"}
        assert server.api("POST", "/api/feeds?dryRun=true", elsewhere).status == 422
        assert len(proxy.requests) == 2
    finally:
        proxy.stop()
    assert tried(server, upstream, scheme)[0] == "failed", "without its proxy it does not connect by itself"


def test_proxies_of_the_environment_are_not_used(start, upstreams):
    upstream = upstreams()
    proxy = Proxy(upstream)
    names = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    server = start(**settings(upstream, **{name: f"http://127.0.0.1:{proxy.port}" for name in names}))
    assert tried(server, upstream, "http") == ("updated", None) and proxy.requests == []
    proxy.stop()
