import Foundation
import HTTPTypes
import NIOCore
import Publishing
import Synchronization

/// The body of a resource in each content coding, with its validators. It is compressed when a coding is first
/// requested, and its responses are serialized at most once a second.
final class Representation: Sendable {
    let contentType: String
    let tag: StateTag
    /// The instant when the resource's representation changes; nil if unknown.
    let changesAt: Instant?
    /// The header fields for caches; nil to use the settings.
    let caching: HTTPFields?
    /// Additional header fields of cacheable responses.
    let fields: HTTPFields
    /// Whether range requests are supported. Compressed bodies are always sent completely.
    let acceptsRanges: Bool
    /// Whether responses have a body and validators; otherwise their status is 204.
    let hasContent: Bool
    /// The uncompressed body.
    let body: ResponseBytes
    /// Nil if the body is not worth compressing. It is then sent uncompressed, whatever clients accept.
    private let compression: Compression.Effort?
    private let validators: Validators
    let onGrowth: @Sendable (Int) -> Void
    // One lock for each coding, so that they do not wait for each other.
    private let identity = Mutex(Encoding())
    private let gzip = Mutex(Encoding())
    private let brotli = Mutex(Encoding())

    /// The entity tags as values of `ETag`.
    private struct Validators {
        let identity: String
        let gzip: String
        let brotli: String
    }

    /// The body in a coding, with its serialized responses.
    struct Encoding {
        var body: ResponseBytes?
        var compressing: Task<ResponseBytes?, Never>?
        var ok: TimestampedResponse?
        var notModified: TimestampedResponse?
    }

    /// Smaller bodies fit into one packet without compression.
    private static let minimumCompressedBytes = 512
    /// The approximate memory use in bytes, without the body and the responses.
    private static let overhead = 1536

    /// - Parameters:
    ///   - compression: how much effort compressing is worth; nil to never compress.
    ///   - onGrowth: called with the number of bytes by which the memory use grew.
    convenience init(
        _ bytes: [UInt8], contentType: String = "application/json", tag: StateTag? = nil,
        compression: Compression.Effort? = .thorough, changesAt: Instant? = nil, caching: HTTPFields? = nil,
        fields: HTTPFields = [:], acceptsRanges: Bool = false, onGrowth: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.init(
            ResponseBytes(ByteBuffer(bytes: bytes)), contentType: contentType,
            tag: tag ?? StateTag(hashing: Data(bytes)),
            compression: compression, changesAt: changesAt, caching: caching, fields: fields,
            acceptsRanges: acceptsRanges, onGrowth: onGrowth)
    }

    init(
        _ body: ResponseBytes, contentType: String = "application/json", tag: StateTag,
        compression: Compression.Effort?,
        changesAt: Instant?, caching: HTTPFields? = nil, fields: HTTPFields, acceptsRanges: Bool = false,
        onGrowth: @escaping @Sendable (Int) -> Void
    ) {
        self.contentType = contentType
        self.tag = tag
        self.changesAt = changesAt
        self.caching = caching
        self.fields = fields
        self.acceptsRanges = acceptsRanges
        self.onGrowth = onGrowth
        hasContent = true
        self.compression = body.count >= Self.minimumCompressedBytes ? compression : nil
        self.body = body
        validators = Validators(
            identity: tag.quoted(.identity), gzip: tag.quoted(.gzip), brotli: tag.quoted(.brotli))
        identity.withLock { $0.body = body }
    }

    /// Creates a resource whose state is only in the header fields of its responses.
    init(withoutContent fields: HTTPFields, changesAt: Instant?, onGrowth: @escaping @Sendable (Int) -> Void) {
        (contentType, tag, caching) = ("", StateTag(""), nil)
        (self.changesAt, self.fields, self.onGrowth) = (changesAt, fields, onGrowth)
        (hasContent, acceptsRanges) = (false, false)
        compression = nil
        let body = ResponseBytes(ByteBuffer())
        self.body = body
        validators = Validators(identity: "", gzip: "", brotli: "")
        identity.withLock { $0.body = body }
    }

    /// The size of the uncompressed body in bytes.
    var size: Int { body.count }

    /// The approximate initial memory use in bytes.
    var weight: Int { Self.overhead + body.weight + fields.weight }

    /// Returns a part of the uncompressed body; nil if it ends after the body's end.
    func slice(_ range: Range<Int>) -> ByteBuffer? {
        let body = body.joined
        return body.getSlice(at: body.readerIndex + range.lowerBound, length: range.count)
    }

    /// A copy for a single response, which is not worth compressing.
    var uncompressed: Representation {
        Representation(
            body, contentType: contentType, tag: tag, compression: nil, changesAt: changesAt, caching: caching,
            fields: fields, acceptsRanges: acceptsRanges, onGrowth: { _ in })
    }

    /// The codings in which the body is already compressed.
    var compressedCodings: [ContentCoding] {
        compression == nil ? [] : [.gzip, .brotli].filter { isReady(in: $0) }
    }

    /// Compresses the body in the same codings as an earlier version.
    func warm(like earlier: Representation) async {
        for preferred in earlier.compressedCodings { _ = await bytes(in: coding(for: preferred)) }
    }

    /// Returns the coding in which to send the body to a client with a preferred one.
    func coding(for preferred: ContentCoding) -> ContentCoding { compression == nil ? .identity : preferred }

    /// Returns the validator of the body in a coding, as the value of `ETag`.
    func entityTag(_ coding: ContentCoding) -> String {
        switch coding {
        case .identity: validators.identity
        case .gzip: validators.gzip
        case .brotli: validators.brotli
        }
    }

    /// Whether the body is available in a coding.
    func isReady(in coding: ContentCoding) -> Bool { withEncoding(coding) { $0.body != nil } }

    /// Returns the body in a coding, and compresses it on first use; nil if that fails.
    func bytes(in coding: ContentCoding) async -> ResponseBytes? {
        let (ready, compressing) = withEncoding(coding) { encoding -> (ResponseBytes?, Task<ResponseBytes?, Never>?) in
            if encoding.body == nil, encoding.compressing == nil {
                encoding.compressing = Task { self.compress(coding) }
            }
            return (encoding.body, encoding.compressing)
        }
        if let ready { return ready }
        return await compressing?.value
    }

    private func compress(_ coding: ContentCoding) -> ResponseBytes? {
        let effort = compression ?? .fast
        let compressed =
            coding == .gzip ? Compression.gzip(body, effort: effort) : Compression.brotli(body, effort: effort)
        guard let body = compressed.map({ ResponseBytes(ByteBuffer(bytes: $0)) }) else { return nil }
        withEncoding(coding) { encoding in
            encoding.body = body
            encoding.compressing = nil
        }
        onGrowth(body.weight)
        return body
    }

    func withEncoding<Result: Sendable>(_ coding: ContentCoding, _ use: (inout Encoding) -> Result) -> Result {
        switch coding {
        case .identity: identity.withLock { use(&$0) }
        case .gzip: gzip.withLock { use(&$0) }
        case .brotli: brotli.withLock { use(&$0) }
        }
    }
}

extension HTTPFields {
    /// The approximate memory use in bytes.
    fileprivate var weight: Int { reduce(0) { $0 + $1.value.utf8.count + 128 } }
}
