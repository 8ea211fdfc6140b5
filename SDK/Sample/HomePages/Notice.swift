import Foundation
import HomeBlocksClient

/// What to tell the reader about where a page comes from.
enum Notice {
    /// Nothing for a page that is up to date.
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
