/// A request without a body to another server.
public struct OutgoingRequest: Sendable {
    public let method: String
    /// An absolute `http` or `https` URL.
    public let url: String
    /// Header fields, whose names and values have no line breaks.
    public let fields: [(name: String, value: String)]
    /// The most time to connect, with the handshake of TLS.
    public let connectTime: Duration
    /// The most time in all.
    public let time: Duration
    /// The most bytes of the response's body, decompressed; 0 drops the body.
    public var mostBytes = 0
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
    public let body: [UInt8]
    /// The value of `ETag`; nil if there is none.
    public let tag: String?
    /// The value of `Content-Type`; nil if it is missing.
    public let contentType: String?
    /// The absolute address that it redirects to; nil if it does not.
    public let redirect: String?
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
