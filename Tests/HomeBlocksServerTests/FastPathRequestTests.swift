import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct FastPathRequestTests {
    struct Read: Equatable {
        var isHead = false
        var path = "/homepage"
        var query = ""
        var coding: String?
        var known: String?
        var length = 0
    }

    func read(_ text: String) -> Read? {
        Array(text.utf8).withUnsafeBytes { bytes in
            FastPathRequest(bytes).map { request in
                func text(_ bytes: ASCII.Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
                return Read(
                    isHead: request.isHead, path: text(request.path), query: text(request.query),
                    coding: request.acceptEncoding.map(text), known: request.ifNoneMatch.map(text),
                    length: request.length)
            }
        }
    }

    @Test func aRequest_isReadToItsEnd_andNoFurther() {
        let request = "GET /homepage?page=mall&uid=u-1 HTTP/1.1\r\nHost: a.example:80\r\n\r\n"
        let expected = Read(query: "page=mall&uid=u-1", length: request.utf8.count)
        #expect(read(request) == expected)
        #expect(read(request + "POST / HTTP/1.1\r\n") == expected)
        for count in 0..<request.utf8.count {
            #expect(read(String(decoding: request.utf8.prefix(count), as: UTF8.self)) == nil)
        }
    }

    @Test func fieldsThatDecideTheResponse_areReadInAnyCase() {
        let read = read(
            "HEAD /sort HTTP/1.1\r\nhOST:x\r\naccept-ENCODING: \t gzip, br \r\nIF-none-match:\"a\", W/\"b\"\r\n"
                + "User-Agent: App/9 (phone; x)\r\nCookie: a=b\r\nConnection: Keep-Alive\r\n\r\n")
        #expect(read?.isHead == true && read?.path == "/sort")
        #expect(read?.coding == "gzip, br")
        #expect(read?.known == "\"a\", W/\"b\"")
    }

    @Test(arguments: [
        "POST /homepage HTTP/1.1", "get /homepage HTTP/1.1", "GET  /homepage HTTP/1.1", "GET homepage HTTP/1.1",
        "GET http://x/homepage HTTP/1.1", "GET /homepage HTTP/1.0", "GET /homepage HTTP/1.1 ", "GET /homepage",
        "GET /homepage#x HTTP/1.1",
        "GET /homepage?a=\u{e4} HTTP/1.1", "GET /home\0page HTTP/1.1", "GET /homepage?a=\"b\" HTTP/1.1",
        "GET /homepage?a=\u{7f} HTTP/1.1", "\r\nGET /homepage HTTP/1.1", "GET * HTTP/1.1",
    ])
    func otherRequestLines_goToTheParser(_ line: String) {
        #expect(read("\(line)\r\nHost: x\r\n\r\n") == nil)
    }

    @Test(arguments: [
        "", "Host:\r\n", "Host: x\r\nHost: x\r\n", "Host: x y\r\n", "Host: x/\r\n", "Host: x\n", "Host : x\r\n",
        "Host: x\r\nContent-Length: 0\r\n", "Host: x\r\nTransfer-Encoding: chunked\r\n",
        "Host: x\r\nExpect: 100-continue\r\n", "Host: x\r\nUpgrade: h2c\r\n", "Host: x\r\nConnection: close\r\n",
        "Host: x\r\nConnection: keep-alive, close\r\n", "Host: x\r\nConnection:\r\n",
        "Host: x\r\nProxy-Connection: close\r\n", "Host: x\r\nTE: trailers\r\n", "Host: x\r\nTrailer: a\r\n",
        "Host: x\r\nHTTP2-Settings: a\r\n", "Host: x\r\n folded\r\n", "Host: x\r\nA\r\n", "Host: x\r\n: a\r\n",
        "Host: x\r\nA: a\0b\r\n", "Host: x\r\nA: \u{e4}\r\n", "Host: x\r\nA: b\rc\r\n",
        "Host: x\r\nAccept-Encoding: gzip\r\nAccept-Encoding: br\r\n",
        "Host: x\r\nIf-None-Match: \"a\"\r\nIf-None-Match: \"b\"\r\n",
    ])
    func otherFields_goToTheParser(_ fields: String) {
        #expect(read("GET /homepage HTTP/1.1\r\n\(fields)\r\n") == nil)
    }

    @Test func largeHeads_goToTheParser() {
        func request(_ fields: String) -> String { "GET /homepage HTTP/1.1\r\nHost: x\r\n\(fields)\r\n" }
        #expect(read(request("A: \(String(repeating: "a", count: 3900))\r\n")) != nil)
        #expect(read(request("A: \(String(repeating: "a", count: 4100))\r\n")) == nil)
        #expect(read(request(String(repeating: "A: b\r\n", count: 63))) != nil)
        #expect(read(request(String(repeating: "A: b\r\n", count: 64))) == nil)
    }

    @Test func anEmptyIfNoneMatch_countsAsAbsent() {
        #expect(read("GET /sort HTTP/1.1\r\nHost: x\r\nIf-None-Match: \r\n\r\n")?.known == .some(nil))
    }
}
