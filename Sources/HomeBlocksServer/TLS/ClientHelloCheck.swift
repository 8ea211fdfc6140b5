import NIOCore

/// Refuses a ClientHello that announces more than 16 KiB, because OpenSSL allocates the announced size before the bytes
/// arrive.
struct ClientHelloCheck {
    /// The headers of the first record and message; empty after the check.
    private var head: [UInt8] = []
    private var isDone = false

    private static let maximumSize = 16 << 10
    /// The header of a record ends with its size, two bytes. The header of a message is its type and its size, three bytes.
    private static let recordHeadSize = 5, messageHeadSize = 4

    mutating func receive(_ bytes: ByteBuffer) throws(TLSError) {
        guard !isDone else { return }
        let size = Self.recordHeadSize + Self.messageHeadSize
        head += bytes.readableBytesView.prefix(size - head.count)
        guard head.count == size else { return }
        let record = Int(head[3]) << 8 | Int(head[4])
        let message = Int(head[6]) << 16 | Int(head[7]) << 8 | Int(head[8])
        guard record >= Self.messageHeadSize, message <= Self.maximumSize else { throw TLSError() }
        isDone = true
        head = []
    }
}
