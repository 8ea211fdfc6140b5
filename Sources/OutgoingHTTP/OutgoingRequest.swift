/// A request to another server.
public struct OutgoingRequest: Sendable {
    public let method: String
    /// An absolute `http` or `https` URL.
    public let url: String
    /// Header fields. Names and values must not contain line breaks.
    public let fields: [(name: String, value: String)]
    /// The body; empty for none.
    public var body: [UInt8] = []
    /// The maximum time to connect, including the TLS handshake.
    public let connectTime: Duration
    /// The maximum time for the whole request.
    public let time: Duration
    /// The maximum time without a byte in either direction; nil for no limit other than ``time``.
    public var idleTime: Duration?
    /// The maximum size of the decompressed response body; 0 discards the body.
    public var maximumBytes = 0
    /// How to connect to the server.
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
    /// A PEM file with the trusted certificates; nil to use the system's.
    public var caFile: String?
    /// The URL of a proxy; nil for none. Proxies from the environment are ignored.
    public var proxy: String?
    /// Whether a connection to an address of 4 or 16 bytes is allowed; nil allows all. Not called with a proxy, because
    /// the proxy makes the connection.
    public var allowsAddress: (@Sendable ([UInt8]) -> Bool)?

    public init() {}
}

/// The response to a request.
public struct OutgoingResponse: Sendable {
    public let status: Int
    /// The header fields in order, without whitespace around their values.
    public let fields: [(name: String, value: String)]
    public let body: [UInt8]
    /// The absolute URL of the redirect; nil if the response is not a redirect.
    public let redirect: String?

    /// The value of `ETag`; nil if it is missing or not valid in a request.
    public var tag: String? {
        value(of: "etag").flatMap { value in
            let isTag = value.utf8.count <= 1000 && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isTag && !value.isEmpty ? value : nil
        }
    }

    /// The value of `Content-Type`; nil if it is missing.
    public var contentType: String? { value(of: "content-type") }

    /// Returns the value of the last field with a name, which must be in lower case.
    private func value(of name: String) -> String? { fields.last { $0.name.lowercased() == name }?.value }
}

/// The reason why a request got no response.
public struct OutgoingHTTPError: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the request timed out.
    public let isTimeout: Bool

    public init(description: String, isTimeout: Bool = false) {
        self.description = description
        self.isTimeout = isTimeout
    }
}
