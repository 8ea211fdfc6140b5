import Foundation
import HTTPTypes
import NIOCore
import Publishing

/// A serialized response: bytes for HTTP/1.1, fields and a body for HTTP/2.
final class PreparedResponse: Sendable {
    let status: Status
    /// The fields of the head for HTTP/2.
    let fields: HTTP2Fields
    /// The head for HTTP/1.1, followed by the body unless it is large.
    let bytes: ByteBuffer
    /// A large body, shared by the responses of every second.
    let largeBody: ResponseBytes?
    /// A file with the large body, or with the whole response if it has none.
    let file: ResponseFile?
    /// The body for HTTP/2; nil for a response without one.
    let body: ResponseBytes?
    /// The size of the body in bytes.
    let length: Int
    private let headLength: Int

    enum Status: Int, CaseIterable {
        case ok = 200
        case noContent = 204
        case notModified = 304

        /// The status's index in response counters.
        var index: Int {
            switch self {
            case .ok: 0
            case .noContent: 1
            case .notModified: 2
            }
        }
    }

    private static let maximumCopiedBytes = 64 << 10

    /// - Parameters:
    ///   - earlier: the response of an earlier second with the same body. Only a response with such a predecessor is
    ///     put in a file, because a body that is rarely read is not worth one.
    ///   - files: creates the file; nil for connections with TLS.
    init(
        _ status: Status, _ head: ResponseHead, body: ResponseBytes? = nil, after earlier: PreparedResponse? = nil,
        _ files: ResponseFiles? = nil
    ) {
        let files = earlier == nil ? nil : files
        self.status = status
        fields = head.fields
        headLength = head.bytes.readableBytes
        length = body?.count ?? 0
        guard let body, body.count <= Self.maximumCopiedBytes else {
            (bytes, largeBody, self.body) = (head.bytes, body, length == 0 ? nil : body)
            file = earlier?.file ?? body.flatMap { files?.file(with: $0.buffers) }
            return
        }
        var bytes = head.bytes
        for buffer in body.buffers { bytes.writeImmutableBuffer(buffer) }
        (self.bytes, largeBody) = (bytes, nil)
        self.body = length == 0 ? nil : bytes.getSlice(at: headLength, length: length).map(ResponseBytes.init)
        file = files?.file(with: [bytes])
    }

    /// The number of bytes for HTTP/1.1: those of the head and the body.
    var count: Int { headLength + length }

    /// The approximate memory use in bytes, without a large body.
    var weight: Int { bytes.storageCapacity + fields.weight }

    /// The response to a HEAD request.
    var withoutBody: PreparedResponse {
        let head = ResponseHead(bytes: bytes.getSlice(at: 0, length: headLength) ?? bytes, fields: fields)
        return PreparedResponse(status, head)
    }
}

/// The time of a response with the precision of its head. Responses within the same second have the same head.
struct ResponseTimestamp: Equatable {
    /// Whole seconds since 1970, for `Date`.
    let date: Int
    /// The instant rounded up to a second, so that caches keep a response too briefly rather than too long.
    let instant: Instant
    /// How many seconds ago the server may have started to miss changes, for `Age`; nil if it has certainly missed
    /// none.
    let age: Int?

    init(_ instant: Instant, age: Int? = nil) {
        date = Int(instant.milliseconds / 1000)
        self.instant = instant.roundedUp
        self.age = age
    }
}

extension Instant {
    /// The instant rounded up to a whole second.
    var roundedUp: Instant { Instant(milliseconds: (milliseconds + 999) / 1000 * 1000) }
}

/// The head of a response: for HTTP/1.1, bytes identical to the framework's; for HTTP/2, fields.
struct ResponseHead {
    static let serverName = "homeblocks"

    let bytes: ByteBuffer
    let fields: HTTP2Fields

    init(bytes: ByteBuffer, fields: HTTP2Fields) {
        (self.bytes, self.fields) = (bytes, fields)
    }

    /// - Parameters:
    ///   - length: the size of the body in bytes; nil for a response without content.
    ///   - allowance: the fields that allow other origins to read the response.
    ///   - strictTransport: the value of `Strict-Transport-Security`; nil to omit it.
    ///   - date: seconds since 1970.
    init(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?, allowance: HTTPFields,
        strictTransport: String?, date: Int
    ) {
        var all = fields
        if let length { all[.contentLength] = String(length) }
        all.append(contentsOf: allowance)
        all[.xContentTypeOptions] = "nosniff"
        if let strictTransport { all[.strictTransportSecurity] = strictTransport }
        all[.date] = Self.text(ofDate: date)
        all[.server] = Self.serverName
        var head = ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in all { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
        head.writeString("\r\n")
        bytes = head
        self.fields = HTTP2Fields(HTTPResponse(status: status, headerFields: all))
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a date and time in HTTP format (RFC 9110, 5.6.7).
    private static func text(ofDate seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }
}
