import HomeBlocks

/// Merges a block that both sides changed: field by field, card by card, and card rules by id. The result has no rule
/// without its card.
struct BlockMerge {
    private let old: BlockResource
    private let new: BlockResource
    private let own: BlockResource
    private let catalog: BlockTypeCatalog
    private let preference: MergePreference
    /// The locations that both sides changed.
    private(set) var conflicts: [ThreeWayMerge.Conflict] = []
    /// Rules that were dropped because one side removed the card and the other one changed its rule.
    private(set) var droppedRules: [MergeConflict] = []

    init(
        old: BlockResource, new: BlockResource, own: BlockResource, _ catalog: BlockTypeCatalog,
        preferring preference: MergePreference
    ) {
        (self.old, self.new, self.own) = (old, new, own)
        self.catalog = catalog
        self.preference = preference
    }

    /// - Returns: the merged block; nil if it is invalid, with the reasons added to `issues`.
    mutating func merged(_ issues: inout [ValidationIssue]) -> BlockResource? {
        let type = catalog[own.showType]
        var merge = ThreeWayMerge(
            items: type?.items.map { JSONPointer(["content"] + $0.tokens) }, by: type?.cardIdentity ?? .standard,
            isBlock: true, preferring: preference)
        let json = merge.merge(from: json(old), to: json(new), onto: json(own)) ?? .null
        conflicts = merge.conflicts
        guard let merged = BlockResource(json: json, issues: &issues) else { return nil }
        issues += merged.sourceIssues(layoutsOfFeeds)
        let result = catalog.withoutRulesOfMissingCards(merged)
        for id in merged.cardRules.keys.sorted() where result.cardRules[id] == nil { drop(id) }
        return result
    }

    /// The layouts of the feeds that the sides use: each feed has the layout of its side.
    private var layoutsOfFeeds: [String: String] {
        let layouts = [own, new].compactMap { block in block.source?.feed.map { ($0, block.showType) } }
        return Dictionary(layouts, uniquingKeysWith: { first, _ in first })
    }

    /// A side with a rule for each card that has one on any side, so that rules are merged member by member.
    private func json(_ block: BlockResource) -> JSONValue {
        let ids = Set(old.cardRules.keys).union(new.cardRules.keys).union(own.cardRules.keys)
        var json = block.json
        if !ids.isEmpty {
            let rules = ids.map { ($0, block.cardRules[$0] ?? .always) }
            json["cards"] = .object(BlockResource.json(Dictionary(rules, uniquingKeysWith: { $1 })))
        }
        return .object(json)
    }

    /// Records that a rule was dropped with its card, unless only one side changed it.
    private mutating func drop(_ id: JSONString) {
        let pointer = JSONPointer(["cards", id.text])
        conflicts.removeAll { $0.pointer.tokens.starts(with: pointer.tokens) { JSONString($0) == JSONString($1) } }
        let (was, incoming, existing) = (old.cardRules[id], new.cardRules[id], own.cardRules[id])
        if incoming == nil, existing == was { return }
        if existing == nil, incoming == was { return }
        droppedRules.append(
            MergeConflict(
                own.blockCode, pointer: pointer.description, kept: incoming == nil ? .incoming : .existing,
                "was changed for a card that no longer exists",
                incoming: incoming.map { .object($0.json) }, existing: existing.map { .object($0.json) }))
    }
}
