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
