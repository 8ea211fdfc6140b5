import Foundation

/// A request that ``ScriptedServer`` received.
struct ScriptedRequest: Sendable {
    /// The path, still percent-encoded.
    let path: String
    /// The decoded query parameters by name.
    let parameters: [String: String]
    /// The headers by lower-case name.
    let headers: [String: String]

    /// Parses a request head; nil if it is not one.
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, let components = URLComponents(string: String(words[1])) else { return nil }
        path = components.percentEncodedPath
        let items = components.queryItems ?? []
        parameters = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (line[..<colon].lowercased(), value)
        }
        headers = Dictionary(fields, uniquingKeysWith: { first, _ in first })
    }
}

/// A response that ``ScriptedServer`` sends.
struct ScriptedResponse: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
    /// Whether to close the connection without a response.
    var isDropped = false

    /// The response as an HTTP/1.1 message.
    fileprivate var bytes: [UInt8] {
        if isDropped { return [] }
        let fields = headers.merging(["Connection": "close", "Content-Length": "\(body.utf8.count)"]) { first, _ in
            first
        }
        let lines = ["HTTP/1.1 \(status) Scripted"] + fields.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}

/// An HTTP server on a free port of 127.0.0.1 whose responses a test defines. It implements just enough HTTP/1.1 for
/// `GET`, and closes each connection after one response, so that the SDK is tested over real sockets without
/// dependencies.
struct ScriptedServer: Sendable {
    typealias Handler = @Sendable (ScriptedRequest, Int) async throws -> ScriptedResponse

    /// The server's base address.
    let url: URL
    /// The requests so far.
    let log: RequestLog

    /// Runs a server for the duration of a test.
    ///
    /// - Parameters:
    ///   - handler: returns the response to a request, given its number from 1.
    ///   - test: the body of the test.
    static func run(
        _ handler: @escaping Handler, _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        let listener = try Socket.listening()
        let log = RequestLog()
        let isOver = Box(false)
        async let stopped: Void = withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while let connection = listener.nextConnection() {
                    if isOver.value {
                        connection.close()
                        break
                    }
                    Thread.detachNewThread { serve(connection, log, handler) }
                }
                listener.close()
                continuation.resume()
            }
        }
        guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw URLError(.badURL) }
        let result = await Result { try await test(ScriptedServer(url: url, log: log)) }
        isOver.value = true
        Socket.touch(port: listener.port)
        await stopped
        try result.get()
    }

    /// Serves one request. The handler is awaited on a separate thread, which may block.
    private static func serve(_ connection: Socket, _ log: RequestLog, _ handler: @escaping Handler) {
        defer { connection.close() }
        guard let head = connection.readHead(), let request = ScriptedRequest(head: head) else { return }
        let done = DispatchSemaphore(value: 0)
        Task {
            let response = try? await handler(request, await log.add(request))
            connection.write((response ?? ScriptedResponse(status: 500)).bytes)
            done.signal()
        }
        done.wait()
    }

    /// A page with one section.
    static func page(_ code: String = "A", headers: [String: String] = [:]) -> ScriptedResponse {
        response(
            200, #"{"code":200,"message":"","data":{"blocks":[{"blockCode":"\#(code)","showType":"X"}]}}"#, headers)
    }

    /// An error response of the server itself.
    static func problem(_ status: Int, _ detail: String = "No.") -> ScriptedResponse {
        response(
            status, #"{"type":"urn:homeblocks:problem:x","title":"No","status":\#(status),"detail":"\#(detail)"}"#,
            ["Content-Type": "application/problem+json"])
    }

    static func response(
        _ status: Int, _ body: String = "", _ headers: [String: String] = [:]
    ) -> ScriptedResponse {
        ScriptedResponse(status: status, headers: headers, body: body)
    }
}

/// The requests that a server received.
actor RequestLog {
    private(set) var requests: [ScriptedRequest] = []

    /// - Returns: the number of requests so far.
    fileprivate func add(_ request: ScriptedRequest) -> Int {
        requests.append(request)
        return requests.count
    }

    /// The values of a header, one for each request.
    func header(_ name: String) -> [String?] { requests.map { $0.headers[name.lowercased()] } }
}
