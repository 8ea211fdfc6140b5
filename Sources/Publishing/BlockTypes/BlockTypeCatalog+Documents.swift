public import HomeBlocks

/// A document that the catalog cannot be read from, and why.
public struct BlockTypeDocumentError: Error {
    public let document: String
    public let reason: PublishingError
}

extension BlockTypeCatalog {
    /// Reads layouts, and documents of definitions that they share.
    ///
    /// - Parameters:
    ///   - documents: Each by its name. A layout's name is its `showType`. A document that has `$defs` and describes no
    ///     value itself is no layout.
    ///   - schemes: Those that addresses in content may have.
    ///   - attributes: Those that audiences may name.
    ///   - clients: What the apps of each family can read. A layout of a family that admits more is refused.
    public init(
        documents: [String: JSONValue], schemes: AddressSchemes = .standard, attributes: AudienceAttributes = .none,
        clients: [ClientFamily: ClientModel] = [:]
    ) throws(BlockTypeDocumentError) {
        let shared = SharedDefinitions(in: documents)
        var types: [BlockType] = []
        // Shared definitions first: what is wrong in them is reported of them and not of each layout.
        for name in shared.names + documents.keys.sorted().filter({ !shared.contains($0) }) {
            do throws(PublishingError) {
                if shared.contains(name) {
                    try shared.check(name)
                } else if let json = documents[name] {
                    let type = try BlockType(showType: name, json: try shared.bundled(json))
                    if let client = type.client { try clients[client]?.check(type) }
                    types.append(type)
                }
            } catch {
                throw BlockTypeDocumentError(document: name, reason: error)
            }
        }
        self.init(types, schemes: schemes, attributes: attributes)
    }
}
