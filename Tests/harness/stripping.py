"""A proxy that serves a server below a path, and removes the path from requests."""

import http.client
import http.server
import threading


class Listener(http.server.ThreadingHTTPServer):
    # A browser opens many connections at the same time, one for each file.
    request_queue_size = 256
    daemon_threads = True


class StrippingProxy:
    """`server` is set before the first request; `missing` has the paths that the server or the proxy does not have."""

    def __init__(self, path):
        self.path, self.server, self.missing = path, None, []
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def pass_on(self):
                if not self.path.startswith(f"{proxy.path}/"):
                    proxy.missing.append(self.path)
                    return self.send_error(404)
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                connection = http.client.HTTPConnection("127.0.0.1", proxy.server.port, timeout=60)
                try:
                    connection.request(self.command, self.path[len(proxy.path) :], body or None, dict(self.headers))
                    self.respond(connection.getresponse())
                except (OSError, http.client.HTTPException, ValueError):
                    # The server or the browser has closed the connection.
                    pass
                finally:
                    connection.close()
                    self.close_connection = True

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

            def respond(self, response):
                if response.status == 404:
                    proxy.missing.append(self.path)
                self.send_response_only(response.status)
                for name, value in response.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("Connection", "close")
                self.end_headers()
                while part := response.read1(65536):
                    self.wfile.write(part)
                    self.wfile.flush()

            def log_message(self, *_):
                pass

        self.proxy = Listener(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.proxy.server_port}{path}"
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()

    def stop(self):
        self.proxy.shutdown()
        self.proxy.server_close()
