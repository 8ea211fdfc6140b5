public import HomeBlocks

/// Some of the changes that separate two states of a page: those of whole blocks, all changes of the order together, and
/// those of the page-level fields together.
public struct ChangeSelection: Sendable, Equatable {
    /// The blocks whose changes are meant: what was added, removed, or changed in them.
    public let blocks: [String]
    /// Whether the moves of blocks are meant, all of them.
    public let order: Bool
    /// Whether the changes of the page-level fields are meant.
    public let data: Bool

    public init(blocks: [String] = [], order: Bool = false, data: Bool = false) {
        self.blocks = blocks
        self.order = order
        self.data = data
    }

    /// All changes of a difference.
    public init(allOf difference: RevisionDifference) {
        self.init(
            blocks: difference.blocks.map(\.code), order: difference.hasMoves,
            data: difference.oldData != difference.newData)
    }

    /// Checks that each change that is meant is one of a difference.
    ///
    /// - Parameters:
    ///   - name: the member of the body that the selection was read from.
    ///   - detail: what was not done, for the message.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public func check(
        _ difference: RevisionDifference, name: String = "only", _ detail: String
    ) throws(PublishingError) {
        let changed = Set(difference.blocks.map(\.code))
        var issues = blocks.enumerated().filter { !changed.contains($0.element) }.map { index, code in
            ValidationIssue(JSONPointer([name, "blocks", String(index)]), "there is no change of a block \"\(code)\"")
        }
        if order, !difference.hasMoves {
            issues.append(ValidationIssue(JSONPointer([name, "order"]), "no block was moved"))
        }
        if data, difference.oldData == difference.newData {
            issues.append(ValidationIssue(JSONPointer([name, "data"]), "no page-level field was changed"))
        }
        guard let first = issues.first else { return }
        throw .invalid(
            InvalidInput("\(detail): \(first.pointer) \(first.reason).", issues: Array(issues.prefix(100))))
    }

    /// Whether a conflict is about a change that is meant.
    public func covers(_ conflict: MergeConflict) -> Bool {
        guard let code = conflict.blockCode else { return data }
        return conflict.pointer == MergeConflict.order ? order : blocks.contains(code)
    }

    /// The body's member that ``BodyReader/selection(_:)`` reads.
    public var json: JSONValue {
        var members: JSONObject = [:]
        if !blocks.isEmpty { members["blocks"] = .array(blocks.map { .string($0) }) }
        if order { members["order"] = true }
        if data { members["data"] = true }
        return .object(members)
    }
}

extension BodyReader {
    /// Reads which changes are meant; nil means all.
    mutating func selection(_ name: String) -> ChangeSelection? {
        guard let value = value(name) else { return nil }
        guard let members = value.object else {
            issue(name, "must be an object with \"blocks\", \"order\" or \"data\"")
            return nil
        }
        func note(_ tokens: [String], _ reason: String) {
            issue(at: ValidationIssue(JSONPointer([name] + tokens), reason))
        }
        for member in members.keys.sorted() where !["blocks", "order", "data"].contains(member) {
            note([member], "is an unknown member")
        }
        var flags: [String: Bool] = [:]
        for member in ["order", "data"] {
            guard let value = members[member] else { continue }
            guard let flag = value.bool else {
                note([member], "must be true or false")
                continue
            }
            flags[member] = flag
        }
        var blocks: [String] = []
        if let value = members["blocks"] {
            if let elements = value.array, elements.count <= PageDocument.maximumBlocks {
                var seen: Set<String> = []
                for (index, element) in elements.enumerated() {
                    guard let code = element.string, Identifier.hasCodeCharacters(code) else {
                        note(["blocks", String(index)], "must be a block's code")
                        continue
                    }
                    if !seen.insert(code).inserted { note(["blocks", String(index)], "names \"\(code)\" again") }
                    blocks.append(code)
                }
            } else {
                note(["blocks"], "must be a list of at most \(PageDocument.maximumBlocks) codes of blocks")
            }
        }
        let selection = ChangeSelection(
            blocks: blocks, order: flags["order"] ?? false, data: flags["data"] ?? false)
        if selection == ChangeSelection(), issues.isEmpty { issue(name, "must name a change") }
        return selection
    }
}

extension RevisionDifference {
    /// Whether blocks that both states have were moved.
    var hasMoves: Bool { !ChangeSummary(oldOrder: oldOrder, newOrder: newOrder, changed: []).moved.isEmpty }

    /// The difference in the other direction.
    public var reversed: RevisionDifference {
        RevisionDifference(
            oldOrder: newOrder, newOrder: oldOrder, blocks: blocks.map { Block($0.code, old: $0.new, new: $0.old) },
            oldData: newData, newData: oldData)
    }

    /// Makes some of the changes in the old state, and leaves the others out.
    ///
    /// Where the order is chosen, the result has the new one; blocks that it has and the new state has not stand after
    /// the block that they follow in the old one. Otherwise the result has the old order, and added blocks stand after
    /// the block that they follow in the new one. Making all changes gives the new state, making none the old one.
    ///
    /// - Parameter layouts: the layout of each block of the old state.
    public func edit(
        making selection: ChangeSelection, layouts: [String: String], catalog: BlockTypeCatalog
    ) -> SnapshotEdit {
        let codes = Set(selection.blocks)
        let chosen = blocks.filter { codes.contains($0.code) }
        var layouts = layouts
        for block in chosen { layouts[block.code] = block.new?.showType }
        let (first, second) = selection.order ? (newOrder, oldOrder) : (oldOrder, newOrder)
        let order = Self.order(of: Set(layouts.keys), like: first, then: second)
        return SnapshotEdit(
            order: PinnedOrder.settled(order, pins: catalog.pins(layouts)), put: chosen.compactMap(\.new),
            removed: Set(chosen.filter { $0.new == nil }.map(\.code)), data: selection.data ? newData : nil)
    }

    /// An order of some blocks as one list has them. Those that only a second list has stand after the one that they
    /// follow there.
    private static func order(of codes: Set<String>, like first: [String], then second: [String]) -> [String] {
        var order = first.filter(codes.contains)
        var present = Set(order)
        var last: String?
        for code in second where codes.contains(code) {
            if present.insert(code).inserted {
                order.insert(code, at: last.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            }
            last = code
        }
        return order
    }
}
