/// A request to another server.
public struct OutgoingRequest: Sendable {
    public let method: String
    /// An absolute `http` or `https` URL.
    public let url: String
    /// Header fields, whose names and values have no line breaks.
    public let fields: [(name: String, value: String)]
    /// The body; empty for none.
    public var body: [UInt8] = []
    /// The most time to connect, with the handshake of TLS.
    public let connectTime: Duration
    /// The most time in all.
    public let time: Duration
    /// The most time without a byte in either direction; nil for no limit but that of all.
    public var idleTime: Duration?
    /// The most bytes of the response's body, decompressed; 0 drops the body.
    public var maximumBytes = 0
    /// The connection that it takes.
    public var route = OutgoingRoute()

    public init(
        method: String, url: String, fields: [(name: String, value: String)], connectTime: Duration, time: Duration
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.connectTime = connectTime
        self.time = time
    }
}

/// How connections to other servers are made.
public struct OutgoingRoute: Sendable {
    /// A PEM file with the certificates that are trusted; nil for those of the system.
    public var caFile: String?
    /// The URL of a proxy; nil for none. Those of the environment are never used.
    public var proxy: String?
    /// Whether a connection may be made to an address of 4 or 16 bytes; nil allows all. With a proxy it is not asked: the
    /// proxy connects.
    public var allowsAddress: (@Sendable ([UInt8]) -> Bool)?

    public init() {}
}

/// The response to a request.
public struct OutgoingResponse: Sendable {
    public let status: Int
    /// The header fields in their order, without spaces around their values.
    public let fields: [(name: String, value: String)]
    public let body: [UInt8]
    /// The absolute address that it redirects to; nil if it does not.
    public let redirect: String?

    /// The value of `ETag`; nil if it is missing or cannot be sent in a request.
    public var tag: String? {
        value(of: "etag").flatMap { value in
            let isTag = value.utf8.count <= 1000 && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isTag && !value.isEmpty ? value : nil
        }
    }

    /// The value of `Content-Type`; nil if it is missing.
    public var contentType: String? { value(of: "content-type") }

    /// The value of the last field with a name in lower case.
    private func value(of name: String) -> String? { fields.last { $0.name.lowercased() == name }?.value }
}

/// Why a request got no response.
public struct OutgoingHTTPError: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the time for it was over.
    public let isTimeout: Bool

    public init(description: String, isTimeout: Bool = false) {
        self.description = description
        self.isTimeout = isTimeout
    }
}
