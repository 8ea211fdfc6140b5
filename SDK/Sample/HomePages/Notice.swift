import Foundation
import HomeBlocksClient

/// A notice for the reader about the origin of a page.
enum Notice {
    /// Returns nil for a page that is up to date.
    static func text<Content>(for state: LoadState<Content>) -> String? {
        switch state {
        case .idle, .loading, .loaded(_, .server), .loaded(_, .confirmed): nil
        case .stored(_, let since), .loaded(_, .stored(let since)): text(ofCopySince: since)
        case .loaded(_, .stale(let since, let error)): "\(error.localizedDescription) \(text(ofCopySince: since))"
        case .failed(let error, _): error.localizedDescription
        }
    }

    static func text(ofCopySince date: Date) -> String { "As of \(date.formatted())." }
}
