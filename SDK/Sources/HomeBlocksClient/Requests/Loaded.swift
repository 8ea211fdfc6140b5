public import Foundation

/// A value with its origin. The members of the value can be read directly.
@dynamicMemberLookup public struct Loaded<Value: Sendable>: Sendable {
    /// The decoded response.
    public let value: Value
    /// Where the value comes from.
    public let origin: Origin

    /// A member of the value.
    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension Loaded: Equatable where Value: Equatable {}

/// Where a value comes from.
public enum Origin: Sendable, Equatable {
    /// The server sent it.
    case server
    /// The copy on disk, which the server has just confirmed (304).
    case confirmed
    /// The copy on disk, since the request failed. The server confirmed it last at the date.
    case stale(since: Date, because: HomePageError)

    /// The date since which the value may be out of date; nil if the server has just sent or confirmed it.
    public var staleSince: Date? {
        if case .stale(let since, _) = self { since } else { nil }
    }
}
