"""S1 to S3: reads, against nginx serving the same bytes as static files."""

from bench import pages, responses
from bench.loop import Loop
from bench.nginx import Nginx
from bench.sides import Side
from harness import Failure

IDENTITY, GZIP = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"}


def our_side(server, headers, url=None, name="homeblocks"):
    url = url or server.url + "/homepage"
    return Side(name, url, server.pid, headers, response_bytes=responses.ask(url, headers).size)


def page_of_20_kb(server):
    page = responses.require(server.url + "/homepage", IDENTITY)
    if abs(len(page.body) - 20_000) > 400:
        raise Failure(f"the synthetic page has {len(page.body)} bytes, not 20,000")
    return page


def whole_and_not_modified(run):
    with run.serve(pages.p20(), page="p20") as server:
        page = page_of_20_kb(server)
        folder = run.new_folder()
        with (
            Nginx(folder / "nginx", page) as nginx,
            Nginx(folder / "nginx-1", page, workers=1) as one,
            Loop(folder, "write", page.body) as writing,
            Loop(folder, "sendfile", page.body) as sending,
        ):
            theirs, single = (side.side(IDENTITY, trial(run)) for side in (nginx, one))
            responses.same_bytes(server.url + "/homepage", theirs.url, IDENTITY)
            ours = our_side(server, IDENTITY)
            single.name += ", 1 worker"
            bare = writing.side(IDENTITY)
            title = f"page of {len(page.body):,} bytes, identity"
            run.compare("S1", title, ours, theirs, single, bare, sending.side(IDENTITY))
            run.found("S1", ours.rate / theirs.rate)
            run.found("S1a", ours.rate / single.rate)
            run.found("S1b", ours.rate / bare.rate)
            not_modified(run, server, nginx)


def not_modified(run, server, nginx):
    url = nginx.urls["tcp_nopush on"]
    # Each side has its own validator.
    headers = [IDENTITY | {"If-None-Match": responses.require(side, IDENTITY).tag} for side in (server.url + "/homepage", url)]
    for side, sent in zip((server.url + "/homepage", url), headers):
        if responses.require(side, sent, status=304).body:
            raise Failure(f"{side} sends a body with a 304")
    ours, theirs = our_side(server, headers[0]), nginx.side(headers[1], trial(run))
    run.compare("S3", "the same page, not modified", ours, theirs)
    run.found("S3", ours.rate / theirs.rate)


def gzip(run):
    database = run.new_folder() / "pages.sqlite"
    with run.serve(database=database) as server:
        document, source = pages.real(responses.require(server.url + "/homepage", IDENTITY).body)
    run.add_page(database, document, "real")
    with run.serve(database=database, page="real") as server:
        page, packed = (responses.require(server.url + "/homepage", headers) for headers in (IDENTITY, GZIP))
        with Nginx(run.new_folder() / "nginx", page, packed.body) as nginx:
            theirs = nginx.side(GZIP, trial(run))
            for headers in (GZIP, IDENTITY):
                responses.same_bytes(server.url + "/homepage", theirs.url, headers)
            ours = our_side(server, GZIP)
            title = f"{source}, {len(page.body):,} bytes, {len(packed.body):,} with gzip"
            run.compare("S2", title, ours, theirs)
            run.found("S2", ours.rate / theirs.rate)


def trial(run):
    return min(run.seconds, 1)
