import NIOCore
import Publishing

/// The bytes of a body in some buffers, which bodies share as far as they are the same.
struct ResponseBytes: Sendable {
    let buffers: [ByteBuffer]
    /// How many bytes they have.
    let count: Int
    /// The buffers of pieces that a later version may have, too.
    private let known: [DocumentPiece.Identity: ByteBuffer]

    /// A body of fewer bytes is one buffer: nothing is gained by sharing.
    private static let minSharedBytes = 64 << 10

    /// About how many bytes a piece needs beside its own and its identity.
    private static let bytesPerPiece = 256

    init(_ buffer: ByteBuffer) { self.init(buffers: [buffer], count: buffer.readableBytes, known: [:]) }

    /// The bytes of a document.
    ///
    /// - Parameter earlier: those of an earlier version, whose pieces are not copied again.
    init(_ pieces: [DocumentPiece], like earlier: ResponseBytes?) {
        let count = pieces.reduce(0) { $0 + $1.count }
        guard count >= Self.minSharedBytes else {
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

    /// About how many bytes they keep in memory, those that they share included.
    var weight: Int {
        let identities = known.keys.reduce(0) { $0 + Self.bytesPerPiece + $1.weight }
        return buffers.reduce(identities) { $0 + $1.storageCapacity }
    }

    /// All of them in one buffer, copied if they are in several.
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
