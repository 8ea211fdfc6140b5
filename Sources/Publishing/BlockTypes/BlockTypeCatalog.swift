import HomeBlocks

/// The layouts that this server knows.
public struct BlockTypeCatalog: Sendable {
    public let types: [String: BlockType]

    public init(_ types: [BlockType]) {
        self.types = Dictionary(types.map { ($0.showType, $0) }, uniquingKeysWith: { $1 })
    }

    public subscript(showType: String) -> BlockType? { types[showType] }

    /// The places that some blocks of a page keep.
    ///
    /// - Parameter layouts: each block's layout by its code.
    public func pins(_ layouts: [String: String]) -> [String: Pin] {
        layouts.compactMapValues { types[$0]?.pin }
    }

    /// Everything that is wrong with a block for a page of a family of apps.
    public func faults(in block: BlockResource, client: ClientFamily?) -> [Fault] {
        let showType = JSONPointer(["showType"])
        guard let type = types[block.showType] else {
            return [Fault(showType, "the layout \"\(block.showType)\" is unknown; GET /block-types lists them")]
        }
        var faults: [Fault] = []
        if let client, type.client != client {
            faults.append(Fault(showType, "the \(client.rawValue) apps that read this page cannot show this layout"))
        }
        if let allowed = client?.layouts(ofBlock: block.blockCode), !allowed.contains(block.showType) {
            let reason = "the section \(block.blockCode) can only have the layout \(allowed.joined(separator: " or "))"
            faults.append(Fault(showType, reason))
        }
        let content = JSONPointer(["content"])
        if let items = type.items, type.items(of: block.content).count > BlockType.mostItems {
            let reason = "has more than the limit block.items of \(BlockType.mostItems) cards"
            return faults + [Fault(items, reason).below(content)]
        }
        var own = type.schema.faults(in: .object(block.content))
        own += CommonFields.faults(in: block.content).filter { fault in !own.contains { $0.pointer == fault.pointer } }
        return faults + own.map { $0.below(content) }
    }
}
