import HomeBlocks

/// The place of an audience in a block.
enum AudiencePlace: Sendable, Hashable {
    case block
    /// The rule of a card, by the card's ID.
    case card(JSONString)

    /// The pointer into the block's resource.
    var pointer: JSONPointer {
        switch self {
        case .block: JSONPointer(["audience"])
        case .card(let id): JSONPointer(["cards", id.text, "audience"])
        }
    }

    /// Whether a pointer into a resource points to an audience.
    static func isAudience(_ pointer: JSONPointer) -> Bool {
        switch pointer.tokens.count {
        case 1: pointer.tokens[0] == "audience"
        case 3: pointer.tokens[0] == "cards" && pointer.tokens[2] == "audience"
        default: false
        }
    }
}

extension BlockResource {
    /// The block's audiences by place.
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

    /// Replaces an existing audience.
    private mutating func replaceAudience(at place: AudiencePlace, with audience: Audience) {
        switch place {
        case .block: self.audience = audience
        case .card(let id): cardRules[id]?.audience = audience
        }
    }

    /// The block with unnamed audiences, so that equal conditions are equal whatever their names.
    var withoutNamesOfAudiences: BlockResource {
        var block = self
        for (place, audience) in audiences { block.replaceAudience(at: place, with: audience.conditions) }
        return block
    }

    /// The names of its audiences.
    public var audienceNames: Set<String> { Set(audiences.values.compactMap(\.name)) }

    /// Returns the block with the current conditions of a named audience.
    ///
    /// - Returns: nil if the block does not name the audience or already has them.
    func renewing(_ audience: Audience) -> BlockResource? {
        var block = self
        for (place, own) in audiences where own.name == audience.name {
            block.replaceAudience(at: place, with: audience)
        }
        return block == self ? nil : block
    }

    /// Returns the block, as an operator wrote it, with the conditions of the audiences that it names.
    ///
    /// - Parameters:
    ///   - known: the named audiences by name.
    ///   - old: the previous block. Audiences that it already has are kept, even if a name or an attribute no longer
    ///     exists.
    ///   - issues: receives an issue for each unknown name and attribute.
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
            // A patch of only the name leaves the previous audience's conditions next to it.
            let isLeftOver = before?.name != name && before?.conditions == audience.conditions
            if audience.conditions != Audience(), audience != named, !isLeftOver {
                let reason =
                    "differs from the audience \"\(name)\"; change that audience, or omit the name to set "
                    + "conditions for this block only"
                issues.append(ValidationIssue(pointer, reason))
            }
            block.replaceAudience(at: place, with: named)
        }
        return block
    }

    /// Returns the block, as an import contains it, with the conditions of audiences that have only a name.
    ///
    /// - Parameter foreign: receives each audience that is unknown here or differs from the one of that name.
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

    /// Returns warnings about names and attributes that no longer exist. No client meets a condition on an unknown
    /// attribute; an audience with an unknown name keeps its conditions.
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
    /// Returns an edit that gives the blocks of a page that name an audience its current conditions.
    ///
    /// - Parameters:
    ///   - size: the size of all blocks of the page in an export, in bytes.
    ///   - blocks: the blocks that may name the audience.
    /// - Returns: nil if no block changes.
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
    /// Adds the conditions of audiences that have only a name.
    ///
    /// - Returns: the audiences that are unknown here or differ from the ones of the same names.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer for each unknown name and attribute.
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
