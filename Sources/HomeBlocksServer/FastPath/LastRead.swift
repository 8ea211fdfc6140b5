/// A read, apart from the content and the time on which the response also depends.
final class FastPathRead: Sendable {
    enum Source {
        case page(ParsedReads.Parsed)
        case picture(Representation)
    }

    let source: Source
    let isHead: Bool
    let hasRange: Bool
    let coding: ContentCoding
    /// The value of `If-None-Match`; nil if it is absent.
    let known: [UInt8]?
    /// The size of the request in bytes.
    let length: Int

    init(_ request: FastPathRequest, of source: Source) {
        self.source = source
        isHead = request.isHead
        hasRange = request.hasRange
        coding = request.acceptEncoding.map { ContentCoding.best(for: $0) } ?? .identity
        known = request.ifNoneMatch.map { Array($0) }
        length = request.length
    }
}

/// The last read of a page on a connection whose head was short. A client that reads repeatedly mostly sends the same
/// head, which need not be parsed again.
struct LastRead {
    private var head: [UInt8] = []
    private var read: FastPathRead?

    /// Longer heads are not kept.
    private static let maximumBytes = 1024

    /// Returns the read if the bytes are its head.
    func read(of bytes: ASCII.Bytes) -> FastPathRead? {
        head.withUnsafeBytes { ASCII.isSame($0, bytes) } ? read : nil
    }

    /// Returns the read if the bytes start with its head.
    func read(atStartOf bytes: ASCII.Bytes) -> FastPathRead? {
        read(of: ASCII.Bytes(rebasing: bytes.prefix(head.count)))
    }

    mutating func keep(_ read: FastPathRead, of bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.maximumBytes else { return }
        head.removeAll(keepingCapacity: true)
        head.append(contentsOf: bytes)
        self.read = read
    }
}
