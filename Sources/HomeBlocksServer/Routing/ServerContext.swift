public import Hummingbird
import Logging

/// The context of a request.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage

    /// The id in the response and in the log.
    let requestID: String

    /// The address of the other end of the connection.
    let peer: IPAddress?

    /// The address of the client, which is not the peer behind a trusted proxy.
    var client: IPAddress?

    /// The permit of the request; nil for paths that need none.
    var permit: RequestPermit?

    public init(source: Source) {
        peer = IPAddress(source.channel.remoteAddress)
        client = peer
        coreContext = .init(source: source)
        // The framework puts the id into the log's metadata. A log handler without metadata does not return it.
        requestID = source.logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? RequestID().description
    }
}
