import NIOCore

/// The content that waits to be encrypted.
struct TLSWriteQueue {
    private struct Write {
        var content: ByteBuffer
        let promise: EventLoopPromise<Void>?
    }

    private var writes = MarkedCircularBuffer<Write>(initialCapacity: 2)

    /// The most bytes that are encrypted at once: as many as a socket usually accepts.
    private static let maxBytesAtOnce = 64 << 10

    var isEmpty: Bool { writes.isEmpty }

    /// Whether something was flushed.
    var isDue: Bool { writes.hasMark }

    mutating func append(_ content: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        writes.append(Write(content: content, promise: promise))
    }

    mutating func mark() { writes.mark() }

    /// Encrypts the next bytes that were flushed.
    ///
    /// - Parameter sent: completed by the caller; the promises of what is encrypted completely follow it.
    mutating func encrypt(
        with connection: TLSConnection, whenSent sent: EventLoopPromise<Void>
    ) throws(TLSError) {
        var count = 0
        while writes.hasMark, count < Self.maxBytesAtOnce {
            var record = next(sent, limit: Self.maxBytesAtOnce - count)
            // Small writes share a record.
            while writes.hasMark, record.readableBytes < TLSConnection.recordSize {
                var more = next(sent, limit: TLSConnection.recordSize - record.readableBytes)
                record.writeBuffer(&more)
            }
            count += record.readableBytes
            try connection.encrypt(record)
        }
    }

    /// Takes bytes of the first write, or all of it.
    private mutating func next(_ sent: EventLoopPromise<Void>, limit: Int) -> ByteBuffer {
        let first = writes.startIndex
        if writes[first].content.readableBytes > limit {
            return writes[first].content.readSlice(length: limit) ?? ByteBuffer()
        }
        let write = writes.removeFirst()
        if let promise = write.promise { sent.futureResult.cascade(to: promise) }
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
