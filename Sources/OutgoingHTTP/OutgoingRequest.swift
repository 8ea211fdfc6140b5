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

/// Why a request got no response.
public struct OutgoingHTTPError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}
