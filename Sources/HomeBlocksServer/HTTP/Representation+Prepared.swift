import Foundation
import HTTPTypes
import NIOCore
import Publishing

// Serialized responses, made at most once a second.
extension Representation {
    /// A serialized response that is valid for one second.
    struct TimestampedResponse {
        let timestamp: ResponseTimestamp
        let response: PreparedResponse

        /// Returns the response if the one for a timestamp should be in a file: the body is read every second, or it is
        /// large, so that all its responses share a file.
        func predecessor(at timestamp: ResponseTimestamp) -> PreparedResponse? {
            timestamp.date - self.timestamp.date <= 1 || response.largeBody != nil ? response : nil
        }
    }

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
        _ settings: SharedSettings, ignored: String? = nil, files: ResponseFiles? = nil
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
        entityTag(coding).utf8.withContiguousStorageIfAvailable { ASCII.isSame(ASCII.Bytes($0), bytes) } ?? false
    }

    private func ok(
        _ coding: ContentCoding, _ timestamp: ResponseTimestamp, _ settings: SharedSettings, _ ignored: String?,
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
        _ coding: ContentCoding, _ body: ResponseBytes, _ timestamp: ResponseTimestamp, _ settings: SharedSettings,
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
        _ coding: ContentCoding, _ timestamp: ResponseTimestamp, _ settings: SharedSettings, _ ignored: String?
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
        _ settings: SharedSettings, _ ignored: String?
    ) -> ResponseHead {
        let settings = settings.value
        let caching = caching ?? settings.caching(at: timestamp.instant, changesAt: changesAt, age: timestamp.age)
        var fields = fields(coding, caching, withBody: length != nil, ignored: ignored)
        settings.crossOrigin.noteVariation(in: &fields)
        return ResponseHead(
            status, fields, length: length, allowance: settings.crossOrigin.allowance(for: nil),
            strictTransport: settings.security?.strictTransport, date: timestamp.date)
    }
}
