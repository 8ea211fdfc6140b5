/// What an operation needs to know of the state that it changes.
public struct PageContent: Sendable {
    public let page: PageInfo
    public let order: [String]
    /// The layout of each block.
    public let layouts: [String: String]
    /// How many bytes its blocks have in an export.
    public let size: Int
    /// The block that the operation is about, if it is there.
    public let block: BlockResource?
    public let catalog: BlockTypeCatalog

    public init(
        page: PageInfo, order: [String], layouts: [String: String], size: Int, block: BlockResource?,
        catalog: BlockTypeCatalog
    ) {
        self.page = page
        self.order = order
        self.layouts = layouts
        self.size = size
        self.block = block
        self.catalog = catalog
    }

    var pins: [String: Pin] { catalog.pins(layouts) }

    /// An order in which the pinned blocks have their places, with one block's layout as it will be.
    func settled(_ order: [String], with block: BlockResource) -> [String] {
        PinnedOrder.settled(order, pins: catalog.pins(layouts.merging([block.blockCode: block.showType]) { $1 }))
    }
}
