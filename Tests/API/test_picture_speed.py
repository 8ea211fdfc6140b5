"""The time for listing and searching many pictures, and the memory for reading them."""

import random
import re
import sqlite3
import statistics
import time

import pytest

from harness.pictures import jpeg
from publishing import done

COUNT, SIZE = 10_000, 200_000


def add_pictures(path):
    """Stores pictures of 200 KB each, like uploads do."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    dice = random.Random(7)
    names = ["tea", "spring", "winter", "banner", "album", "night"]
    with database:
        for number in range(1, COUNT + 1):
            name = f"{dice.choice(names)}-{number}.jpg"
            database.execute(
                "INSERT INTO pictures VALUES (?, ?, 'jpeg', 1080, 420, 0, ?, ?, '', '[]', ?, ?, 'Mei', ?, 'Mei', ?)",
                (number, f"{number:032x}", SIZE, name, f"{name}\n\n{number:032x}", number, number, number),
            )
            scan = dice.randbytes(1000).replace(b"\xff", b"\x00") * (SIZE // 1000)
            database.execute("INSERT INTO picture_contents VALUES (?, ?)", (number, jpeg(1080, 420, scan)[:SIZE]))
    database.close()


def seconds(read, rounds=15):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        done(read())
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def resident(server):
    text = server.get("/metrics").body.decode()
    return float(re.search(r"^process_resident_memory_bytes (\S+)", text, re.M).group(1))


@pytest.mark.measures
@pytest.mark.timeout(900)
def test_many_pictures_are_listed_and_searched_quickly_and_read_in_bounded_memory(server):
    server.stop()
    add_pictures(server.database)
    server.start()
    before = resident(server)
    for query in ("", "q=tea", "q=tea-9&used=false", "used=true", "q=nothing", "limit=100"):
        taken = seconds(lambda: server.api("GET", f"/api/pictures?{query}"))
        print(f"list ?{query}: {taken * 1000:.1f} ms")
        assert taken <= 0.1, query
    connection = server.connect()
    for number in range(1, 2001):
        done(server.get(f"/pictures/{number:032x}.jpg", connection=connection))
    grown = resident(server) - before
    print(f"memory for 2,000 pictures read: {grown / 2**20:.0f} MiB")
    assert grown <= 160 * 2**20
