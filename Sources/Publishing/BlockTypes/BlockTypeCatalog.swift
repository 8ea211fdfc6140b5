import HomeBlocks

/// The layouts of this server.
public struct BlockTypeCatalog: Sendable {
    public let types: [String: BlockType]
    private let schemes: AddressSchemes
    /// The attributes that audiences may name.
    public let attributes: AudienceAttributes

    /// - Parameters:
    ///   - schemes: The schemes that addresses in content may have.
    ///   - attributes: The attributes that audiences may name.
    public init(
        _ types: [BlockType], schemes: AddressSchemes = .standard, attributes: AudienceAttributes = .none
    ) {
        self.schemes = schemes
        self.attributes = attributes
        self.types = Dictionary(types.map { ($0.showType, $0) }, uniquingKeysWith: { $1 })
    }

    /// A hash of all layouts, address schemes and audience attributes. Nodes with the same hash accept the same
    /// content.
    public var hash: String {
        var bytes = Array(String(describing: schemes).utf8)
        for attribute in attributes.all { bytes += "\(attribute.name)=\(attribute.values)".utf8 }
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            bytes += name.utf8 + [0] + type.schema.json.encoded
        }
        return Digest.sha256(bytes).prefix(6).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    public subscript(showType: String) -> BlockType? { types[showType] }

    /// Returns the pins of a page's pinned blocks.
    ///
    /// - Parameter layouts: The layout of each block by its code.
    public func pins(_ layouts: [String: String]) -> [String: Pin] {
        layouts.compactMapValues { types[$0]?.pin }
    }

    /// Returns all issues with a block for a page of a family of apps, in each of the block's forms.
    ///
    /// - Parameter maximum: The maximum number of issues for each form.
    public func issues(
        in block: BlockResource, client: ClientFamily?, maximum: Int = 100
    ) -> [ValidationIssue] {
        let deep = NestingLimit.issues(in: block)
        guard deep.isEmpty else { return deep }
        func found(in content: JSONObject, as showType: String) -> [ValidationIssue] {
            self.issues(content, of: block.blockCode, as: showType, client: client, maximum: maximum)
        }
        var issues = found(in: block.content, as: block.showType)
        if block.source?.feed != nil { issues = sourced(issues, in: block) }
        if issues.allSatisfy(\.isRecentRule) {
            // Other issues with the content itself are not repeated for each language.
            for (tag, content) in block.localizedContents {
                var own = found(in: content, as: block.showType)
                if block.source?.feed != nil { own = sourced(own, in: block) }
                issues += own.map { $0.at(JSONPointer(Array($0.pointer.tokens.dropFirst()))) }
                    .map { $0.below(JSONPointer(["localizations", tag])) }
            }
        }
        if let fallback = block.fallback {
            issues += found(in: fallback.content, as: fallback.showType).map { $0.below(JSONPointer(["fallback"])) }
        }
        return issues + cardRuleIssues(in: block)
    }

    /// Returns all issues with a block that replaces another one. A rule that is newer than stored content does not
    /// apply to what was there before, so that operators can hide a section without fixing its links.
    func issues(in block: BlockResource, insteadOf old: BlockResource?, client: ClientFamily?) -> [ValidationIssue] {
        let found = issues(in: block, client: client)
        guard let old, old.showType == block.showType, found.contains(where: \.isRecentRule) else { return found }
        let before = issues(in: old, client: client, maximum: .max).filter(\.isRecentRule)
        // Without a limit, because the first issues may all be ignored ones.
        return issues(in: block, client: client, maximum: .max).filter { issue in
            !issue.isRecentRule || !before.contains { $0.isSame(as: issue) }
        }
    }

    /// Returns the issues with a block that a feed fills: the layout must have cards, but the block itself may have
    /// none.
    private func sourced(_ issues: [ValidationIssue], in block: BlockResource) -> [ValidationIssue] {
        guard let type = types[block.showType] else { return issues }
        guard let items = type.items else {
            let reason = "the layout \"\(block.showType)\" has no list of cards, so no feed can fill it"
            return issues + [ValidationIssue(JSONPointer(["source"]), reason)]
        }
        let own = type.items(of: block.content)
        let isEmpty = JSONValue.object(block.content)[pointer: items] == .array([])
        let position = JSONPointer(["content"] + items.tokens)
        return isEmpty && own.isEmpty ? issues.filter { $0.pointer != position } : issues
    }

    private func issues(
        _ content: JSONObject, of code: String, as showType: String, client: ClientFamily?, maximum: Int
    ) -> [ValidationIssue] {
        let pointer = JSONPointer(["showType"])
        guard let type = types[showType] else {
            return [ValidationIssue(pointer, "the layout \"\(showType)\" is unknown; GET /block-types lists them")]
        }
        var issues: [ValidationIssue] = []
        if let client, type.client != client {
            issues.append(
                ValidationIssue(pointer, "the \(client.rawValue) apps that read this page cannot show this layout"))
        }
        if let allowed = client?.layouts(ofBlock: code), !allowed.contains(showType) {
            let reason = "the section \(code) can only have the layout \(allowed.joined(separator: " or "))"
            issues.append(ValidationIssue(pointer, reason))
        }
        return issues + self.issues(content, of: type, maximum: maximum).map { $0.below(JSONPointer(["content"])) }
    }

    private func issues(_ content: JSONObject, of type: BlockType, maximum: Int) -> [ValidationIssue] {
        if let items = type.items, type.items(of: content).count > BlockType.maximumItems {
            return [ValidationIssue(items, "has more than the limit block.items of \(BlockType.maximumItems) cards")]
        }
        let own = type.schema.issues(
            in: .object(content), schemes: schemes, equivalents: type.client?.equivalents ?? [:], maximum: maximum)
        return own
            + CommonFields.issues(in: content, schemes: schemes).filter { issue in
                !own.contains { $0.pointer == issue.pointer }
            }
    }
}
