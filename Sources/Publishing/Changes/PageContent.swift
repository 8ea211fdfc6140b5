/// What an operation needs to know of the state that it changes.
public struct PageContent: Sendable {
    public let page: PageInfo
    public let orderState: OrderState
    /// The block that the operation is about, if it is there.
    public let blockState: BlockState?
    /// The blocks that the operation names, by their codes.
    public let blocks: [String: BlockResource]
    /// The layout of each block.
    public let layouts: [String: String]
    /// How many bytes its blocks have in an export.
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

    /// An order in which the pinned blocks have their positions, with one block's layout as it will be.
    func settled(_ order: [String], with block: BlockResource) -> [String] {
        PinnedOrder.settled(order, pins: catalog.pins(layouts.merging([block.blockCode: block.showType]) { $1 }))
    }
}

extension PageOperation {
    /// Decides a change: checks the precondition, then makes the edit.
    ///
    /// - Throws: ``PublishingError/changed(_:)`` with the current state if the precondition does not hold, or what
    ///   ``applied(to:)`` throws.
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
                // Without a precondition the operation itself says that there is no such block.
                throw .changed(.absent("block"))
            }
        case .visibility: break
        }
        return try applied(to: content)
    }
}
