import HomeBlocks

/// One form of a block as clients get it, completed to the wire format.
public final class RenderedContent: Sendable {
    /// The number of cards.
    public let itemCount: Int
    /// The size of ``bytes``.
    public let size: Int
    /// The hash of its bytes, from which documents' ETags are computed.
    let digest: [UInt8]
    /// The approximate memory that a variant showing it uses and its page does not, in bytes.
    let retainedBytes: Int
    private let content: Content
    private let ownMenus: [JSONValue]

    enum Content {
        /// The bytes in documents, the location of the cards in the block, and the block with complete cards.
        case whole([UInt8], (items: JSONPointer, identity: CardIdentity)?, complete: [UInt8])
        /// Some cards of a block. Their bytes are joined on demand, since each variant shows different ones.
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

    /// The round menu entries, if the layout is the one that has them.
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
            // Parsed from the encoded block on demand: few clients request single cards.
            let block = try? JSONValue(parsing: complete, limits: .stored)
            return block?[pointer: cards.items]?.array?.map { (cards.identity.id(of: $0), $0.encoded) } ?? []
        case .joined(let shown, _): return shown.map { ($0.id, $0.whole ?? $0.bytes) }
        }
    }
}
