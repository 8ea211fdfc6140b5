import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

/// A server on a free port that answers as a test says: for the faults that the real one does not make.
struct ScriptedServer: Sendable {
    /// Where it listens.
    let url: URL
    let log: RequestLog

    static func run(
        _ answer: @escaping @Sendable (Request, Int) async throws -> Response,
        _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        let log = RequestLog()
        let router = Router()
        router.get("/**") { request, _ in try await answer(request, await log.add(request)) }
        let application = Application(
            router: router, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.live) { client in
            guard let port = client.port, let url = URL(string: "http://127.0.0.1:\(port)") else {
                throw URLError(.badURL)
            }
            try await test(ScriptedServer(url: url, log: log))
        }
    }

    static func page(_ code: String = "A", headers: [String: String] = [:]) -> Response {
        answer(.ok, #"{"code":200,"message":"","data":{"blocks":[{"blockCode":"\#(code)","showType":"X"}]}}"#, headers)
    }

    static func answer(
        _ status: HTTPResponse.Status, _ body: String = "", _ headers: [String: String] = [:]
    ) -> Response {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
    }
}

/// The requests that a server got.
actor RequestLog {
    private(set) var requests: [Request] = []
    private var waiting: [(Int, CheckedContinuation<Void, Never>)] = []

    /// - Returns: how many there have been.
    func add(_ request: Request) -> Int {
        requests.append(request)
        for (count, continuation) in waiting where count <= requests.count { continuation.resume() }
        waiting.removeAll { $0.0 <= requests.count }
        return requests.count
    }

    /// Waits until there have been so many.
    func reach(_ count: Int) async {
        if requests.count >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }

    func header(_ name: String) -> [String?] {
        requests.map { request in HTTPField.Name(name).flatMap { request.headers[$0] } }
    }
}
