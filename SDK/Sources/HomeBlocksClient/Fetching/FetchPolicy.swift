/// Which of the server and the copy on disk a load uses, and in which order.
///
/// A request always has the validator of the copy, whatever the policy: the server does not send again what has not
/// changed.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// The server's response. The copy is not shown unless the server confirms it; without a response there is an error.
    case networkOnly
    /// The server's response; the copy if there is no usable one.
    case networkFirst
    /// The copy, of whatever age and without a request; the server's response if there is no copy.
    case cacheFirst
    /// The copy at once, then the server's response, or the copy again with the reason why there is none.
    case cacheThenNetwork
}
