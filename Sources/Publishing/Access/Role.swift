/// The permissions of an operator or a token. Each role includes the ones before it.
public enum Role: String, Sendable, CaseIterable, Comparable {
    /// May see nothing.
    case nothing = "none"
    /// May read everything.
    case viewer
    /// May change drafts.
    case editor
    /// May change live pages, releases and takeovers.
    case publisher
    /// May manage operators, tokens and pages.
    case admin

    /// The roles that may be given for single pages. Admins manage all pages.
    public static let ofPages: [Role] = [.viewer, .editor, .publisher]

    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .nothing: 0
        case .viewer: 1
        case .editor: 2
        case .publisher: 3
        case .admin: 4
        }
    }
}

/// What a request acts on, which determines the role that counts.
public enum Scope: Sendable, Equatable {
    /// Everything: only the role on all pages counts.
    case everything
    /// A page, by its name.
    case page(String)
    /// Something that all pages share, such as the pictures. A role on one page suffices.
    case shared
}

/// The pages that a role is given for: one page, or all whose names start with a text.
public struct PagePattern: Sendable, Hashable, Comparable {
    /// The name of a page, or the start of names followed by `*`.
    public let text: String

    public init?(_ text: String) {
        let start = text.hasSuffix("*") ? String(text.dropLast()) : text
        guard Identifier.isSlug(start) else { return nil }
        self.text = text
    }

    init(page: String) { text = page }

    /// The page's name; nil for a pattern with `*`.
    public var page: String? { text.hasSuffix("*") ? nil : text }

    public func matches(_ page: String) -> Bool {
        text.hasSuffix("*") ? page.hasPrefix(text.dropLast()) : page == text
    }

    public static func < (left: PagePattern, right: PagePattern) -> Bool { left.text < right.text }
}
