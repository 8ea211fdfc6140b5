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
    private let onGrowth: @Sendable (Int) -> Void
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
    private struct Encoding {
        var body: ResponseBytes?
        var compressing: Task<ResponseBytes?, Never>?
        var ok: TimestampedResponse?
        var notModified: TimestampedResponse?
    }

    /// A serialized response that is valid for one second.
    private struct TimestampedResponse {
        let timestamp: ResponseTimestamp
        let response: PreparedResponse

        /// The response if another one at a timestamp is worth a file: if the body is read every second, or the response
        /// has a file that does not depend on the second.
        func predecessor(at timestamp: ResponseTimestamp) -> PreparedResponse? {
            timestamp.date - self.timestamp.date <= 1 || response.largeBody != nil ? response : nil
        }
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

    private func withEncoding<Result: Sendable>(_ coding: ContentCoding, _ use: (inout Encoding) -> Result) -> Result {
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

// MARK: Serialized responses

extension Representation {
    /// Returns the serialized response to a read; nil if the body is not available in the coding.
    ///
    /// - Parameters:
    ///   - preferred: the best coding that the client accepts.
    ///   - known: the value of `If-None-Match`; nil if it is absent.
    ///   - ignored: the names of parameters that were completely or partly ignored; nil if there are none. These
    ///     requests are rare, so their responses are not cached.
    ///   - files: creates files for bodies that are read repeatedly; nil for connections with TLS.
    func prepared(
        in preferred: ContentCoding, known: ASCII.Bytes?, isHead: Bool, at timestamp: ResponseTimestamp,
        _ settings: ServerSettings, ignored: String? = nil, files: ResponseFiles? = nil
    ) -> PreparedResponse? {
        guard hasContent else { return ok(.identity, timestamp, settings, ignored, files) }
        let coding = coding(for: preferred)
        if let known, isEntityTag(known, coding) || isKnown(String(decoding: known, as: UTF8.self), coding) {
            return notModified(coding, timestamp, settings, ignored)
        }
        let response = ok(coding, timestamp, settings, ignored, files)
        return isHead ? response?.withoutBody : response
    }

    /// Whether the bytes are exactly the validator, as most clients send it.
    private func isEntityTag(_ bytes: ASCII.Bytes, _ coding: ContentCoding) -> Bool {
        let isSame = entityTag(coding).utf8.withContiguousStorageIfAvailable { tag -> Bool in
            guard tag.count == bytes.count, let own = tag.baseAddress, let other = bytes.baseAddress else {
                return false
            }
            return memcmp(own, other, bytes.count) == 0
        }
        return isSame ?? false
    }

    private func ok(
        _ coding: ContentCoding, _ timestamp: ResponseTimestamp, _ settings: ServerSettings, _ ignored: String?,
        _ files: ResponseFiles?
    ) -> PreparedResponse? {
        if let ignored {
            return withEncoding(coding) { $0.body }.map { make(coding, $0, timestamp, settings, ignored) }
        }
        let (response, growth) = withEncoding(coding) { encoding -> (PreparedResponse?, Int) in
            guard let body = encoding.body else { return (nil, 0) }
            if let known = encoding.ok, known.timestamp == timestamp { return (known.response, 0) }
            let response = make(
                coding, body, timestamp, settings, nil, after: encoding.ok?.predecessor(at: timestamp), files)
            let growth = encoding.ok == nil ? response.weight : 0
            encoding.ok = TimestampedResponse(timestamp: timestamp, response: response)
            return (response, growth)
        }
        if growth > 0 { onGrowth(growth) }
        return response
    }

    private func make(
        _ coding: ContentCoding, _ body: ResponseBytes, _ timestamp: ResponseTimestamp, _ settings: ServerSettings,
        _ ignored: String?, after earlier: PreparedResponse? = nil, _ files: ResponseFiles? = nil
    ) -> PreparedResponse {
        guard hasContent else {
            return PreparedResponse(.noContent, head(.noContent, coding, length: nil, timestamp, settings, ignored))
        }
        let head = head(.ok, coding, length: body.count, timestamp, settings, ignored)
        return PreparedResponse(.ok, head, body: body, after: earlier, files)
    }

    /// Returns the response to a client that has the body, for which it need not be compressed.
    private func notModified(
        _ coding: ContentCoding, _ timestamp: ResponseTimestamp, _ settings: ServerSettings, _ ignored: String?
    ) -> PreparedResponse {
        func make() -> PreparedResponse {
            PreparedResponse(.notModified, head(.notModified, coding, length: nil, timestamp, settings, ignored))
        }
        if ignored != nil { return make() }
        let (response, growth) = withEncoding(coding) { encoding -> (PreparedResponse, Int) in
            if let known = encoding.notModified, known.timestamp == timestamp { return (known.response, 0) }
            let response = make()
            let growth = encoding.notModified == nil ? response.weight : 0
            encoding.notModified = TimestampedResponse(timestamp: timestamp, response: response)
            return (response, growth)
        }
        if growth > 0 { onGrowth(growth) }
        return response
    }

    private func head(
        _ status: HTTPResponse.Status, _ coding: ContentCoding, length: Int?, _ timestamp: ResponseTimestamp,
        _ settings: ServerSettings, _ ignored: String?
    ) -> ResponseHead {
        let caching = caching ?? settings.caching(at: timestamp.instant, changesAt: changesAt, age: timestamp.age)
        var fields = fields(coding, caching, withBody: length != nil, ignored: ignored)
        settings.crossOrigin.noteVariation(in: &fields)
        return ResponseHead(
            status, fields, length: length, allowance: settings.crossOrigin.allowance(for: nil),
            strictTransport: settings.security?.strictTransport, date: timestamp.date)
    }
}
