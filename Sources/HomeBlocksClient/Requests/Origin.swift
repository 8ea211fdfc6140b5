public import Foundation

/// Where an answer comes from.
public enum Origin: Sendable, Equatable {
    /// The server sent it.
    case server
    /// The server said that the copy on disk is the present one.
    case confirmed
    /// The copy on disk, since the server gave no answer; it was right at the date.
    case stale(since: Date, because: HomePageError)
}
