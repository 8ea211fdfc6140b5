public import HomeBlocks

/// A whole page as one value: what import takes and export writes.
public struct PageDocument: Sendable, Equatable {
    public var title: String?
    public var client: ClientFamily?
    /// Page-level fields of the document that differ from the usual ones.
    public var data: JSONObject
    /// The blocks in order.
    public var blocks: [BlockResource]
    /// How the input is laid out that the page was read from, for pointing at what is wrong in it.
    var form = Form.page

    enum Form: Sendable, Equatable {
        /// What export writes.
        case page
        /// A reply of the wire format, whose page-level fields stand at a pointer.
        case reply(JSONPointer)
    }

    public init(title: String? = nil, client: ClientFamily? = nil, data: JSONObject = [:], blocks: [BlockResource]) {
        self.title = title
        self.client = client
        self.data = data
        self.blocks = blocks
    }

    public static let mostBlocks = 1000
    /// How many bytes the blocks of a page may have together, as export writes them.
    public static let mostBytes = 16 << 20

    public var order: [String] { blocks.map(\.blockCode) }
}
