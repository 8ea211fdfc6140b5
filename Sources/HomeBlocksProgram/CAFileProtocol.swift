import Foundation
import OutgoingHTTP
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the requests of a session through a client that trusts the certificates of a file: on Linux, a session itself
/// trusts only those of the system. It does not follow redirects.
final class CAFileProtocol: URLProtocol {
    /// The file of this process: a session creates its protocols only by type.
    private static let file = Mutex<String?>(nil)
    private static let client = Result { try OutgoingHTTPClient() }
    private static let connectTime = Duration.seconds(30)
    /// The time limit of a long upload: a session limits only idle time.
    private static let time = Duration.seconds(3600)

    /// - Parameter file: the path of a PEM file. A process can have only one.
    static func session(trusting file: String) -> URLSession {
        Self.file.withLock { $0 = file }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Self.self]
        return URLSession(configuration: configuration)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Sends the request and blocks until the response arrives. The session calls this on its queue, and its client
    /// must be called on the same queue, so the requests of a command are sent one by one.
    override func startLoading() {
        do {
            guard let url = request.url else { throw URLError(.badURL) }
            let response = try Self.client.get().waitForResponse(to: Self.outgoing(request, url))
            let fields = Dictionary(response.fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
            let head = HTTPURLResponse(
                url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: fields)
            guard let head else { throw URLError(.badServerResponse) }
            client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data(response.body))
            client?.urlProtocolDidFinishLoading(self)
        } catch let error as OutgoingHTTPError {
            let code = error.isTimeout ? URLError.Code.timedOut : .cannotConnectToHost
            let failure = URLError(code, userInfo: [NSLocalizedDescriptionKey: error.description])
            client?.urlProtocol(self, didFailWithError: failure)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    override func stopLoading() {}

    private static func outgoing(_ request: URLRequest, _ url: URL) -> OutgoingRequest {
        var outgoing = OutgoingRequest(
            method: request.httpMethod ?? "GET", url: url.absoluteString,
            fields: (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }, connectTime: connectTime,
            time: time)
        outgoing.idleTime = .seconds(request.timeoutInterval)
        outgoing.body = request.httpBody.map { Array($0) } ?? body(of: request.httpBodyStream)
        outgoing.maximumBytes = .max
        outgoing.route.caFile = file.withLock(\.self)
        return outgoing
    }

    /// On Apple platforms, a session passes the body as a stream.
    private static func body(of stream: InputStream?) -> [UInt8] {
        guard let stream else { return [] }
        stream.open()
        defer { stream.close() }
        var (body, part) = ([] as [UInt8], [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = stream.read(&part, maxLength: part.count)
            guard count > 0 else { return body }
            body += part[..<count]
        }
    }
}
