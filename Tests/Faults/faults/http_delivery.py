"""How a case is sent, and what is received for it."""

import select
import time

from faults.raw_wire import NoResponse, Wire

WHOLE, PIECES, HALF = "whole", "byte by byte", "with a half-close behind"
DELIVERIES = [WHOLE, PIECES, HALF]
# Of a long case as many pieces as this are single bytes: its beginning and its end.
SINGLE = 256
# Each case ends within so many seconds of its last byte.
SECONDS = 5
# Single bytes that take longer than this all together may have been too late.
TIME_TO_SEND = 1.5


def pieces(data):
    if len(data) <= 2 * SINGLE:
        return [data[place:place + 1] for place in range(len(data))]
    middle = data[SINGLE:-SINGLE]
    return [*pieces(data[:SINGLE]), *(middle[n:n + 977] for n in range(0, len(middle), 977)), *pieces(data[-SINGLE:])]


def drip(wire, data):
    for piece in pieces(data):
        # Long enough for the server to read one before the next one arrives; ends when the server has.
        if select.select([wire.socket], [], [], 0.00005)[0] and not wire.received:
            if not wire.has_more():
                return
        if not wire.send(piece):
            return


def seen(address, case, delivery, mark):
    """What is wrong with the responses to a case; nothing if they are right, or if it could not be sent in time."""
    for _ in range(3):
        begin = time.monotonic()
        fault = sent(address, case, delivery, mark)
        if not fault or delivery != PIECES or time.monotonic() - begin < TIME_TO_SEND:
            break
    return fault


def sent(address, case, delivery, mark):
    """Sends a case and reads the responses; returns a sentence if they are wrong."""
    responses = []
    with Wire(address, 30) as wire:
        if delivery == PIECES:
            drip(wire, case.data)
        else:
            wire.send(case.data)
        if delivery == HALF:
            wire.finish()
        wire.wait(SECONDS)
        try:
            closed = read(wire, case, responses, delivery == HALF, mark)
        except TimeoutError:
            return f"nothing more came behind {shown(responses)} in {SECONDS} s"
        except NoResponse as reason:
            return f"behind {shown(responses)}: {reason}"
    if case.allows(responses, closed, delivery == HALF):
        return None
    return f"came {shown(responses)}{' and the end' if closed else ''}"


def read(wire, case, responses, half, mark):
    """Reads until the end, or until only the request after the case got a response; returns which."""
    is_asked = False
    while True:
        if not half and not is_asked and case.is_done(responses):
            wire.send(b"GET /sort?page=%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % mark)
            is_asked = True
        ways = case.after(responses)
        following = {way.responses[len(responses)][-1] for way in ways if len(way.responses) > len(responses)}
        found = wire.response(has_body=following != {"-"})
        if found is None:
            return True
        status, body = found
        if is_asked and mark in body:
            if status != 404 or wire.response() is not None:
                raise NoResponse("the request behind it got another response than alone")
            return False
        responses.append(f"{status}-" if following == {"-"} else str(status))
        if not case.after(responses):
            return False


def shown(responses):
    return " ".join(responses) or "nothing"


def timed(address, case, delivery, mark):
    began = time.monotonic()
    return seen(address, case, delivery, mark), time.monotonic() - began
