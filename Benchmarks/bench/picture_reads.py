"""S16: reads of an uploaded picture, against nginx serving the same bytes as a file."""

import json
import random

from bench import responses
from bench.nginx import Nginx
from bench.reads import IDENTITY, our_side, trial
from bench.server import TOKEN
from harness.pictures import jpeg

SIZE = 200_000


def photo():
    """A JPEG file of this size that cannot be compressed."""
    noise = random.Random(16).randbytes(SIZE).replace(b"\xff", b"\x00")
    return jpeg(1080, 420, noise[: 2 * SIZE - len(jpeg(1080, 420, noise))])


def picture(run):
    content = photo()
    with run.serve() as server:
        sent = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "image/jpeg"}
        made = responses.require(server.url + "/api/pictures", sent, 201, method="POST", body=content)
        url = server.url + json.loads(made.body)["data"]["url"]
        with Nginx(run.new_folder() / "nginx", responses.require(url, IDENTITY)) as nginx:
            theirs = nginx.side(IDENTITY, trial(run))
            responses.same_bytes(url, theirs.url, IDENTITY)
            ours = our_side(server, IDENTITY, url)
            run.compare("S16", f"picture of {len(content):,} bytes", ours, theirs)
            run.found("S16", ours.rate / theirs.rate)
