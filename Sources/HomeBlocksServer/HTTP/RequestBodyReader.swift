import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import NIOHTTP1
import Publishing

/// Reads request bodies within limits.
struct RequestBodyReader {
    let limit: Int
    let limitName: String

    static let standard = RequestBodyReader(limit: 1 << 20, limitName: "body")
    static let sort = RequestBodyReader(limit: 256 << 10, limitName: "sort.body")

    /// The body's bytes.
    func bytes(of request: Request) async throws -> ByteBuffer {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw Problem(.unsupportedMediaType, "content-coding", "The body must not be compressed. Send it as it is.")
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit { throw tooLarge }
        var bytes = ByteBuffer()
        for try await part in request.body {
            guard bytes.readableBytes + part.readableBytes <= limit else { throw tooLarge }
            bytes.writeImmutableBuffer(part)
        }
        return bytes
    }

    /// The body as JSON.
    func json(of request: Request) async throws -> JSONValue {
        let type = MediaTypeName(request.headers[.contentType])
        guard type.isJSON else {
            throw Problem(
                .unsupportedMediaType, "media-type",
                "The body must be JSON. Send it with Content-Type: application/json.")
        }
        return try JSONValue(parsing: try await bytes(of: request).readableBytesView)
    }

    private var tooLarge: Problem {
        var problem = Problem(
            .contentTooLarge, "too-large", "The body is larger than the limit \(limitName) of \(limit / 1024) KiB.")
        // What is left of the body is not worth reading.
        problem.headers[.connection] = "close"
        return problem
    }
}
