/// How far the loading of something is.
public enum LoadState<Content: Sendable>: Sendable {
    /// Nothing was asked for yet.
    case idle
    /// It is under way; what was there before can still be shown.
    case loading(last: Content?)
    /// It is there.
    case loaded(Content, Origin)
    /// It failed; what was there before can still be shown.
    case failed(HomePageError, last: Content?)

    /// What can be shown.
    public var content: Content? {
        switch self {
        case .idle: nil
        case .loading(let last), .failed(_, let last): last
        case .loaded(let content, _): content
        }
    }

    /// Whether it is under way.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}

extension LoadState: Equatable where Content: Equatable {}
