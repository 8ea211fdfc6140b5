import HomeBlocks

/// Rules for individual cards, in the member `cards`.
extension BlockResource {
    /// The maximum number of different audiences in the rules of a block's cards: each is evaluated with each read of
    /// the page.
    static let maximumCardAudiences = 100

    static func json(_ rules: [JSONString: Visibility]) -> JSONObject {
        JSONObject(rules.map { ($0.key.text, .object($0.value.json)) }, uniquingKeysWith: { $1 })
    }

    /// Collects the issues of the rules themselves. The catalog checks whether the cards exist.
    static func checkCardRules(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["cards"])
        guard let rules = value.object, rules.count <= BlockType.maximumItems else {
            let reason =
                "must be an object with rules for at most \(BlockType.maximumItems) cards, by card id"
            return issues.append(ValidationIssue(pointer, reason))
        }
        var audiences: Set<Audience> = []
        for (id, rule) in rules.sortedByName where rule != .null {
            var own: [ValidationIssue] = []
            if let members = rule.object {
                for name in members.keys.sorted() where !Visibility.members.contains(name) {
                    own.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
                }
                if let audience = Visibility(checking: members, issues: &own).audience { audiences.insert(audience) }
            } else {
                own.append(ValidationIssue(JSONPointer(), "must be an object or null"))
            }
            issues += own.map { $0.below(pointer.appending(id)) }
        }
        if audiences.count > maximumCardAudiences {
            let reason = "has more than the limit block.cardAudiences of \(maximumCardAudiences) different audiences"
            issues.append(ValidationIssue(pointer, reason))
        }
    }

    /// Reads rules that were stored or checked. Rules without a condition are dropped.
    static func cardRules(stored value: JSONValue?) -> [JSONString: Visibility]? {
        var rules: [JSONString: Visibility] = [:]
        for (id, value) in value?.object ?? [:] where value != .null {
            guard let members = value.object, let rule = Visibility(stored: members) else { return nil }
            if rule != .always { rules[JSONString(id)] = rule }
        }
        return rules
    }
}

extension BlockTypeCatalog {
    /// Returns the IDs of a block's cards, each with the maximum number of cards that have it in one form: the content,
    /// a language or the fallback. A rule applies to all forms.
    func cardIDs(of block: BlockResource) -> [JSONString: Int] {
        var counts: [JSONString: Int] = [:]
        func add(_ content: JSONObject, _ showType: String) {
            guard let type = self[showType] else { return }
            let ids = type.items(of: content).compactMap { type.cardIdentity.id(of: $0).map(JSONString.init) }
            for (id, cards) in Dictionary(grouping: ids, by: \.self) { counts[id] = max(counts[id] ?? 0, cards.count) }
        }
        add(block.content, block.showType)
        for (_, content) in block.localizedContents { add(content, block.showType) }
        if let fallback = block.fallback { add(fallback.content, fallback.showType) }
        return counts
    }

    /// Returns the issues with rules for cards that do not exist or are ambiguous.
    func cardRuleIssues(in block: BlockResource) -> [ValidationIssue] {
        guard !block.cardRules.isEmpty else { return [] }
        let counts = cardIDs(of: block)
        return block.cardRules.keys.sorted().compactMap { id in
            let count = counts[id] ?? 0
            guard count != 1 else { return nil }
            let reason =
                count == 0
                ? "is not the id of a card of the section; give the card this id, or remove its rule"
                : "is the id of \(count) cards; give each of them an id of its own"
            return ValidationIssue(JSONPointer(["cards", id.text]), reason)
        }
    }

    /// Returns the block without the rules of cards that it does not have.
    func withoutRulesOfMissingCards(_ block: BlockResource) -> BlockResource {
        guard !block.cardRules.isEmpty else { return block }
        let counts = cardIDs(of: block)
        var block = block
        block.cardRules = block.cardRules.filter { counts[$0.key] != nil }
        return block
    }
}
