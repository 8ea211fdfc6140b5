import HomeBlocks

/// One form of a block as clients get it, completed to the wire format.
public final class RenderedContent: Sendable {
    /// How many cards it has.
    public let itemCount: Int
    /// How many bytes ``bytes`` has.
    public let size: Int
    /// The hash of its bytes, of which the validators of documents are made.
    let digest: [UInt8]
    /// About how many bytes a variant that shows it keeps in memory, and its page does not.
    let retainedBytes: Int
    private let content: Content
    private let ownMenus: [JSONValue]

    enum Content {
        /// The bytes that documents have, where in the block its cards are, and the block with all that there is of each.
        case whole([UInt8], (items: JSONPointer, identity: CardIdentity)?, complete: [UInt8])
        /// Some cards of a block. Their bytes are joined when they are needed: each variant shows other ones.
        case joined([EncodedCard], of: EncodedCards)

        var bytes: [UInt8] {
            switch self {
            case .whole(let bytes, _, _): bytes
            case .joined(let shown, let cards): cards.bytes(with: shown)
            }
        }
    }

    init(_ content: Content, menus: [JSONValue], itemCount: Int, retainedBytes: Int) {
        (self.content, ownMenus, self.itemCount, self.retainedBytes) = (content, menus, itemCount, retainedBytes)
        let bytes = content.bytes
        size = bytes.count
        digest = Digest.sha256(bytes)
    }

    /// The block of the document, as JSON.
    public var bytes: [UInt8] { content.bytes }

    /// The round menu entries, if the layout is the one that holds them.
    var menus: [JSONValue] {
        switch content {
        case .whole: ownMenus
        case .joined(let shown, _): shown.flatMap(\.menus)
        }
    }

    /// Its cards, each with its id and as JSON.
    public func items() -> [(id: String?, bytes: [UInt8])] {
        switch content {
        case .whole(_, nil, _): return []
        case .whole(_, let cards?, let complete):
            // They are read out of the encoded block: few clients request single cards.
            let block = try? JSONValue(parsing: complete, limits: .stored)
            return block?[pointer: cards.items]?.array?.map { (cards.identity.id(of: $0), $0.encoded) } ?? []
        case .joined(let shown, _): return shown.map { ($0.id, $0.whole ?? $0.bytes) }
        }
    }
}
