import NIOCore
import Publishing

/// Responds to reads from memory, before the parser and the router. The responses are byte for byte the same as the
/// router's.
final class FastPathResponder: Sendable {
    private let reader: PageReader
    private let settings: SharedSettings
    private let pictures: PictureCache
    private let parsedReads = ParsedReads()
    private let metrics: RequestMetrics
    // Separate limits, so that pictures do not use up the files of documents. With TLS there are no files.
    private let documentFiles: ResponseFiles
    private let pictureFiles: ResponseFiles

    init(_ reader: PageReader, _ pictures: PictureCache, metrics: RequestMetrics) {
        self.reader = reader
        settings = SharedSettings(reader.settings)
        self.pictures = pictures
        self.metrics = metrics
        let files = reader.settings.security == nil ? reader.settings.limits.responseFiles / 2 : 0
        documentFiles = ResponseFiles(maximumFiles: files)
        pictureFiles = ResponseFiles(maximumFiles: files)
    }

    /// Returns the response to the request at the start of the bytes, and the request's length; nil if the router must
    /// handle it.
    ///
    /// - Parameter last: the last read of the connection.
    func respond(
        to bytes: ASCII.Bytes, after last: inout LastRead
    ) -> (response: PreparedResponse, length: Int)? {
        let start = NIODeadline.now()
        if let known = last.read(atStartOf: bytes) {
            return respond(to: known, since: start).map { ($0, known.length) }
        }
        guard let read = parse(bytes) else { return nil }
        if case .page = read.source { last.keep(read, of: bytes.prefix(read.length)) }
        return respond(to: read, since: start).map { ($0, read.length) }
    }

    /// Returns the response to a request over HTTP/2; nil if the router must handle it.
    func respond(to head: HTTP2RequestHead, after last: inout LastRead) -> PreparedResponse? {
        let start = NIODeadline.now()
        let known = head.withLines { last.read(of: $0) }
        if let known { return respond(to: known, since: start) }
        let bytes = head.serialized
        guard let read = bytes.withUnsafeBytes(parse), read.length == bytes.count else { return nil }
        if case .page = read.source { head.withLines { last.keep(read, of: $0) } }
        return respond(to: read, since: start)
    }

    /// Parses the request at the start of the bytes.
    private func parse(_ bytes: ASCII.Bytes) -> FastPathRead? {
        guard let request = FastPathRequest(bytes) else { return nil }
        // With a list of allowed origins, the response depends on the origin.
        if request.hasOrigin, settings.value.crossOrigin.isPerOrigin { return nil }
        if let picture = pictures.ready(path: request.path) { return FastPathRead(request, of: .picture(picture)) }
        let parsed = parsedReads.read(request.target) { ReadRequest.parse(request, settings.value) }
        return parsed.map { FastPathRead(request, of: .page($0)) }
    }

    /// Returns the response to a read if it is in memory, and counts it.
    ///
    /// - Parameter start: when the request began.
    private func respond(to read: FastPathRead, since start: NIODeadline) -> PreparedResponse? {
        let now = reader.clock.now
        guard let (route, representation, ignored) = representation(for: read, at: now),
            !(read.hasRange && representation.acceptsRanges)
        else { return nil }
        func prepared(_ known: ASCII.Bytes?) -> PreparedResponse? {
            representation.prepared(
                in: read.coding, known: known, isHead: read.isHead, at: reader.timestamp(now), settings,
                ignored: ignored.text(settings.value.attributes),
                files: route == nil ? pictureFiles : documentFiles)
        }
        let response =
            if let known = read.known { known.withUnsafeBytes(prepared) } else { prepared(nil) }
        guard let response else { return nil }
        metrics.count(
            route, isHead: read.isHead, response, duration: (NIODeadline.now() - start).nanoseconds)
        return response
    }

    /// Returns the requested representation if it is in memory, with its route and the ignored parameters. The route of
    /// a picture is nil.
    private func representation(
        for read: FastPathRead, at now: Instant
    ) -> (route: ReadRoute?, Representation, IgnoredParameters)? {
        switch read.source {
        case .picture(let picture): (nil, picture, IgnoredParameters())
        case .page(let parsed):
            reader.ready(parsed.read, at: now).map { (parsed.route, $0, parsed.read.ignored) }
        }
    }
}

extension ReadRequest {
    /// Parses a request whose path and parameters are all known; nil if the router must handle it.
    fileprivate static func parse(_ request: FastPathRequest, _ settings: ServerSettings) -> ParsedReads.Parsed? {
        guard let (route, values) = ReadRoute.match(request.path),
            let query = Query(request.query, settings.attributes)
        else { return nil }
        let (code, card) = (Self.text(values.0), Self.text(values.1))
        if let code, !Identifier.isCode(code) { return nil }
        if let card, !isCard(card) { return nil }
        let read = try? ReadRequest(
            route, code: code, card: card, pageLimit: settings.pageLimit, attributes: query.attributes
        ) { query[$0] }
        return read.map { ParsedReads.Parsed(route, $0) }
    }

    /// Whether a string is a card's index or id.
    private static func isCard(_ text: String) -> Bool {
        RequestParameters.isCardID(text.utf8)
            || text.utf8.count <= 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func text(_ bytes: ASCII.Bytes) -> String? {
        bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The parameters of a query. If a parameter is repeated, the last value counts.
    private struct Query {
        /// Whether any part of the query is percent-encoded.
        private let isEncoded: Bool
        private var values: [(parameter: ReadParameter, value: ASCII.Bytes)] = []
        private(set) var attributes = AttributeValues.none

        /// - Parameter declared: the attributes to read. Others are ignored, as in the router.
        /// - Returns: nil if a parameter is unknown, selects a part of a page, or cannot be decoded.
        init?(_ query: ASCII.Bytes, _ declared: AudienceAttributes) {
            isEncoded = ASCII.isEncoded(query)
            var rest = query[...]
            while !rest.isEmpty {
                let pair = rest.prefix { $0 != UInt8(ascii: "&") }
                rest = rest.dropFirst(pair.count + 1)
                if pair.isEmpty { continue }
                let name = pair.prefix { $0 != UInt8(ascii: "=") }
                let value = ASCII.Bytes(rebasing: pair.dropFirst(name.count + 1))
                if isEncoded {
                    // Names are not decoded here, and attribute values are compared without decoding.
                    let isPlain = !ASCII.isEncoded(ASCII.Bytes(rebasing: name))
                    guard isPlain, !ASCII.isEncoded(value) || ASCII.percentDecoded(value) != nil else { return nil }
                }
                let prefix = AudienceAttributes.parameterPrefix
                if ASCII.starts(ASCII.Bytes(rebasing: name), with: prefix) {
                    if isEncoded, ASCII.isEncoded(value) { return nil }
                    let attribute = ASCII.Bytes(rebasing: name.dropFirst(prefix.utf8CodeUnitCount))
                    declared.set(&attributes, attribute, to: value)
                } else if !set(ASCII.Bytes(rebasing: name), value) {
                    return nil
                }
            }
        }

        private mutating func set(_ name: ASCII.Bytes, _ value: ASCII.Bytes) -> Bool {
            // Parts of a page are rarely in memory.
            guard let parameter = ReadParameter(name), parameter != .cursor, parameter != .limit else { return false }
            values.append((parameter, value))
            return true
        }

        subscript(parameter: ReadParameter) -> String? {
            guard let value = values.last(where: { $0.parameter == parameter })?.value else { return nil }
            return isEncoded ? ASCII.percentDecoded(value) : String(decoding: value, as: UTF8.self)
        }
    }
}
