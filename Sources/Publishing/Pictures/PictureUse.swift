public import HomeBlocks

/// Stored content that mentions a picture.
public struct PictureUse: Sendable, Equatable {
    public enum State: Sendable, Equatable {
        /// Live, a draft or a planned release.
        case state(PageState)
        /// The newest of the older revisions that are kept.
        case revision(Int)
        /// A takeover of the page that shows another page with the picture.
        case takeover(Int64, showing: String)
    }

    public let page: String
    public let state: State
    /// The codes of the blocks that mention it; empty if the page-level fields do.
    public let blocks: [String]

    public init(page: String, state: State, blocks: [String] = []) {
        self.page = page
        self.state = state
        self.blocks = blocks
    }

    public var json: JSONValue {
        var members: JSONObject = [
            "page": .string(page), "release": .null, "revision": .null, "takeover": .null,
            "blocks": .array(blocks.map { .string($0) }),
        ]
        switch state {
        case .state(let state):
            members["state"] = state.stage
            members["release"] = state.release.map { JSONValue($0) } ?? .null
        case .revision(let number):
            members["state"] = "revision"
            members["revision"] = JSONValue(number)
        case .takeover(let id, _):
            members["state"] = "takeover"
            members["takeover"] = JSONValue(id)
        }
        return .object(members)
    }

    private var phrase: String {
        let place =
            switch state {
            case .state(let state): "\(state)"
            case .revision(let number): "revision \(number)"
            case .takeover(let id, let shown): "the takeover \(id), which shows \(shown)"
            }
        let sections = blocks.isEmpty ? "" : ", in \(blocks.prefix(3).joined(separator: ", "))"
        return "\(page) (\(place)\(sections))"
    }

    /// Checks that no stored content uses a picture.
    public static func checkDeletion(of id: String, _ uses: [PictureUse]) throws(PublishingError) {
        guard !uses.isEmpty else { return }
        let more = uses.count > 5 ? ", and \(uses.count - 5) more" : ""
        throw .conflict(
            "The picture \"\(id)\" is used by \(uses.prefix(5).map(\.phrase).joined(separator: "; "))\(more). Replace "
                + "it there first; `homeblocks prune` deletes old revisions.")
    }
}

/// A page in whose draft a picture was replaced.
public struct ReplacedPicture: Sendable, Equatable {
    public let page: String
    /// The revision that the draft has now.
    public let revision: Int
    public let blocks: [String]

    public init(page: String, revision: Int, blocks: [String]) {
        self.page = page
        self.revision = revision
        self.blocks = blocks
    }

    public var json: JSONValue {
        ["page": .string(page), "revision": JSONValue(revision), "blocks": .array(blocks.map { .string($0) })]
    }
}

/// The body of a request to replace a picture.
public struct PictureReplacement: Sendable, Equatable {
    /// The id of the new picture.
    public let picture: String

    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["with"])
        reader.require("with")
        picture = reader.text("with", "must be the id of a picture", where: PictureID.isValid) ?? ""
        try reader.finish("The picture was not replaced")
    }
}
