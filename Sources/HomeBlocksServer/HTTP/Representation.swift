import Foundation
import HTTPTypes
import NIOCore
import Publishing
import Synchronization

/// The body of a resource with its validators, in each content coding. It is compressed when a coding is requested for
/// the first time, and its responses are serialized once a second.
final class Representation: Sendable {
    let contentType: String
    let tag: StateTag
    /// The instant from which on the resource has another representation; nil if none is known.
    let changesAt: Instant?
    /// What caches are told of it; nil is what the settings say.
    let caching: HTTPFields?
    /// Further header fields of responses that caches may keep.
    let fields: HTTPFields
    /// Whether parts of the body are sent to those who ask for them. Compressed bodies are always sent as a whole.
    let acceptsRanges: Bool
    /// Whether responses have a body and validators; else their status is 204.
    let hasContent: Bool
    /// The body as it is without a coding.
    let body: ResponseBytes
    /// Nil if compressing the body is not worth it: clients get it as it is, whatever they accept.
    private let compression: Compression.Effort?
    private let validators: Validators
    private let onGrowth: @Sendable (Int) -> Void
    // One lock for each coding: they do not wait for each other.
    private let identity = Mutex(Encoding())
    private let gzip = Mutex(Encoding())
    private let brotli = Mutex(Encoding())

    /// The entity tags as `ETag` has them.
    private struct Validators {
        let identity: String
        let gzip: String
        let brotli: String
    }

    /// What was made of the body in a coding.
    private struct Encoding {
        var body: ResponseBytes?
        var compressing: Task<ResponseBytes?, Never>?
        var ok: TimestampedResponse?
        var notModified: TimestampedResponse?
    }

    /// A serialized response, which is valid for one second.
    private struct TimestampedResponse {
        let timestamp: ResponseTimestamp
        let response: PreparedResponse
    }

    /// Smaller bodies fit into one packet as they are.
    private static let minCompressedBytes = 512
    /// About how many bytes one keeps in memory beside its body and its responses.
    private static let overhead = 1536

    /// - Parameters:
    ///   - compression: how much work compressing is worth; nil for none.
    ///   - onGrowth: called with the number of bytes that were added to what is kept in memory.
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
        self.compression = body.count >= Self.minCompressedBytes ? compression : nil
        self.body = body
        validators = Validators(
            identity: tag.quoted(.identity), gzip: tag.quoted(.gzip), brotli: tag.quoted(.brotli))
        identity.withLock { $0.body = body }
    }

    /// A resource that is in the header fields of its responses.
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

    /// About how many bytes it keeps in memory when it is new.
    var weight: Int { Self.overhead + body.weight + fields.weight }

    /// A part of the uncompressed body; nil if it ends behind it.
    func slice(_ range: Range<Int>) -> ByteBuffer? {
        let body = body.joined
        return body.getSlice(at: body.readerIndex + range.lowerBound, length: range.count)
    }

    /// The same for one response, which is not worth compressing.
    var uncompressed: Representation {
        Representation(
            body, contentType: contentType, tag: tag, compression: nil, changesAt: changesAt, caching: caching,
            fields: fields, acceptsRanges: acceptsRanges, onGrowth: { _ in })
    }

    /// The codings in which the body was compressed.
    var compressedCodings: [ContentCoding] {
        compression == nil ? [] : [.gzip, .brotli].filter { isReady(in: $0) }
    }

    /// Compresses the body in the codings in which an earlier version was compressed.
    func warm(like earlier: Representation) async {
        for preferred in earlier.compressedCodings { _ = await bytes(in: coding(for: preferred)) }
    }

    /// The coding in which the body is sent to a client that prefers one.
    func coding(for preferred: ContentCoding) -> ContentCoding { compression == nil ? .identity : preferred }

    /// The validator of the body in a coding, as `ETag` has it.
    func entityTag(_ coding: ContentCoding) -> String {
        switch coding {
        case .identity: validators.identity
        case .gzip: validators.gzip
        case .brotli: validators.brotli
        }
    }

    /// Whether the body was compressed already.
    func isReady(in coding: ContentCoding) -> Bool { withEncoding(coding) { $0.body != nil } }

    /// The body in a coding; nil if it could not be compressed.
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
    /// About how many bytes they keep in memory.
    fileprivate var weight: Int { reduce(0) { $0 + $1.value.utf8.count + 128 } }
}

// MARK: Serialized responses

extension Representation {
    /// The response to a read, if the body is ready in its coding.
    ///
    /// - Parameters:
    ///   - preferred: the best coding that the client accepts.
    ///   - known: the value of `If-None-Match`; nil if it is absent.
    ///   - ignored: the names of parameters of which something was ignored; nil if there are none. Few requests have such,
    ///     so that responses to them are not kept.
    func prepared(
        in preferred: ContentCoding, known: ASCII.Bytes?, isHead: Bool, at timestamp: ResponseTimestamp,
        _ settings: ServerSettings, ignored: String? = nil
    ) -> PreparedResponse? {
        guard hasContent else { return ok(.identity, timestamp, settings, ignored) }
        let coding = coding(for: preferred)
        if let known, isEntityTag(known, coding) || isKnown(String(decoding: known, as: UTF8.self), coding) {
            return notModified(coding, timestamp, settings, ignored)
        }
        let response = ok(coding, timestamp, settings, ignored)
        return isHead ? response?.withoutBody : response
    }

    /// Whether some bytes are the validator and nothing else, as most clients send it.
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
        _ coding: ContentCoding, _ timestamp: ResponseTimestamp, _ settings: ServerSettings, _ ignored: String?
    ) -> PreparedResponse? {
        if let ignored {
            return withEncoding(coding) { $0.body }.map { make(coding, $0, timestamp, settings, ignored) }
        }
        let (response, growth) = withEncoding(coding) { encoding -> (PreparedResponse?, Int) in
            guard let body = encoding.body else { return (nil, 0) }
            if let known = encoding.ok, known.timestamp == timestamp { return (known.response, 0) }
            let response = make(coding, body, timestamp, settings, nil)
            let growth = encoding.ok == nil ? response.weight : 0
            encoding.ok = TimestampedResponse(timestamp: timestamp, response: response)
            return (response, growth)
        }
        if growth > 0 { onGrowth(growth) }
        return response
    }

    private func make(
        _ coding: ContentCoding, _ body: ResponseBytes, _ timestamp: ResponseTimestamp, _ settings: ServerSettings,
        _ ignored: String?
    ) -> PreparedResponse {
        guard hasContent else {
            return PreparedResponse(.noContent, head(.noContent, coding, length: nil, timestamp, settings, ignored))
        }
        let head = head(.ok, coding, length: body.count, timestamp, settings, ignored)
        return PreparedResponse(.ok, head, body: body)
    }

    /// The response to a client that has the body, for which the body need not be compressed.
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
