public import HomeBlocks

/// A draft or a planned release that a change is merged into.
public struct MergeTarget: Sendable {
    public let page: PageInfo
    public let order: [String]
    public let layouts: [String: String]
    /// How many bytes its blocks have in an export.
    public let size: Int
    /// Those of its blocks that the change is about.
    public let blocks: [String: BlockResource]
    public let data: JSONObject
    public let catalog: BlockTypeCatalog

    public init(
        page: PageInfo, order: [String], layouts: [String: String], size: Int, blocks: [String: BlockResource],
        data: JSONObject, catalog: BlockTypeCatalog
    ) {
        self.page = page
        self.order = order
        self.layouts = layouts
        self.size = size
        self.blocks = blocks
        self.data = data
        self.catalog = catalog
    }
    /// - Parameter entries: its blocks by code.
    public init(
        page: PageInfo, order: [String], entries: [String: TreeEntry], blocks: [String: BlockResource],
        data: JSONObject, catalog: BlockTypeCatalog
    ) {
        self.init(
            page: page, order: order, layouts: entries.mapValues(\.showType),
            size: entries.values.reduce(0) { $0 + $1.size }, blocks: blocks, data: data, catalog: catalog)
    }
}
