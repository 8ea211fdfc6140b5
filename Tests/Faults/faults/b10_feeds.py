"""A feed on three nodes: its upstream fails, all nodes are killed, and the node that requests the feed is killed."""

import pathlib
import time
from datetime import datetime, timezone

from faults import Outcome
from harness import eventually
from harness.cluster import Cluster
from harness.connections import connections
from harness.upstream import Upstream

TITLE = "3 nodes with a feed: its upstream unreachable, all nodes killed, then the requesting node killed"
TARGET = (
    "the page and its ETag stay; a new list is on all nodes ≤ 1 s after the next request, with one request; another node "
    "takes over from the killed one"
)
ROUNDS, SHORT = 5, 1
# The number of attempts, of which the best counts: other programs may use the processors during one of them.
TRIES, MOST_SECONDS = 3, 1
PAGE = "/homepage?page=mall"
INTERVAL, TIMEOUT = 2, 2
FEED = {
    "name": "songs",
    "showType": "DEMO_GRID",
    "items": "/result/songs",
    "interval": INTERVAL,
    "timeout": TIMEOUT,
    "fields": {"/id": "/songId", "/title": "/name", "/imageUrl": {"template": "/assets/{cover}.jpg"}},
}
SECTION = {"blockCode": "songs", "showType": "DEMO_GRID", "source": {"feed": "songs"}, "content": {"extInfo": {"list": []}}}


def run(program, folder, rounds):
    upstream = Upstream()
    settings = {
        "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": f"127.0.0.1:{upstream.port}",
        "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8",
        "HOMEBLOCKS_FEEDS_MINIMUM_INTERVAL": "1",
    }
    faults, shown, followed = [], [], []
    try:
        with Cluster(folder, program, env=settings) as cluster:
            first = cluster.nodes[0]
            feed = FEED | {"url": f"http://127.0.0.1:{upstream.port}/music"}
            assert first.api("POST", "/api/feeds", feed).status == 201
            assert first.api("POST", "/api/pages/mall/live/blocks?to=0", SECTION).status == 201
            for number in range(rounds):
                wait_for(cluster.nodes, ids(upstream))
                upstream = kill_all(cluster, upstream, faults)
                shown.append(show_new_list(cluster, upstream, faults))
                followed.append(kill_fetching(cluster, upstream, faults))
                if faults:
                    break
    finally:
        upstream.stop()
    return Outcome(
        f"{len(shown)} times: a new list was on all nodes at most {max(shown, default=0):.1f} s after the request; another "
        f"node took over from a killed one after at most {max(followed, default=0):.0f} s",
        faults[:10],
    )


def ids(upstream):
    return [song["songId"] for song in upstream.lists["music"]["result"]["songs"]]


def cards(node):
    """The ids of the section's cards at a node; None if the section is not shown."""
    blocks = {block["blockCode"]: block for block in node.get(PAGE).data["blocks"]}
    return [card["id"] for card in blocks["songs"]["extInfo"]["list"]] if "songs" in blocks else []


def wait_for(nodes, expected, seconds=20):
    for node in nodes:
        eventually(lambda node=node: cards(node) == expected, seconds)


def state(node):
    return node.api("GET", "/api/feeds/songs/log").data["state"]


def kill_all(cluster, upstream, faults):
    """Stops the upstream and kills all nodes; returns a new upstream at the same address, like a restarted machine."""
    before = cluster.nodes[0].get(PAGE)
    upstream.stop()
    for node in cluster.nodes:
        node.kill()
    for node in cluster.nodes:
        node.start(node.port)
        eventually(lambda node=node: node.is_ready, 20)
    failures = state(cluster.nodes[1])["failures"]
    eventually(lambda: state(cluster.nodes[1])["failures"] > failures, 20)
    for node in cluster.nodes:
        after = node.get(PAGE)
        if (after.headers["ETag"], after.body) != (before.headers["ETag"], before.body):
            faults.append("the page changed while the upstream was unreachable")
    back = Upstream(upstream.port)
    back.lists = upstream.lists
    back.lists["music"]["result"]["songs"].reverse()
    return back


def show_new_list(cluster, upstream, faults):
    """Returns the seconds from a request until all nodes show its list."""
    before = 0
    for _ in range(TRIES):
        seconds = time_of_new_list(cluster, upstream, before, faults)
        if seconds <= MOST_SECONDS:
            return seconds
        before = len(upstream.calls)
        upstream.lists["music"]["result"]["songs"].reverse()
    faults.append(f"a new list was on all nodes only {seconds:.1f} s after its request")
    return seconds


def time_of_new_list(cluster, upstream, before, faults):
    due = datetime.fromisoformat(state(cluster.nodes[0])["dueAt"].replace("Z", "+00:00"))
    eventually(lambda: len(upstream.calls) > before, 8 * INTERVAL + 10)
    requested = time.monotonic()
    late = (datetime.now(timezone.utc) - due).total_seconds()
    wait_for(cluster.nodes, ids(upstream))
    seconds = time.monotonic() - requested
    if len(upstream.calls) != before + 1:
        faults.append(f"{len(upstream.calls) - before} requests were made for one new list")
    # A node checks for due feeds every 5 s.
    if late > 6:
        faults.append(f"the request was made {late:.1f} s after it was due")
    return seconds


def kill_fetching(cluster, upstream, faults):
    """Kills the node that waits for the upstream; returns the seconds until the others show the next list."""
    before, upstream.mode = len(upstream.calls), "silent"
    eventually(lambda: len(upstream.calls) > before, 8 * INTERVAL + 10)
    node = next(node for node in cluster.nodes if has_connection(node, upstream.calls[-1]["port"]))
    node.kill()
    killed, calls = time.monotonic(), len(upstream.calls)
    upstream.mode = "ok"
    upstream.lists["music"]["result"]["songs"].reverse()
    others = [other for other in cluster.nodes if other is not node]
    wait_for(others, ids(upstream), TIMEOUT + 45)
    seconds = time.monotonic() - killed
    if len(upstream.calls) - calls != 1:
        faults.append(f"{len(upstream.calls) - calls} requests were made after the node was killed")
    node.start(node.port)
    wait_for([node], ids(upstream))
    return seconds


def has_connection(node, port):
    """Whether a node has the connection from a port."""
    inodes = {f"socket:[{each.inode}]" for each in connections() if each.local == port}
    return any(link_target(link) in inodes for link in pathlib.Path(f"/proc/{node.pid}/fd").iterdir())


def link_target(link):
    try:
        return str(link.readlink())
    except OSError:
        return ""  # The file was closed in the meantime.
