"""A client with one persistent connection: an operator, or a reader if it has no token."""

import http.client
import json

from harness.server import Response


class Lost(Exception):
    """No response was received: the change may or may not have been made."""


class Connection(http.client.HTTPConnection):
    """Sends the head of a request together with its body: between two writes, another thread may hold the interpreter
    lock for seconds, so that the server would time out."""

    def _send_output(self, message_body=None, encode_chunked=False):
        if isinstance(message_body, bytes):
            message = b"\r\n".join([*self._buffer, b"", message_body])
            self._buffer.clear()
            self.send(message)
        else:
            super()._send_output(message_body, encode_chunked=encode_chunked)


class Client:
    """Sends one request after the other. The next request reopens a lost connection."""

    # Whether the server announced that it closes the connection.
    is_over = False

    def __init__(self, address, token=None, timeout=20):
        self.address, self.token = address, token
        self.connection = Connection(*address, timeout=timeout)

    def send(self, method, path, body=None, headers=None):
        """Returns the whole response. `body` is sent as JSON unless it is bytes. Raises ``Lost`` without a response."""
        own = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            own["Content-Type"] = "application/json"
            body = body if isinstance(body, bytes) else json.dumps(body)
        try:
            self.connection.request(method, path, body=body, headers=own | (headers or {}))
            response = self.connection.getresponse()
            if response.headers.get_content_type() == "text/event-stream":
                # The event stream has no end.
                self.close()
                return Response(response.status, response.headers, b"")
            return Response(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Lost(f"{method} {path}: {type(error).__name__}: {error}") from error

    def get(self, path, headers=None):
        return self.send("GET", path, headers=headers)

    def sort(self, change, page="music", headers=None):
        return self.send("POST", f"/sort?page={page}", change, headers)

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
