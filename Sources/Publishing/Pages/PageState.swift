/// What of a page readers get or may get: the content that is live, the draft, or that of a planned release.
public enum PageState: Sendable, Equatable, CustomStringConvertible {
    case live
    case draft
    case release(Int64)

    /// The name in lists and logs.
    public var description: String {
        switch self {
        case .live: "live"
        case .draft: "draft"
        case .release(let id): "release \(id)"
        }
    }

    /// The name in a sentence.
    var phrase: String {
        switch self {
        case .live: "what is live"
        case .draft, .release: "the \(self)"
        }
    }
}
