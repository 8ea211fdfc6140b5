import Foundation
import NIOCore
import Publishing

/// The bytes of one answer, ready to send, with their tag; compressed forms are made when first asked for, once.
final class Representation: Sendable {
    let contentType: String
    let tag: StateTag
    /// The answer is another one from this instant on.
    let changesAt: Instant?
    private let identity: CodedBody
    /// What clients that accept a coding get; the same as ``identity`` if it is not worth compressing.
    private let gzip: CodedBody
    private let brotli: CodedBody

    /// Smaller bodies fit one packet anyway.
    private static let leastCompressed = 512

    /// - Parameters:
    ///   - compression: how much work compressing it is worth; nil if none.
    ///   - onGrowth: is told how many bytes were added to what is kept.
    init(
        _ bytes: [UInt8], contentType: String = "application/json", tag: StateTag? = nil,
        compression: Compression.Effort? = .thorough, changesAt: Instant? = nil,
        onGrowth: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let tag = tag ?? StateTag(hashing: Data(bytes))
        let plain = ByteBuffer(bytes: bytes)
        self.contentType = contentType
        self.tag = tag
        self.changesAt = changesAt
        identity = CodedBody(plain, tag: tag, onGrowth: onGrowth)
        if let compression, bytes.count >= Self.leastCompressed {
            gzip = CodedBody(plain, coding: .gzip, effort: compression, tag: tag, onGrowth: onGrowth)
            brotli = CodedBody(plain, coding: .brotli, effort: compression, tag: tag, onGrowth: onGrowth)
        } else {
            (gzip, brotli) = (identity, identity)
        }
    }

    /// The body as it is sent to those who want a coding.
    func body(in wanted: ContentCoding) -> CodedBody {
        switch wanted {
        case .identity: identity
        case .gzip: gzip
        case .brotli: brotli
        }
    }

    /// The same for one use, which is not worth compressing.
    var uncompressed: Representation {
        Representation(
            Array(identity.plainBytes), contentType: contentType, tag: tag, compression: nil, changesAt: changesAt)
    }

    /// How many bytes the body has as it is.
    var size: Int { identity.plainBytes.count }

    /// Makes the compressed forms that an earlier version of it had.
    func warm(like earlier: Representation) async {
        if earlier.gzip.isMade { _ = await gzip.bytes() }
        if earlier.brotli.isMade { _ = await brotli.bytes() }
    }
}
