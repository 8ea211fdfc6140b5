"""Sends a case in different ways, and reads the responses."""

import select
import time

from faults.strict_wire import NoResponse, StrictWire

WHOLE, PIECES, HALF = "whole", "byte by byte", "with a half-close"
DELIVERIES = [WHOLE, PIECES, HALF]
# The number of single bytes at the beginning and at the end of a long case.
SINGLE = 256
# Each case ends within this many seconds after its last byte.
SECONDS = 5
# If sending the single bytes takes longer than this, a timeout of the server may have affected the case.
TIME_TO_SEND = 1.5


def pieces(data):
    if len(data) <= 2 * SINGLE:
        return [data[place : place + 1] for place in range(len(data))]
    middle = data[SINGLE:-SINGLE]
    return [*pieces(data[:SINGLE]), *(middle[n : n + 977] for n in range(0, len(middle), 977)), *pieces(data[-SINGLE:])]


def drip(wire, data):
    for piece in pieces(data):
        # Wait long enough for the server to read each piece separately; stop once the server has closed the connection.
        if select.select([wire.socket], [], [], 0.00005)[0] and not wire.received:
            if not wire.has_more():
                return
        if not wire.send(piece):
            return


def seen(address, case, delivery, mark):
    """Returns the violation in the responses to a case; None if there is none, or if it could not be sent in time."""
    for _ in range(3):
        begin = time.monotonic()
        fault = sent(address, case, delivery, mark)
        if not fault or delivery != PIECES or time.monotonic() - begin < TIME_TO_SEND:
            break
    return fault


def sent(address, case, delivery, mark):
    """Sends a case and reads the responses; returns the violation, or None."""
    responses = []
    with StrictWire(address, 30) as wire:
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
            return f"nothing was received after {shown(responses)} within {SECONDS} s"
        except NoResponse as reason:
            return f"after {shown(responses)}: {reason}"
    if case.allows(responses, closed, delivery == HALF):
        return None
    return f"received {shown(responses)}{' and the end' if closed else ''}"


def read(wire, case, responses, half, mark):
    """Reads until the connection is closed or the request after the case gets its response; returns true if closed."""
    is_requested = False
    while True:
        if not half and not is_requested and case.is_done(responses):
            wire.send(b"GET /sort?page=%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % mark)
            is_requested = True
        ways = case.after(responses)
        following = {way.responses[len(responses)][-1] for way in ways if len(way.responses) > len(responses)}
        found = wire.response(has_body=following != {"-"})
        if found is None:
            return True
        status, body = found
        if is_requested and mark in body:
            if status != 404 or wire.response() is not None:
                raise NoResponse("the request after it got a different response than alone")
            return False
        responses.append(f"{status}-" if following == {"-"} else str(status))
        if not case.after(responses):
            return False


def shown(responses):
    return " ".join(responses) or "nothing"


def timed(address, case, delivery, mark):
    began = time.monotonic()
    return seen(address, case, delivery, mark), time.monotonic() - began
