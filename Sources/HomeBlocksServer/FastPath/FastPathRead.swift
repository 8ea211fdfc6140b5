/// A read, apart from the content and the time on which the response also depends.
final class FastPathRead: Sendable {
    enum Source {
        case page(ParsedReads.Parsed)
        case picture(Representation)
    }

    let source: Source
    let isHead: Bool
    let hasRange: Bool
    let coding: ContentCoding
    /// The value of `If-None-Match`; nil if it is absent.
    let known: [UInt8]?
    /// The size of the request in bytes.
    let length: Int

    init(_ request: FastPathRequest, of source: Source) {
        self.source = source
        isHead = request.isHead
        hasRange = request.hasRange
        coding = request.acceptEncoding.map { ContentCoding.best(for: $0) } ?? .identity
        known = request.ifNoneMatch.map { Array($0) }
        length = request.length
    }
}
