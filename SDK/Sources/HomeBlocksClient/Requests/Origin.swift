public import Foundation

/// Where an answer comes from.
public enum Origin: Sendable, Equatable {
    /// The server sent it.
    case server
    /// The server said that the copy on disk is the present one.
    case confirmed
    /// The copy on disk, since the server gave no answer; it was right at the date.
    case stale(since: Date, because: HomePageError)

    /// Since when it may be old; nil if the server has just said that it is not.
    public var staleSince: Date? {
        if case .stale(let since, _) = self { since } else { nil }
    }
}
