public import Foundation

/// A value with its origin. The members of the value can be read directly.
@dynamicMemberLookup public struct Loaded<Value: Sendable>: Sendable {
    /// The decoded response.
    public let value: Value
    /// The origin of the value.
    public let origin: Origin

    /// Creates a value with its origin, for a type that conforms to ``HomePageFetching``.
    public init(value: Value, origin: Origin) {
        self.value = value
        self.origin = origin
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension Loaded: Equatable where Value: Equatable {}

/// The origin of a value.
public enum Origin: Sendable, Equatable {
    /// The server sent it.
    case server
    /// The copy on disk, which the server has just confirmed (304).
    case confirmed
    /// The copy on disk, since the request failed. The server last confirmed it at the date.
    case stale(since: Date, because: HomePageError)
    /// The copy on disk or in the app's bundle, for which no request was made or whose request is still in progress.
    /// The server last confirmed it at the date.
    case stored(since: Date)

    /// The date since which the value may be out of date; nil if the server has just sent or confirmed it.
    public var staleSince: Date? {
        switch self {
        case .server, .confirmed: nil
        case .stale(let since, _), .stored(let since): since
        }
    }
}
