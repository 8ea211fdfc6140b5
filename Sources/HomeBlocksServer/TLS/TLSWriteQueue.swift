import NIOCore

/// The content that waits to be encrypted.
struct TLSWriteQueue {
    private struct Write {
        var content: ByteBuffer
        let promise: EventLoopPromise<Void>?
    }

    private var writes = MarkedCircularBuffer<Write>(initialCapacity: 2)

    /// The most bytes that are encrypted at once: as many as a socket usually accepts.
    private static let maximumBytesAtOnce = 64 << 10

    var isEmpty: Bool { writes.isEmpty }

    /// Whether a byte waits.
    var hasContent: Bool { writes.contains { $0.content.readableBytes > 0 } }

    /// Whether something was flushed.
    var isDue: Bool { writes.hasMark }

    mutating func append(_ content: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        writes.append(Write(content: content, promise: promise))
    }

    mutating func mark() { writes.mark() }

    /// Encrypts the next bytes that were flushed.
    ///
    /// - Parameter complete: is called with the promise of each write that is encrypted completely.
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

    /// Takes bytes of the first write, or all of it.
    private mutating func next(_ limit: Int, _ complete: (EventLoopPromise<Void>) -> Void) -> ByteBuffer {
        let first = writes.startIndex
        if writes[first].content.readableBytes > limit {
            return writes[first].content.readSlice(length: limit) ?? ByteBuffer()
        }
        let write = writes.removeFirst()
        if let promise = write.promise { complete(promise) }
        return write.content
    }

    /// Takes out everything.
    ///
    /// - Returns: the promises of the writes.
    mutating func removeAll() -> [EventLoopPromise<Void>] {
        defer { writes = MarkedCircularBuffer(initialCapacity: 0) }
        return writes.compactMap(\.promise)
    }
}
