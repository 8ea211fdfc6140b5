public import Hummingbird

/// What a request carries along.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage

    public init(source: Source) { coreContext = .init(source: source) }

    /// The id that stands in the answer and in the log.
    var requestID: String { id }
}
