/// A state of a page that readers get or may get: live, the draft, or a planned release.
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
        case .live: "the live revision"
        case .draft, .release: "the \(self)"
        }
    }
}
