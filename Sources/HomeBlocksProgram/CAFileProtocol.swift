import Foundation
import OutgoingHTTP
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Makes the requests of a session with a client that trusts the certificates of a file: on Linux a session itself trusts
/// those of the system only. It follows no redirects.
final class CAFileProtocol: URLProtocol {
    /// The file of this process: a session makes its protocols by their type alone.
    private static let file = Mutex<String?>(nil)
    private static let client = Result { try OutgoingHTTPClient() }
    private static let connectTime = Duration.seconds(30)
    /// What a long upload takes at most: a session limits only the time in which nothing comes.
    private static let time = Duration.seconds(3600)

    private var loading: Task<Void, Never>?

    /// - Parameter file: the path of a PEM file. A process has one.
    static func session(trusting file: String) -> URLSession {
        Self.file.withLock { $0 = file }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Self.self]
        return URLSession(configuration: configuration)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let request = request
        let receiver = Receiver(loading: self)
        loading = Task { await receiver.load(request) }
    }

    override func stopLoading() { loading?.cancel() }

    /// Passes a response on to the session. It is used by one task, once.
    private struct Receiver: @unchecked Sendable {
        let loading: CAFileProtocol

        func load(_ request: URLRequest) async {
            let client = loading.client
            do {
                let (response, body) = try await CAFileProtocol.response(to: request)
                client?.urlProtocol(loading, didReceive: response, cacheStoragePolicy: .notAllowed)
                client?.urlProtocol(loading, didLoad: body)
                client?.urlProtocolDidFinishLoading(loading)
            } catch let error as OutgoingHTTPError {
                let code = error.isTimeout ? URLError.Code.timedOut : .secureConnectionFailed
                let failure = URLError(code, userInfo: [NSLocalizedDescriptionKey: error.description])
                client?.urlProtocol(loading, didFailWithError: failure)
            } catch {
                client?.urlProtocol(loading, didFailWithError: error)
            }
        }
    }

    private static func response(to request: URLRequest) async throws -> (HTTPURLResponse, Data) {
        guard let url = request.url else { throw URLError(.badURL) }
        let response = try await client.get().response(to: outgoing(request, url))
        let fields = Dictionary(response.fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        let head = HTTPURLResponse(
            url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: fields)
        guard let head else { throw URLError(.badServerResponse) }
        return (head, Data(response.body))
    }

    private static func outgoing(_ request: URLRequest, _ url: URL) -> OutgoingRequest {
        var outgoing = OutgoingRequest(
            method: request.httpMethod ?? "GET", url: url.absoluteString,
            fields: (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }, connectTime: connectTime,
            time: time)
        outgoing.idleTime = .seconds(request.timeoutInterval)
        outgoing.body = request.httpBody.map { Array($0) } ?? []
        outgoing.mostBytes = .max
        outgoing.route.caFile = file.withLock(\.self)
        return outgoing
    }
}
