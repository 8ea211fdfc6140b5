"""Files in memory, from which cleartext responses are sent."""

import json
import os
import pathlib
import socket
import struct

import pytest

from conftest import normal
from harness import eventually
from harness.pictures import jpeg
from harness.wire import Wire
from publishing import MALL, ads, done
from test_pictures import uploaded

PAGE = b"GET /homepage?page=mall HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n"


def files(server):
    """The sizes of the files in memory that the program has open."""
    sizes = []
    for link in pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir():
        try:
            if os.readlink(link).startswith("/memfd:response"):
                sizes.append(link.stat().st_size)
        except FileNotFoundError:
            continue  # It was closed in the meantime.
    return sorted(sizes)


def change(server, title):
    """Changes the live page."""
    heading = {"content": {"uiElement": {"subTitle": {"title": title}}}}
    done(server.api("PATCH", f"{MALL}/live/blocks/section0", heading))


def read(server, request):
    with Wire(server) as client:
        return client.send(request).response()


def read_until_in_file(server, request):
    """Reads until the response or its body is in a file; that takes until the next second."""

    def is_in_file():
        head, body = read(server, request)
        assert b" 200 OK" in head
        return not {len(body), len(head) + 4 + len(body)}.isdisjoint(files(server))

    eventually(is_in_file)


def long_page(server, cards):
    """Publishes a page with a number of cards, each about 330 bytes long."""
    titles = (f"{number} " + "long" * 45 for number in range(cards))
    blocks = [ads(f"section{start}", *(next(titles) for _ in range(20))) for start in range(0, cards, 20)]
    page = {"page": {"slug": "mall", "title": "Mall"}, "data": {}, "blocks": blocks}
    file = pathlib.Path(server.folder) / "page.json"
    file.write_text(json.dumps(page))
    server.command("import", str(file), "--page", "mall")
    eventually(lambda: b'"section0"' in read(server, PAGE)[1])


# With 100 cards the file contains the whole response, with 1,500 only the body.
CARDS = pytest.mark.parametrize("cards", [100, 1500])


@CARDS
def test_a_response_from_a_file_is_the_same_as_the_routers(pair, cards):
    fast, plain = pair
    for server in pair:
        long_page(server, cards)
    picture = uploaded(fast, jpeg(400, 300, bytes(50_000)), kind="image/jpeg")["url"]
    assert uploaded(plain, jpeg(400, 300, bytes(50_000)), kind="image/jpeg")["url"] == picture
    photo = f"GET {picture} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    assert files(fast) == []
    for request in PAGE, photo:
        read_until_in_file(fast, request)
        head = request.replace(b"GET", b"HEAD", 1)
        part = request.replace(b"\r\n\r\n", b"\r\nRange: bytes=100-199\r\n\r\n")
        tag = next(line[6:] for line in read(fast, request)[0].split(b"\r\n") if line.startswith(b"ETag: "))
        known = request.replace(b"\r\n\r\n", b"\r\nIf-None-Match: " + tag + b"\r\n\r\n")
        last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        for stream in request + last, known + request + last, head + last, part + last, request * 3 + last:
            fast_bytes, plain_bytes = (Wire(server).send(stream).rest() for server in pair)
            assert normal(fast_bytes) == normal(plain_bytes)
    assert files(fast) and files(plain) == []


@CARDS
def test_a_changed_page_is_sent_completely_and_its_earlier_file_is_closed(server, cards):
    long_page(server, cards)
    for number in range(3):
        read_until_in_file(server, PAGE)
        earlier = files(server)
        change(server, f"changed {'again' * number}")
        assert f'"changed {"again" * number}"'.encode() in read(server, PAGE)[1]
        eventually(lambda: files(server) != earlier and len(files(server)) <= 1)
    read_until_in_file(server, PAGE)
    head, body = read(server, PAGE)
    size = len(body) + (len(head) + 4 if cards == 100 else 0)
    eventually(lambda: files(server) == [size])
    assert json.loads(body)["data"]["blocks"]
    server.api("DELETE", MALL)
    eventually(lambda: files(server) == [])


def test_small_responses_and_new_versions_are_in_no_file(server):
    long_page(server, 100)
    small = b"GET /sort?page=mall HTTP/1.1\r\nHost: x\r\n\r\n"
    read_until_in_file(server, PAGE)
    dates = set()

    def has_read_for_seconds():
        head, _ = read(server, small)
        dates.add(next(line for line in head.split(b"\r\n") if line.startswith(b"Date: ")))
        return len(dates) == 3

    eventually(has_read_for_seconds)
    assert min(files(server)) > 16 << 10
    change(server, "changed")
    read(server, PAGE)
    eventually(lambda: files(server) == [])


@CARDS
def test_slow_readers_get_the_whole_body_while_other_clients_disconnect(server, cards):
    long_page(server, cards)
    read_until_in_file(server, PAGE)
    expected = read(server, PAGE)[1]
    # With small segments the system's buffers are small, so that a part of the body is sent later.
    slow = [Wire(server, receive_buffer=4096, segment=536) for _ in range(4)]
    for client in slow:
        client.send(PAGE)
    for number in range(40):
        client = Wire(server, receive_buffer=4096)
        client.send(PAGE * 2)
        if number % 2:
            client.received = client.socket.recv(1000)
        # The connection is reset, with unread bytes.
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.socket.close()
    change(server, "changed")
    assert b"changed" in read(server, PAGE)[1]
    for client in slow:
        head, body = client.response()
        assert b" 200 OK" in head and body == expected
        assert b"changed" in client.send(PAGE).response()[1]
        client.socket.close()


def test_with_tls_there_are_no_files(secure):
    connection = secure.connect()
    dates = set()

    def two_seconds():
        connection.request("GET", "/homepage?page=music", headers={"Accept-Encoding": "identity"})
        response = connection.getresponse()
        assert response.status == 200 and len(response.read()) > 16 << 10
        dates.add(response.headers["Date"])
        return len(dates) == 3

    eventually(two_seconds)
    assert files(secure) == []
