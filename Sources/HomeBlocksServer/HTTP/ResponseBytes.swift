import NIOCore
import Publishing

/// The bytes of a body in buffers. Versions of a body share the buffers of equal pieces.
struct ResponseBytes: Sendable {
    let buffers: [ByteBuffer]
    /// The number of bytes in all buffers.
    let count: Int
    /// The buffers of pieces that a later version may reuse.
    private let known: [DocumentPiece.Identity: ByteBuffer]

    /// A smaller body is a single buffer, because sharing gains nothing.
    private static let minimumSharedBytes = 64 << 10

    /// The approximate overhead in bytes of a piece, without its content and identity.
    private static let bytesPerPiece = 256

    init(_ buffer: ByteBuffer) { self.init(buffers: [buffer], count: buffer.readableBytes, known: [:]) }

    /// Creates the bytes of a document.
    ///
    /// - Parameter earlier: the bytes of an earlier version, whose buffers are reused for equal pieces.
    init(_ pieces: [DocumentPiece], like earlier: ResponseBytes?) {
        let count = pieces.reduce(0) { $0 + $1.count }
        guard count >= Self.minimumSharedBytes else {
            self.init(Self.buffer(of: pieces, count: count))
            return
        }
        let buffers = pieces.map { piece in
            earlier?.known[piece.identity] ?? Self.buffer(of: [piece], count: piece.count)
        }
        let known = Dictionary(zip(pieces.map(\.identity), buffers), uniquingKeysWith: { $1 })
        self.init(buffers: buffers, count: count, known: known)
    }

    private init(buffers: [ByteBuffer], count: Int, known: [DocumentPiece.Identity: ByteBuffer]) {
        (self.buffers, self.count, self.known) = (buffers, count, known)
    }

    /// The approximate memory use in bytes, including shared buffers.
    var weight: Int {
        let identities = known.keys.reduce(0) { $0 + Self.bytesPerPiece + $1.weight }
        return buffers.reduce(identities) { $0 + $1.storageCapacity }
    }

    /// All bytes in one buffer, copied if there are several.
    var joined: ByteBuffer {
        if buffers.count == 1 { return buffers[0] }
        var joined = ByteBuffer()
        joined.reserveCapacity(count)
        for buffer in buffers { joined.writeImmutableBuffer(buffer) }
        return joined
    }

    private static func buffer(of pieces: [DocumentPiece], count: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(count)
        for piece in pieces {
            for part in piece.parts { buffer.writeBytes(part) }
        }
        return buffer
    }
}
