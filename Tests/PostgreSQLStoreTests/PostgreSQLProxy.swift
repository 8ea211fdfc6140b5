import Foundation
import Synchronization
import TestSupport
import Testing

/// What the proxy does with a connection whose client sends COMMIT.
enum CommitFate: Sendable, CaseIterable {
    case forwarded
    /// The connection is closed before the server gets the COMMIT.
    case withheld
    /// The server gets the COMMIT; the connection is closed before it can respond.
    case unanswered
    /// The connection is closed when the response begins.
    case answeredToNobody
    /// The server neither gets the COMMIT nor learns that the client is gone.
    case stalled
}

/// A proxy between programs and a server, on its own socket, that loses connections while they wait for a COMMIT.
final class PostgreSQLProxy: Sendable {
    private let folder: TemporaryFolder
    private let server: String
    private let listener: Int32
    private let fate: @Sendable () -> CommitFate
    private let open = Mutex<[Int32]>([])
    private let isClosed = Mutex(false)

    /// - Parameter fate: is called once for each COMMIT.
    init(fate: @escaping @Sendable () -> CommitFate) throws {
        self.fate = fate
        let url = try #require(PostgreSQLServer.current).url
        server = String(try #require(url.firstMatch(of: #/host=([^&]+)/#)).1) + "/.s.PGSQL.5432"
        folder = try TemporaryFolder()
        listener = try Self.socket(folder.path(".s.PGSQL.5432")) { bind($0, $1, $2) }
        listen(listener, 100)
        start { proxy in
            while true {
                let client = accept(proxy.listener, nil, nil)
                guard client >= 0, !proxy.isClosed.withLock({ $0 }) else { return }
                proxy.serve(client)
            }
        }
    }

    /// The URL of the same database through the proxy.
    func address(of url: String) -> String { url.replacing(#/host=[^&]+/#, with: "host=\(folder.url.path)") }

    /// Accepts no more connections.
    func refuseConnections() {
        isClosed.withLock { $0 = true }
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder.path(".s.PGSQL.5432"))
    }

    /// Accepts no more connections, and closes the existing ones.
    func close() {
        refuseConnections()
        for descriptor in open.withLock({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private static func socket(
        _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return descriptor
    }

    private func start(_ body: @escaping @Sendable (PostgreSQLProxy) -> Void) {
        Thread { [self] in body(self) }.start()
    }

    private func serve(_ client: Int32) {
        guard let server = try? Self.socket(server, { connect($0, $1, $2) }) else {
            Foundation.close(client)
            return
        }
        open.withLock { $0 += [client, server] }
        let isLost = LostFlag()
        let users = Mutex(2)
        @Sendable func end(_ proxy: PostgreSQLProxy) {
            shutdown(client, Int32(SHUT_RDWR))
            guard
                users.withLock({
                    $0 -= 1; return $0
                }) == 0
            else { return }
            proxy.open.withLock { $0.removeAll { [client, server].contains($0) } }
            for descriptor in [client, server] { Foundation.close(descriptor) }
        }
        start { proxy in
            proxy.forwardRequests(client, server, isLost)
            end(proxy)
        }
        start { proxy in
            while let bytes = Self.read(server) {
                if isLost.isSet { break }
                Self.write(bytes, client)
            }
            end(proxy)
        }
    }

    private func forwardRequests(_ client: Int32, _ server: Int32, _ isLost: LostFlag) {
        var messages = FrontendMessages()
        while let bytes = Self.read(client) {
            guard messages.take(bytes) else {
                Self.write(bytes, server)
                continue
            }
            switch fate() {
            case .forwarded:
                Self.write(bytes, server)
                continue
            case .withheld: break
            case .stalled:
                // The server's end stays open.
                isLost.set()
                return
            case .unanswered:
                isLost.set()
                Self.write(bytes, server)
            case .answeredToNobody:
                isLost.set()
                Self.write(bytes, server)
                var one: UInt8 = 0
                _ = recv(server, &one, 1, Int32(MSG_PEEK))
            }
            break
        }
        shutdown(server, Int32(SHUT_WR))
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Whether a client gets no more bytes.
private final class LostFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}

/// Parses a client's messages as far as needed to detect a COMMIT.
private struct FrontendMessages {
    private var rest: [UInt8] = []
    private var isStarted = false
    private var commits: Set<String> = []

    /// - Returns: whether the bytes complete a message that executes COMMIT.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        rest += bytes
        var isCommit = false
        while true {
            // The first message has no type byte.
            let start = isStarted ? 1 : 0
            guard rest.count >= start + 4 else { return isCommit }
            let length = start + rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= length else { return isCommit }
            if isStarted {
                let texts = rest[5..<length].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
                if rest[0] == UInt8(ascii: "P"), texts[1] == "COMMIT" { commits.insert(texts[0]) }
                if rest[0] == UInt8(ascii: "B"), commits.contains(texts[1]) { isCommit = true }
            }
            isStarted = true
            rest.removeFirst(length)
        }
    }
}
