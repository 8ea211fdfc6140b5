public import Hummingbird
import Logging

/// What a request carries along.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage

    /// The id that stands in the answer and in the log.
    let requestID: String

    /// The other end of the connection.
    let peer: IPAddress?

    /// Where the request comes from, which a trusted proxy may know better.
    var client: IPAddress?

    /// What the request may take; nil for those that are always answered.
    var permit: RequestPermit?

    public init(source: Source) {
        peer = IPAddress(source.channel.remoteAddress)
        client = peer
        coreContext = .init(source: source)
        // The framework puts an id into each log line; a log handler that keeps no metadata has none to read back.
        requestID = source.logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? RequestID().description
    }
}
