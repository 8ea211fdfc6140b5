/// Pages that are read in parts, as replies are.
extension PageDocument {
    /// Returns the page with another part's blocks appended, before the blocks that layouts pin last. Only the part is
    /// validated, and issues point into it.
    func appending(_ part: PageDocument, _ catalog: BlockTypeCatalog) -> PageDocument {
        let pinned = blocks.reversed().prefix { catalog[$0.showType]?.pin == .last }.count
        let head = blocks.dropLast(pinned)
        var whole = self
        whole.blocks = head + part.blocks + blocks.suffix(pinned)
        whole.title = part.title
        whole.form = part.form
        whole.input = head.count..<head.count + part.blocks.count
        return whole
    }

    /// The client family that a reply is for, inferred from its layouts; nil unless all of them belong to the same one.
    func inferredClient(_ catalog: BlockTypeCatalog) -> ClientFamily? {
        guard case .reply = form else { return nil }
        let clients = Set(blocks.compactMap { catalog[$0.showType] }.map(\.client))
        return clients.count == 1 ? clients.first ?? nil : nil
    }

    /// The layouts in a range of blocks that a catalog does not have, each with its number of sections.
    func unknownLayouts(_ catalog: BlockTypeCatalog, in range: Range<Int>) -> [(showType: String, count: Int)] {
        Dictionary(grouping: blocks[range].flatMap(\.layouts).filter { catalog[$0] == nil }) { $0 }
            .map { (showType: $0.key, count: $0.value.count) }.sorted { $0.showType < $1.showType }
    }
}
