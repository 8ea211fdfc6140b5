public import HomeBlocks

/// A selection of the changes between two states of a page: changes to individual blocks, all changes to the order, and
/// all changes to the page-level fields.
public struct ChangeSelection: Sendable, Equatable {
    /// The selected blocks, which were added, removed or changed.
    public let blocks: [String]
    /// Whether all moves of blocks are selected.
    public let order: Bool
    /// Whether the changes to the page-level fields are selected.
    public let data: Bool

    public init(blocks: [String] = [], order: Bool = false, data: Bool = false) {
        self.blocks = blocks
        self.order = order
        self.data = data
    }

    /// Selects all changes of a difference.
    public init(allOf difference: RevisionDifference) {
        self.init(
            blocks: difference.blocks.map(\.code), order: difference.hasMoves,
            data: difference.oldData != difference.newData)
    }

    /// Checks that each selected change is part of a difference.
    ///
    /// - Parameters:
    ///   - name: the member of the body that contained the selection.
    ///   - detail: the action that failed, for the message.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public func check(
        _ difference: RevisionDifference, name: String = "only", _ detail: String
    ) throws(PublishingError) {
        let changed = Set(difference.blocks.map(\.code))
        var issues = blocks.enumerated().filter { !changed.contains($0.element) }.map { index, code in
            ValidationIssue(JSONPointer([name, "blocks", String(index)]), "the block \"\(code)\" was not changed")
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

    /// Whether a conflict is about a selected change.
    public func covers(_ conflict: MergeConflict) -> Bool {
        guard let code = conflict.blockCode else { return data }
        return conflict.pointer == MergeConflict.order ? order : blocks.contains(code)
    }

    /// The member of a body that ``BodyReader/selection(_:)`` reads.
    public var json: JSONValue {
        var members: JSONObject = [:]
        if !blocks.isEmpty { members["blocks"] = .array(blocks.map { .string($0) }) }
        if order { members["order"] = true }
        if data { members["data"] = true }
        return .object(members)
    }
}

extension BodyReader {
    /// Reads a selection of changes; nil for all.
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
                    if !seen.insert(code).inserted { note(["blocks", String(index)], "is a duplicate of \"\(code)\"") }
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
    /// Whether blocks that are in both states were moved.
    var hasMoves: Bool { !ChangeSummary(oldOrder: oldOrder, newOrder: newOrder, changed: []).moved.isEmpty }

    /// The difference in the other direction.
    public var reversed: RevisionDifference {
        RevisionDifference(
            oldOrder: newOrder, newOrder: oldOrder, blocks: blocks.map { Block($0.code, old: $0.new, new: $0.old) },
            oldData: newData, newData: oldData)
    }

    /// Returns an edit that applies some of the changes to the old state.
    ///
    /// If the order is selected, the result has the new order. A block that the new state does not have comes after the
    /// block that it follows in the old one. Otherwise the result has the old order, and an added block comes after the
    /// block that it follows in the new one. Selecting all changes returns the new state, selecting none the old one.
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

    /// Returns some blocks in the order of the first list. Blocks that are only in the second list come after the block
    /// that they follow there.
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
