public import HomeBlocks

/// A document that prevents the catalog from being read, and the reason.
public struct BlockTypeDocumentError: Error {
    public let document: String
    public let reason: PublishingError
}

extension BlockTypeCatalog {
    /// Reads layouts and the documents of definitions that they share.
    ///
    /// - Parameters:
    ///   - documents: The documents by name. A layout's name is its `showType`. A document that has `$defs` and
    ///     describes no value itself is not a layout.
    ///   - schemes: The schemes that addresses in content may have.
    ///   - attributes: The attributes that audiences may name.
    ///   - clients: The models of the apps of each family. A layout that permits content that its family cannot read is
    ///     rejected.
    public init(
        documents: [String: JSONValue], schemes: AddressSchemes = .standard, attributes: AudienceAttributes = .none,
        clients: [ClientFamily: ClientModel] = [:]
    ) throws(BlockTypeDocumentError) {
        var shared = SharedDefinitions(in: documents)
        var types: [BlockType] = []
        let accepted = SchemaInclusion.Accepted()
        // Check shared definitions first, so that their issues are reported once and not for each layout.
        for name in shared.names + documents.keys.sorted().filter({ !shared.contains($0) }) {
            do throws(PublishingError) {
                if shared.contains(name) {
                    try shared.check(name)
                } else if let json = documents[name] {
                    let bundle = try shared.bundled(json)
                    let type = try BlockType(showType: name, json: bundle.json, parsed: bundle.parsed)
                    if let client = type.client { try clients[client]?.check(type, accepted) }
                    types.append(type)
                }
            } catch {
                throw BlockTypeDocumentError(document: name, reason: error)
            }
        }
        self.init(types, schemes: schemes, attributes: attributes)
    }
}
