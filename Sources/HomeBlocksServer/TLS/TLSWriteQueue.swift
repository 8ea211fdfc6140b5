import NIOCore

/// The queue of content to encrypt.
struct TLSWriteQueue {
    private struct Write {
        var content: ByteBuffer
        let promise: EventLoopPromise<Void>?
    }

    private var writes = MarkedCircularBuffer<Write>(initialCapacity: 2)

    /// The maximum number of bytes to encrypt at once, which is about what a socket accepts.
    private static let maximumBytesAtOnce = 64 << 10

    var isEmpty: Bool { writes.isEmpty }

    /// Whether any bytes are pending.
    var hasContent: Bool { writes.contains { $0.content.readableBytes > 0 } }

    /// Whether flushed writes are pending.
    var isDue: Bool { writes.hasMark }

    mutating func append(_ content: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        writes.append(Write(content: content, promise: promise))
    }

    mutating func mark() { writes.mark() }

    /// Encrypts the next flushed bytes.
    ///
    /// - Parameter complete: called with the promise of each completely encrypted write.
    mutating func encrypt(
        with connection: TLSConnection, complete: (EventLoopPromise<Void>) -> Void
    ) throws(TLSError) {
        var count = 0
        while writes.hasMark, count < Self.maximumBytesAtOnce {
            var record = next(Self.maximumBytesAtOnce - count, complete)
            // Small writes share a record.
            while writes.hasMark, record.readableBytes < TLSConnection.recordSize {
                var more = next(TLSConnection.recordSize - record.readableBytes, complete)
                record.writeBuffer(&more)
            }
            count += record.readableBytes
            try connection.encrypt(record)
        }
    }

    /// Removes and returns bytes of the first write, or all of it.
    private mutating func next(_ limit: Int, _ complete: (EventLoopPromise<Void>) -> Void) -> ByteBuffer {
        let first = writes.startIndex
        if writes[first].content.readableBytes > limit {
            return writes[first].content.readSlice(length: limit) ?? ByteBuffer()
        }
        let write = writes.removeFirst()
        if let promise = write.promise { complete(promise) }
        return write.content
    }

    /// Removes all writes.
    ///
    /// - Returns: the promises of the writes.
    mutating func removeAll() -> [EventLoopPromise<Void>] {
        defer { writes = MarkedCircularBuffer(initialCapacity: 0) }
        return writes.compactMap(\.promise)
    }
}
