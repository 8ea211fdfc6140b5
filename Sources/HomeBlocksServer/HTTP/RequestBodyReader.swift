import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import NIOHTTP1
import Publishing

/// Reads request bodies up to a maximum size.
struct RequestBodyReader: Sendable {
    let limit: Int
    let limitName: String

    static let standard = RequestBodyReader(limit: 1 << 20, limitName: "body")
    /// The reader for a whole page. Every export fits.
    static let page = RequestBodyReader(limit: PageDocument.maximumBytes + (1 << 20), limitName: "import.body")
    static let sort = RequestBodyReader(limit: 256 << 10, limitName: "sort.body")

    /// Reads the bytes of the body.
    func bytes(of request: Request) async throws -> ByteBuffer {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw ProblemDetails(
                .unsupportedMediaType, "content-coding",
                "The body must not be compressed. Send it without Content-Encoding.")
        }
        // The parser has already checked the digits, so a length that does not fit into an `Int` is too large.
        if let length = request.headers[.contentLength], (Int(length) ?? .max) > limit { throw tooLarge }
        var bytes = ByteBuffer()
        var parts = request.body.makeAsyncIterator()
        while let part = try await Self.next(&parts) {
            guard bytes.readableBytes + part.readableBytes <= limit else { throw tooLarge }
            bytes.writeImmutableBuffer(part)
        }
        // A cancelled read may have ended before the whole body arrived.
        try Task.checkCancellation()
        return bytes
    }

    /// Returns the next part of a body; nil at its end.
    ///
    /// - Throws: ``IncompleteBody`` if the connection or the stream failed before the end.
    private static func next(_ parts: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await parts.next()
        } catch {
            if error is HTTPParserError || error is RequestTimeout || error is CancellationError { throw error }
            throw error as? IncompleteBody ?? IncompleteBody(reason: String(describing: error))
        }
    }

    /// Reads the body as JSON.
    func json(of request: Request) async throws -> JSONValue {
        // Check the type first, so that a body of the wrong type is not read.
        let type = MediaTypeName(request.headers[.contentType])
        guard type.isJSON else { throw Self.wrongType }
        guard request.method != .patch || type.isMergePatch else { throw Self.wrongPatchType }
        return try json(try await bytes(of: request), of: request)
    }

    /// Reads the body of an unauthenticated request as JSON.
    func anonymousJSON(of request: Request, _ context: ServerContext) async throws -> JSONValue {
        try await Self.anonymously(context) { try await json(of: request) }
    }

    /// Reads the bytes of the body of an unauthenticated request.
    func anonymousBytes(of request: Request, _ context: ServerContext) async throws -> ByteBuffer {
        try await Self.anonymously(context) { try await bytes(of: request) }
    }

    private static func anonymously<Value: Sendable>(
        _ context: ServerContext, _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let permit = context.permit else { return try await read() }
        return try await permit.readAnonymously(read)
    }

    /// Reads the body as JSON; an empty object if there is no body.
    func jsonIfAny(of request: Request) async throws -> JSONValue {
        let bytes = try await bytes(of: request)
        if bytes.readableBytes == 0 { return .object([:]) }
        return try json(bytes, of: request)
    }

    private func json(_ bytes: ByteBuffer, of request: Request) throws -> JSONValue {
        guard MediaTypeName(request.headers[.contentType]).isJSON else { throw Self.wrongType }
        return try JSONValue(parsing: bytes.readableBytesView)
    }

    private static let wrongType = ProblemDetails(
        .unsupportedMediaType, "media-type", "The body must be JSON. Send it with Content-Type: application/json.")

    private static var wrongPatchType: ProblemDetails {
        let types = "application/merge-patch+json, application/json"
        var problem = ProblemDetails(
            .unsupportedMediaType, "media-type",
            "The body must be a JSON Merge Patch. Send it with one of these as Content-Type: \(types).")
        problem.headers[.acceptPatch] = types
        return problem
    }

    private var tooLarge: ProblemDetails {
        var problem = ProblemDetails(
            .contentTooLarge, "too-large", "The body exceeds the limit \(limitName) of \(limit / 1024) KiB.")
        // The rest of the body is not read.
        problem.headers[.connection] = "close"
        return problem
    }
}

/// The error for a body that did not arrive completely, because the client closed or reset the connection or the
/// stream, or violated the protocol. There is no client left to respond to.
struct IncompleteBody: Error {
    let reason: String
}

extension HTTPField.Name {
    fileprivate static let acceptPatch = HTTPField.Name("Accept-Patch") ?? .accept
}

/// The type and subtype of a `Content-Type` header.
struct MediaTypeName {
    let name: String

    init(_ header: String?) {
        let essence = (header ?? "").split(separator: ";", omittingEmptySubsequences: false).first ?? ""
        name = essence.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    var isJSON: Bool { name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json") }
    /// Whether the type is JSON Merge Patch, or JSON, which is treated as one.
    var isMergePatch: Bool { name == "application/json" || name == "application/merge-patch+json" }
    var isForm: Bool { name == "application/x-www-form-urlencoded" }
}
