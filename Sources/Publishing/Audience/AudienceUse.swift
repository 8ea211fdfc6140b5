public import HomeBlocks

/// A state of a page with blocks that name an audience.
public struct AudienceUse: Sendable, Equatable, CustomStringConvertible {
    public let page: String
    public let state: PageState
    /// The codes of the blocks.
    public let blocks: [String]
    /// The codes of the blocks whose conditions differ from the audience's current ones, because a restored revision or
    /// an import brought them.
    public let outdated: [String]

    public init(page: String, state: PageState, blocks: [String], outdated: [String] = []) {
        self.page = page
        self.state = state
        self.blocks = blocks
        self.outdated = outdated
    }

    /// Finds the use of an audience in a state of a page.
    ///
    /// - Parameters:
    ///   - audience: the audience's conditions and name.
    ///   - blocks: the blocks of the state.
    /// - Returns: nil if no block names the audience.
    public init?(of audience: Audience, in blocks: [BlockResource], page: String, state: PageState) {
        let named = blocks.filter { $0.audiences.contains { $0.value.name == audience.name } }
        guard !named.isEmpty else { return nil }
        self.init(
            page: page, state: state, blocks: named.map(\.blockCode).sorted(),
            outdated: named.filter { $0.renewing(audience) != nil }.map(\.blockCode).sorted())
    }

    public var description: String { "\(page) (\(state))" }

    public var json: JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return [
            "page": .string(page), "state": state.stage, "release": state.release.map { JSONValue($0) } ?? .null,
            "blocks": texts(blocks), "outdated": texts(outdated),
        ]
    }
}

extension PageState {
    var stage: JSONValue {
        switch self {
        case .live: "live"
        case .draft: "draft"
        case .release: "release"
        }
    }

    var release: Int64? { if case .release(let id) = self { id } else { nil } }
}

/// A state of a page that received a new revision because a named audience changed.
public struct RenewedState: Sendable, Equatable {
    public let page: String
    public let state: PageState
    public let revision: Int

    public init(page: String, state: PageState, revision: Int) {
        self.page = page
        self.state = state
        self.revision = revision
    }

    public var json: JSONValue {
        [
            "page": .string(page), "state": state.stage, "release": state.release.map { JSONValue($0) } ?? .null,
            "revision": JSONValue(revision),
        ]
    }
}

/// The result of a change to a named audience, or of its dry run.
public struct AudienceOutcome: Sendable, Equatable {
    public let audience: NamedAudience
    public let renewed: [RenewedState]

    public init(_ audience: NamedAudience, renewed: [RenewedState] = []) {
        self.audience = audience
        self.renewed = renewed
    }

    /// The pages that have new revisions.
    public var pages: Set<String> { Set(renewed.map(\.page)) }

    public var json: JSONObject {
        audience.json.merging(["renewed": .array(renewed.map(\.json))], uniquingKeysWith: { $1 })
    }
}

/// An audience of an imported block that is unknown here or differs from the audience of that name. The block keeps its
/// conditions.
public struct ForeignAudience: Sendable, Equatable {
    public let block: String
    public let name: String
    /// Whether there is an audience with that name but other conditions.
    public let isKnown: Bool

    public var json: JSONValue {
        ["blockCode": .string(block), "name": .string(name), "reason": isKnown ? "different" : "unknown"]
    }
}

/// A state of a page, with its blocks that name audiences.
public struct NamingState: Sendable {
    private let page: String
    private let state: PageState
    private let blocks: [BlockResource]

    public init(page: String, state: PageState, blocks: [BlockResource]) {
        self.page = page
        self.state = state
        self.blocks = blocks
    }

    public func use(of audience: Audience) -> AudienceUse? {
        AudienceUse(of: audience, in: blocks, page: page, state: state)
    }
}
