"""An HTTP/2 client that sends any frames, well-formed or not."""

import json
import select
import socket
import ssl

import h2.config
import h2.connection
import h2.errors
import h2.events


class HTTP2:
    """A connection with many streams. `responses` has the status and body of each, or the error of its reset."""

    def __init__(self, secure):
        context = ssl.create_default_context(cafile=secure.trusted)
        context.set_alpn_protocols(["h2"])
        plain = socket.create_connection(("127.0.0.1", secure.port), timeout=20)
        self.socket = context.wrap_socket(plain, server_hostname="127.0.0.1")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.connection = h2.connection.H2Connection(
            h2.config.H2Configuration(
                client_side=True, header_encoding="utf-8", validate_outbound_headers=False, normalize_outbound_headers=False
            )
        )
        self.connection.initiate_connection()
        self.responses, self.closed = {}, None
        # The header fields of each response, in order.
        self.fields = {}
        self.authority = f"127.0.0.1:{secure.port}"
        self.flush()

    def head(self, path="/sort", fields=(), **pseudo):
        """The header fields of a request; a pseudo-header that is None is omitted."""
        pseudo = {"method": "GET", "scheme": "https", "authority": self.authority, "path": path} | pseudo
        return [(f":{name}", value) for name, value in pseudo.items() if value is not None] + list(fields)

    def open(self, head, body=None, ends=True):
        """Begins a request and returns its stream's number. Unless it `ends` here, more of its body follows."""
        stream = self.connection.get_next_available_stream_id()
        self.connection.send_headers(stream, head, end_stream=ends and body is None)
        if body is not None:
            self.connection.send_data(stream, body, end_stream=True)
        self.flush()
        return stream

    def flush(self):
        self.socket.sendall(self.connection.data_to_send())

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            self.closed = self.closed or "without GOAWAY"
            return
        for event in self.connection.receive_data(data):
            match event:
                case h2.events.ResponseReceived():
                    status = int(dict(event.headers)[":status"])
                    self.fields[event.stream_id] = event.headers
                    self.responses[event.stream_id] = [status, dict(event.headers), b"", False]
                case h2.events.DataReceived():
                    self.responses[event.stream_id][2] += event.data
                    self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                case h2.events.StreamEnded():
                    self.responses[event.stream_id][3] = True
                case h2.events.StreamReset() if event.stream_id not in self.responses:
                    self.responses[event.stream_id] = [h2.errors.ErrorCodes(event.error_code).name, {}, b"", True]
                case h2.events.ConnectionTerminated():
                    self.closed = h2.errors.ErrorCodes(event.error_code).name
        if self.closed is None:
            self.flush()

    def receive_some(self):
        """Reads the data that is available now."""
        if self.socket.pending() or select.select([self.socket], [], [], 0.001)[0]:
            self.receive()

    def reset(self, stream):
        self.connection.reset_stream(stream, h2.errors.ErrorCodes.CANCEL)
        self.flush()

    def response(self, stream):
        """The status and body of a response, or the error code of the stream's reset."""
        while not (stream in self.responses and self.responses[stream][3]):
            assert self.closed is None, f"the connection ended: {self.closed}"
            self.receive()
        status, fields, body, _ = self.responses[stream]
        is_problem = fields.get("content-type") == "application/problem+json"
        return status, json.loads(body) if is_problem else body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
