public import HomeBlocks

extension CollectionManager {
    /// Creates a part from a section of a document: with the document's items or, for a section with an app's own
    /// endpoint (`Block.clientSource`), with a request to that endpoint and the document's items as a placeholder.
    ///
    /// A section that cannot be read becomes a part without items in the state ``State/failed(_:)``; an unreadable
    /// placeholder has no items, but does not fail the part.
    ///
    /// - Parameters:
    ///   - block: the section; its code is the identity of the part.
    ///   - sources: loads the endpoint's content.
    ///   - items: returns the items of a section.
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
    /// Creates a list of the sections of a document, see ``show(_:from:items:)``.
    public convenience init(
        _ page: HomePageData, from sources: ClientSourceLoader, items: @escaping @Sendable (Block) throws -> [Item]
    ) {
        self.init()
        show(page, from: sources, items: items)
    }

    /// Replaces the list with the sections of a document, one part for each, in order. Requests the content of sections
    /// with an app's own endpoint. A failure only affects its own part.
    ///
    /// Parts of an earlier document that are not in this one are removed, and requests in progress are cancelled. The
    /// content from an endpoint stays until its next response arrives. When the reader signs in or out, create another
    /// list.
    ///
    /// - Parameters:
    ///   - page: the document's page.
    ///   - sources: loads the endpoints' content.
    ///   - items: returns the items of a section.
    public func show(
        _ page: HomePageData, from sources: ClientSourceLoader, items: @escaping @Sendable (Block) throws -> [Item]
    ) {
        replaceAll(by: page.blocks.map { CollectionManager($0, from: sources, items: items) })
    }
}
