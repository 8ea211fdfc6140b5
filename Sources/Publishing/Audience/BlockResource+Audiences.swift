import HomeBlocks

/// Where a block has an audience.
enum AudiencePlace: Sendable, Hashable {
    case block
    /// In the rule of a card, by its id.
    case card(JSONString)

    /// The pointer into the resource.
    var pointer: JSONPointer {
        switch self {
        case .block: JSONPointer(["audience"])
        case .card(let id): JSONPointer(["cards", id.text, "audience"])
        }
    }

    /// Whether a pointer into a resource is one of an audience.
    static func isAudience(_ pointer: JSONPointer) -> Bool {
        switch pointer.tokens.count {
        case 1: pointer.tokens[0] == "audience"
        case 3: pointer.tokens[0] == "cards" && pointer.tokens[2] == "audience"
        default: false
        }
    }
}

extension BlockResource {
    /// Its audiences, by where they stand in the resource.
    var audiences: [AudiencePlace: Audience] {
        var audiences: [AudiencePlace: Audience] = [:]
        audiences[.block] = audience
        for (id, rule) in cardRules { audiences[.card(id)] = rule.audience }
        return audiences
    }

    /// The audiences in the order of their pointers.
    private var sortedAudiences: [(place: AudiencePlace, audience: Audience)] {
        audiences.map { (place: $0.key, audience: $0.value) }
            .sorted { $0.place.pointer.description < $1.place.pointer.description }
    }

    /// Puts another audience where there is one.
    private mutating func replaceAudience(at place: AudiencePlace, with audience: Audience) {
        switch place {
        case .block: self.audience = audience
        case .card(let id): cardRules[id]?.audience = audience
        }
    }

    /// The block with the conditions of its audiences alone: equal ones are one, whatever they are called.
    var withoutNamesOfAudiences: BlockResource {
        var block = self
        for (place, audience) in audiences { block.replaceAudience(at: place, with: audience.conditions) }
        return block
    }

    /// The names of its audiences.
    public var audienceNames: Set<String> { Set(audiences.values.compactMap(\.name)) }

    /// The block with the present conditions of a named audience.
    ///
    /// - Returns: nil if it does not name it, or has them already.
    func renewing(_ audience: Audience) -> BlockResource? {
        var block = self
        for (place, own) in audiences where own.name == audience.name {
            block.replaceAudience(at: place, with: audience)
        }
        return block == self ? nil : block
    }

    /// The block with the conditions of the audiences that it names, as an operator writes it.
    ///
    /// - Parameters:
    ///   - known: the named audiences by name.
    ///   - old: the block before. Audiences that it has already stay as they are, with a name or an attribute that there
    ///     is no longer.
    ///   - issues: gets a pointer for each name and attribute that there is not.
    func resolvingAudiences(
        _ known: [String: Audience], _ declared: AudienceAttributes, old: BlockResource?,
        _ issues: inout [ValidationIssue]
    ) -> BlockResource {
        var block = self
        for (place, audience) in sortedAudiences {
            let (pointer, before) = (place.pointer, old?.audiences[place])
            if audience == before { continue }
            guard let name = audience.name else {
                issues += declared.issues(in: audience).map { $0.below(pointer) }
                continue
            }
            guard let named = known[name] else {
                issues.append(ValidationIssue(pointer.appending("name"), Self.unknownName(name)))
                continue
            }
            // A patch of the name alone leaves the conditions of the audience before beside it.
            let isLeftOver = before?.name != name && before?.conditions == audience.conditions
            if audience.conditions != Audience(), audience != named, !isLeftOver {
                let reason =
                    "has other conditions than the audience \"\(name)\"; change that one, or send no name for conditions "
                    + "of this block alone"
                issues.append(ValidationIssue(pointer, reason))
            }
            block.replaceAudience(at: place, with: named)
        }
        return block
    }

    /// The block with the conditions of the audiences of which it has nothing but the name, as an import writes it.
    ///
    /// - Parameter foreign: gets each audience that is not what its name stands for here.
    func fillingAudiences(
        _ known: [String: Audience], _ declared: AudienceAttributes, _ issues: inout [ValidationIssue],
        _ foreign: inout [ForeignAudience]
    ) -> BlockResource {
        var block = self
        for (place, audience) in sortedAudiences {
            let pointer = place.pointer
            issues += declared.issues(in: audience).map { $0.below(pointer) }
            guard let name = audience.name, audience != known[name] else { continue }
            if audience.conditions != Audience() {
                foreign.append(ForeignAudience(block: blockCode, name: name, isKnown: known[name] != nil))
            } else if let named = known[name] {
                block.replaceAudience(at: place, with: named)
            } else {
                issues.append(ValidationIssue(pointer.appending("name"), Self.unknownName(name)))
            }
        }
        return block
    }

    /// What its audiences name that there is not any more. Nobody belongs to an audience of such an attribute; one with
    /// such a name has the conditions that it had.
    public func audienceWarnings(_ known: Set<String>, _ declared: AudienceAttributes) -> [String] {
        sortedAudiences.flatMap { place, audience in
            let pointer = place.pointer
            return declared.issues(in: audience).map { issue in
                let issue = issue.below(pointer)
                return "\(issue.pointer) \(issue.reason); clients do not meet this condition"
            } + (audience.name.flatMap { known.contains($0) ? nil : ["\(pointer)/name \(Self.unknownName($0))"] } ?? [])
        }
    }

    private static func unknownName(_ name: String) -> String {
        "there is no audience \"\(name)\"; GET /api/audiences lists them"
    }
}

extension SnapshotEdit {
    /// Gives the blocks of a page that name an audience its present conditions.
    ///
    /// - Parameters:
    ///   - size: how many bytes all blocks of the page have in an export.
    ///   - blocks: those that may name it.
    /// - Returns: nil if none of them changes.
    public static func renewing(
        _ audience: Audience, in blocks: [BlockResource], order: [String], size: Int, page: String
    ) throws(PublishingError) -> SnapshotEdit? {
        let renewed = blocks.compactMap { $0.renewing(audience) }
        if renewed.isEmpty { return nil }
        let codes = Set(renewed.map(\.blockCode))
        let before = blocks.filter { codes.contains($0.blockCode) }.reduce(0) { $0 + $1.exportedSize }
        let growth = renewed.reduce(0) { $0 + $1.exportedSize } - before
        guard growth <= 0 || size + growth <= PageDocument.maximumBytes else {
            throw .conflict("The audience was not changed. On the page \"\(page)\" \(PageDocument.sizeRule).")
        }
        return SnapshotEdit(order: order, put: renewed)
    }
}

extension PageDocument {
    /// Gives blocks the conditions of the audiences of which they have nothing but the name.
    ///
    /// - Returns: the audiences that are not what their names stand for here.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer for each name and attribute that there is not.
    mutating func fillAudiences(
        _ known: [String: Audience], _ declared: AudienceAttributes
    ) throws(PublishingError) -> [ForeignAudience] {
        var (issues, foreign) = ([ValidationIssue](), [ForeignAudience]())
        for index in blocks.indices {
            var own: [ValidationIssue] = []
            blocks[index] = blocks[index].fillingAudiences(known, declared, &own, &foreign)
            issues += own.map { placed($0, inBlock: index) }
        }
        try issues.refuse("page")
        return foreign
    }
}
