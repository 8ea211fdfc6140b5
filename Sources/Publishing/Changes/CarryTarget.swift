public import HomeBlocks

/// A state of a page that a change to another state is carried to.
public struct CarryTarget: Sendable {
    public let page: PageInfo
    public let order: [String]
    public let layouts: [String: String]
    /// Those of its blocks that the change is about.
    public let blocks: [String: BlockResource]
    public let data: JSONObject
    public let catalog: BlockTypeCatalog

    public init(
        page: PageInfo, order: [String], layouts: [String: String], blocks: [String: BlockResource],
        data: JSONObject, catalog: BlockTypeCatalog
    ) {
        self.page = page
        self.order = order
        self.layouts = layouts
        self.blocks = blocks
        self.data = data
        self.catalog = catalog
    }
}
