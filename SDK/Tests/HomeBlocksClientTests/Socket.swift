import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A blocking TCP socket on 127.0.0.1, for ``ScriptedServer``.
struct Socket: Sendable {
    private let descriptor: Int32
    /// The port of the listening side.
    let port: UInt16

    /// Listens on a free port.
    static func listening() throws -> Socket {
        let descriptor = make()
        let port = withAddress(port: 0) { address, length -> UInt16? in
            var length = length
            guard bind(descriptor, address, length) == 0, listen(descriptor, 128) == 0,
                getsockname(descriptor, address, &length) == 0
            else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
        guard let port else { throw URLError(.cannotConnectToHost) }
        return Socket(descriptor: descriptor, port: port)
    }

    /// Connects to a port and disconnects, which wakes a thread that waits in ``nextConnection()``.
    static func touch(port: UInt16) {
        let descriptor = make()
        _ = withAddress(port: port) { connect(descriptor, $0, $1) }
        Socket(descriptor: descriptor, port: port).close()
    }

    /// Waits for the next connection; returns nil if the socket was closed.
    func nextConnection() -> Socket? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        #if canImport(Darwin)
            // On other platforms, a flag of `send` prevents the signal.
            var isOn: Int32 = 1
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return Socket(descriptor: connection, port: port)
    }

    /// Reads up to the empty line that ends a request's head; returns nil if the connection ends before.
    func readHead() -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") { return String(text[..<end.lowerBound]) }
        }
    }

    /// Writes bytes until all are written or the peer has closed the connection.
    func write(_ bytes: [UInt8]) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    private static func make() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func withAddress<Result>(
        port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
