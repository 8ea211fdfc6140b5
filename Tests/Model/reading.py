"""Requests, and checks that do not depend on the model: no server errors, and correct ETags."""

import hashlib
import http.client


class Reader:
    def __init__(self, server):
        self.server, self.connection = server, server.connect()
        # The ETags of each path and their bodies.
        self.tags, self.bodies = {}, {}

    def send(self, method, path, body=None, headers=None, token=None):
        try:
            response = self.server.api(method, path, body, token, headers, self.connection)
        except (http.client.HTTPException, ConnectionError):
            # The server may close an idle connection; only reads are sent again.
            assert method == "GET", (method, path)
            self.connection = self.server.connect()
            response = self.server.api(method, path, body, token, headers, self.connection)
        assert response.status < 500, (method, path, body, response.status, response.body.decode())
        return response

    def expect(self, response, status):
        assert response.status == status, (response.status, status, response.body.decode())
        return response

    def read(self, path):
        """Reads a path; checks that the same ETag never has two bodies."""
        response = self.expect(self.send("GET", path), 200)
        tag, digest = response.headers["ETag"], hashlib.sha256(response.body).hexdigest()
        if tag:
            assert self.bodies.setdefault((path, tag), digest) == digest, f"{path} has two bodies with the tag {tag}"
            tags = self.tags.setdefault(path, [])
            if tags[-1:] != [tag]:
                # The most recently read ETag is last.
                tags.append(tag)
        return response

    def data(self, path):
        return self.read(path).json["data"]

    def revalidate(self, path):
        """Checks that an ETag that is still current has the current body."""
        last = (self.tags.get(path) or ['"none"'])[-1]
        digest = self.bodies.get((path, last))
        status = self.send("GET", path, headers={"If-None-Match": last}).status
        body = hashlib.sha256(self.read(path).body).hexdigest()
        assert (status == 304) <= (body == digest), f"{path} says 304 for {last}, though its body changed"
