public import HomeBlocks

/// A whole page as one value: what import takes and export writes.
public struct PageDocument: Sendable, Equatable {
    public var title: String?
    public var client: ClientFamily?
    /// Page-level fields of the document that differ from the usual ones.
    public var data: JSONObject
    /// The blocks in order.
    public var blocks: [BlockResource]

    public init(title: String? = nil, client: ClientFamily? = nil, data: JSONObject = [:], blocks: [BlockResource]) {
        self.title = title
        self.client = client
        self.data = data
        self.blocks = blocks
    }

    public static let mostBlocks = 1000

    public var order: [String] { blocks.map(\.blockCode) }
}
