import Foundation
import NIOCore
import Publishing
import Synchronization

/// The bytes of one answer, ready to send, with their tag; compressed forms are made when first asked for, once.
final class Representation: Sendable {
    let contentType: String
    let tag: StateTag
    private let identity: ByteBuffer
    private let isCompressible: Bool
    private let coded = Mutex<[ContentCoding: Task<ByteBuffer?, Never>]>([:])

    /// Smaller bodies fit one packet anyway.
    private static let leastCompressed = 512

    init(_ bytes: [UInt8], contentType: String = "application/json", tag: StateTag? = nil, isCompressible: Bool = true)
    {
        identity = ByteBuffer(bytes: bytes)
        self.contentType = contentType
        self.isCompressible = isCompressible && bytes.count >= Self.leastCompressed
        self.tag = tag ?? StateTag(hashing: Data(bytes))
    }

    /// The coding that is sent for what a client accepts.
    func coding(for wanted: ContentCoding) -> ContentCoding {
        isCompressible ? wanted : .identity
    }

    /// The same for one use, which is not worth compressing.
    var uncompressed: Representation {
        Representation(Array(identity.readableBytesView), contentType: contentType, tag: tag, isCompressible: false)
    }

    /// How many bytes the body has as it is.
    var size: Int { identity.readableBytes }

    func entityTag(_ coding: ContentCoding) -> String { "\"\(tag.text)\(coding.tagSuffix)\"" }

    /// The body in a coding, or nil if it could not be compressed.
    func body(_ coding: ContentCoding) async -> ByteBuffer? {
        if coding == .identity { return identity }
        let task = coded.withLock { coded in
            if let task = coded[coding] { return task }
            let plain = identity
            let task = Task {
                let bytes = Array(plain.readableBytesView)
                return (coding == .gzip ? Compression.gzip(bytes) : Compression.brotli(bytes))
                    .map { ByteBuffer(bytes: $0) }
            }
            coded[coding] = task
            return task
        }
        return await task.value
    }
}
