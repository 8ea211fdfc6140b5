/// The parts of a page's state that an operation needs.
public struct PageContent: Sendable {
    public let page: PageInfo
    public let orderState: OrderState
    /// The block that the operation is about, if it exists.
    public let blockState: BlockState?
    /// The blocks that the operation names, by code.
    public let blocks: [String: BlockResource]
    /// The layout of each block.
    public let layouts: [String: String]
    /// The size of the blocks in an export, in bytes.
    public let size: Int
    public let catalog: BlockTypeCatalog
    /// The named audiences that the operation may name.
    public let audiences: [String: Audience]

    public init(
        page: PageInfo, order: OrderState, tree: PageTree, block: BlockState?, blocks: [BlockState] = [],
        catalog: BlockTypeCatalog, audiences: [String: Audience] = [:]
    ) {
        self.blocks = Dictionary(blocks.map { ($0.block.blockCode, $0.block) }, uniquingKeysWith: { $1 })
        self.page = page
        orderState = order
        blockState = block
        layouts = tree.layouts
        size = tree.size
        self.catalog = catalog
        self.audiences = audiences
    }

    public var order: [String] { orderState.order }
    public var block: BlockResource? { blockState?.block }

    var pins: [String: Pin] { catalog.pins(layouts) }

    /// Returns the order with pinned blocks at their positions, given the new layout of one block.
    func settled(_ order: [String], with block: BlockResource) -> [String] {
        PinnedOrder.settled(order, pins: catalog.pins(layouts.merging([block.blockCode: block.showType]) { $1 }))
    }
}

extension PageOperation {
    /// Checks the precondition and returns the edit.
    ///
    /// - Throws: ``PublishingError/changed(_:)`` with the current state if the precondition fails, or the errors of
    ///   ``applied(to:)``.
    public func edit(
        _ content: PageContent, if precondition: Precondition
    ) throws(PublishingError) -> SnapshotEdit {
        switch self {
        case .order, .create:
            guard precondition.allows(content.orderState.tag) else { throw .changed(content.orderState.present) }
        case .replace, .patch, .delete, .cards:
            if let block = content.blockState {
                guard precondition.allows(block.tag) else { throw .changed(block.present(content.catalog)) }
            } else if precondition != .none {
                // Without a precondition, the operation itself reports that the block does not exist.
                throw .changed(.absent("block"))
            }
        case .visibility: break
        }
        return try applied(to: content)
    }
}
