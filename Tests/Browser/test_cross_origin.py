"""A web page of another origin reads the public routes in a real browser."""

import http.server
import threading

import pytest

READ = """async ([url, headers, method]) => {
    try {
        const response = await fetch(url, { headers, method, cache: "no-store" })
        return { status: response.status, tag: response.headers.get("ETag"), length: (await response.text()).length }
    } catch (error) { return { error: error.name } }
}"""


@pytest.fixture
def elsewhere(browser):
    """A page of another origin (another port)."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>elsewhere</title>")

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    yield page
    context.close()
    site.shutdown()


def test_a_page_of_another_origin_can_read_and_revalidate_the_homepage(server, elsewhere):
    def read(path, headers=None, method="GET"):
        return elsewhere.evaluate(READ, [server.url + path, headers or {}, method])

    first = read("/homepage")
    assert first["status"] == 200 and first["tag"] and first["length"] > 1000
    # If-None-Match needs a preflight request.
    again = read("/homepage", {"If-None-Match": first["tag"]})
    assert again == {"status": 304, "tag": first["tag"], "length": 0}
    assert read("/homepage/blocks/NONE")["status"] == 404


def test_a_page_of_another_origin_cannot_read_operator_routes(server, elsewhere):
    for path, headers, method in (
        ("/api/pages", {}, "GET"),
        ("/api/pages", {"Authorization": f"Bearer {server.token}"}, "GET"),
        ("/api/session", {}, "GET"),
        ("/sort", {"Content-Type": "application/json"}, "POST"),
        ("/metrics", {}, "GET"),
        ("/admin/", {}, "GET"),
    ):
        assert elsewhere.evaluate(READ, [server.url + path, headers, method]) == {"error": "TypeError"}, path
