import NIOCore

/// Refuses a first message of a client that claims to be larger than one needs to be: OpenSSL has memory for all of it
/// before it arrives.
struct ClientHelloCheck {
    /// The head of a record and of the message in it. Empty once it was checked.
    private var head: [UInt8] = []
    private var isDone = false

    private static let maximumSize = 16 << 10
    /// The head of a record has five bytes, the last two with the record's size. The head of a message has its type, and its
    /// size in three bytes.
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
