public import HomeBlocks

extension CollectionManager {
    /// A section of a document as a part: with the items of the document, or for a section with an endpoint of the app's
    /// own (`Block.clientSource`) with a request of that, and the document's items as a placeholder.
    ///
    /// A section that cannot be read is a part without items whose state is ``State/failed(_:)``; an unreadable placeholder
    /// only has no items.
    ///
    /// - Parameters:
    ///   - block: the section; its code is the identity of the part.
    ///   - sources: requests the endpoint.
    ///   - items: the items of a section.
    public init(
        _ block: Block, from sources: ClientSourceLoader, items: @escaping @Sendable (Block) throws -> [Item]
    ) {
        let shown = Result { try items(block) }
        if block.clientSource != nil {
            self.init(block.blockCode, placeholder: (try? shown.get()) ?? []) {
                try items(try await sources.block(filling: block))
            }
            return
        }
        switch shown {
        case .success(let items): self.init(block.blockCode, items: items)
        case .failure(let error): self.init(block.blockCode, failure: error)
        }
    }
}

extension ListManager {
    /// A list of the sections of a document, see ``show(_:from:items:)``.
    public convenience init(
        _ page: HomePageData, from sources: ClientSourceLoader, items: @escaping @Sendable (Block) throws -> [Item]
    ) {
        self.init()
        show(page, from: sources, items: items)
    }

    /// Makes the sections of a document the list, each a part in its order, and requests those whose content is at an
    /// endpoint of the app's own. A failure costs its own part only.
    ///
    /// Of an earlier document, parts that are not in this one are removed, and requests under way are cancelled. What an
    /// endpoint has responded stays until its next response is there. When the reader signs in or out, make another list.
    ///
    /// - Parameters:
    ///   - page: the document's page.
    ///   - sources: requests the endpoints.
    ///   - items: the items of a section.
    public func show(
        _ page: HomePageData, from sources: ClientSourceLoader, items: @escaping @Sendable (Block) throws -> [Item]
    ) {
        replaceAll(by: page.blocks.map { CollectionManager($0, from: sources, items: items) })
    }
}
