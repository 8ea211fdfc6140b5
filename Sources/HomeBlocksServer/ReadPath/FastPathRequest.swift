/// A request without a body that says nothing unusual, as it came over the wire. What is not surely one is none: the
/// ordinary way has a whole parser for it.
struct FastPathRequest {
    typealias Bytes = UnsafeRawBufferPointer

    let isHead: Bool
    let path: Bytes
    let query: Bytes
    let acceptEncoding: Bytes?
    let ifNoneMatch: Bytes?
    /// How many bytes it has.
    let length: Int

    /// What has more bytes or lines is not plain.
    private static let mostBytes = 4096
    private static let mostFields = 64

    /// Reads a request at the start of some bytes; nil if it is no plain one, or not whole.
    init?(_ bytes: Bytes) {
        var scanner = RequestScanner(Bytes(rebasing: bytes.prefix(Self.mostBytes)))
        guard let isHead = scanner.method(), let target = scanner.target(), scanner.skip("HTTP/1.1\r\n") else {
            return nil
        }
        var (hosts, acceptEncoding, ifNoneMatch): (Int, Bytes?, Bytes?) = (0, nil, nil)
        var fields = 0
        while !scanner.skip("\r\n") {
            guard let (name, value) = scanner.field(), fields < Self.mostFields else { return nil }
            fields += 1
            switch FastPathField(name) {
            case .host:
                guard hosts == 0, Self.isPlainHost(value) else { return nil }
                hosts += 1
            case .acceptEncoding where acceptEncoding == nil: acceptEncoding = value
            case .ifNoneMatch where ifNoneMatch == nil: ifNoneMatch = value
            case .connection where ASCII.isEqual(value, "keep-alive"): break
            case .acceptEncoding, .ifNoneMatch, .connection, .unusual: return nil
            case .other: break
            }
        }
        guard hosts == 1 else { return nil }
        self.isHead = isHead
        path = target.path
        query = target.query
        self.acceptEncoding = acceptEncoding
        // An empty one says nothing.
        self.ifNoneMatch = ifNoneMatch.flatMap { $0.isEmpty ? nil : $0 }
        length = scanner.position
    }

    /// Whether a host is a name of letters that stand for themselves, with or without a port.
    private static func isPlainHost(_ value: Bytes) -> Bool {
        let name = value.prefix { ByteSet.registeredName.contains($0) }
        let rest = value.dropFirst(name.count)
        let isPort = rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return !name.isEmpty && (rest.isEmpty || isPort)
    }
}
