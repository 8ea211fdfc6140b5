import HomeBlocks

/// The result of merging a change into a draft or a planned release.
public struct MergeOutcome: Sendable {
    public let edit: SnapshotEdit
    /// The locations that both the change and the target changed. Every change of either side is in the edit's result
    /// or here.
    public let conflicts: [MergeConflict]
}

extension RevisionDifference {
    /// Merges the change into another state of the page. That state's own changes stay; `preference` decides where both
    /// changed the same thing. Blocks are merged first; the order then has exactly these blocks.
    public func merged(into target: MergeTarget, preferring preference: MergePreference = .change) -> MergeOutcome {
        var merge = PageMerge(difference: self, target: target, preference: preference)
        // Deletions first, since they make room under the limit on blocks.
        for block in blocks where block.new == nil { merge.mergeBlock(block) }
        for block in blocks where block.new != nil { merge.mergeBlock(block) }
        merge.mergeData()
        return merge.finish()
    }
}

private struct PageMerge {
    let difference: RevisionDifference
    let target: MergeTarget
    let preference: MergePreference
    private var put: [BlockResource] = []
    private var removed: Set<String> = []
    private var data: JSONObject?
    private var conflicts: [MergeConflict] = []
    /// The layout of each block in the result.
    private var layouts: [String: String]
    private var size: Int

    init(difference: RevisionDifference, target: MergeTarget, preference: MergePreference) {
        self.difference = difference
        self.target = target
        self.preference = preference
        layouts = target.layouts
        size = target.size
    }

    private var preferredSide: MergeConflict.Side { preference == .change ? .incoming : .existing }

    mutating func mergeBlock(_ block: RevisionDifference.Block) {
        let own = target.blocks[block.code]
        if own == block.new { return }
        if own == block.old { return accept(block) }
        switch (block.old, block.new, own) {
        case (let old?, let new?, let own?): merge(old, new, into: own)
        case (.some, nil, .some):
            let reason =
                preferredSide == .incoming
                ? "was deleted by the incoming change, although it was changed here"
                : "was changed here, so it was not deleted"
            note(block, kept: preferredSide, reason)
            if preferredSide == .incoming { remove(block.code) }
        case (.some, .some, nil): note(block, kept: .existing, "was deleted here, so the change was not applied")
        case (nil, .some, .some): note(block, kept: .existing, "was added here with different content, which was kept")
        case (_, nil, nil), (nil, _, nil), (nil, nil, _): break
        }
    }

    /// Applies the change of a block that the target has not changed.
    private mutating func accept(_ block: RevisionDifference.Block) {
        guard let new = block.new else { return remove(block.code) }
        guard block.old != nil || layouts.count < PageDocument.maximumBlocks else {
            return note(
                block, kept: .existing,
                "would exceed the limit page.blocks of \(PageDocument.maximumBlocks) blocks")
        }
        guard fits(new) else { return note(block, kept: .existing, PageDocument.sizeRule) }
        set(new)
    }

    /// Merges a block that both sides changed, field by field and card by card.
    private mutating func merge(_ old: BlockResource, _ new: BlockResource, into own: BlockResource) {
        var merge = BlockMerge(old: old, new: new, own: own, target.catalog, preferring: preference)
        var issues: [ValidationIssue] = []
        let merged = merge.merged(&issues)
        if let merged {
            issues += target.catalog.issues(in: merged, client: target.page.client, maximum: .max).filter {
                !$0.isRecentRule
            }
            if !fits(merged) { issues.append(.pageSize) }
        }
        guard let merged, issues.isEmpty else {
            let issue = issues.first.map { "\($0.pointer) \($0.reason)" } ?? "the result is invalid"
            return note(
                RevisionDifference.Block(own.blockCode, old: old, new: new), kept: .existing,
                "cannot have both changes: \(issue)")
        }
        conflicts += merge.conflicts.map { Self.conflict($0, in: own.blockCode) } + merge.droppedRules
        if merged != own { set(merged) }
    }

    mutating func mergeData() {
        let (old, new) = (JSONValue.object(difference.oldData), JSONValue.object(difference.newData))
        guard old != new, JSONValue.object(target.data) != new else { return }
        var merge = ThreeWayMerge(items: nil, preferring: preference)
        let merged = merge.merge(from: old, to: new, onto: .object(target.data))?.object ?? target.data
        if let issue = PageFrame.issues(in: merged).first {
            conflicts.append(
                MergeConflict(
                    nil, kept: .existing, "cannot have both changes: \(issue.pointer) \(issue.reason)",
                    incoming: new, existing: .object(target.data)))
        } else {
            conflicts += merge.conflicts.map { Self.conflict($0, in: nil) }
            data = merged
        }
    }

    /// Computes the order of exactly the blocks in the result, with pinned ones at the ends.
    consuming func finish() -> MergeOutcome {
        let pins = target.catalog.pins(layouts)
        let order = [Pin.first, nil, .last].flatMap { pin in
            mergedOrder(of: Set(layouts.keys.filter { pins[$0] == pin }))
        }
        return MergeOutcome(
            edit: SnapshotEdit(order: order, put: put, removed: removed, data: data), conflicts: conflicts)
    }

    private mutating func mergedOrder(of codes: Set<String>) -> [String] {
        let merge = ListMerge(
            from: difference.oldOrder, to: difference.newOrder, keeping: codes, preferring: preference)
        let result = merge.merged(onto: target.order)
        conflicts += result.conflicts.map { code, kept in
            MergeConflict(
                code, pointer: MergeConflict.order, kept: kept, Self.reason(kept, "was moved here too"),
                incoming: Self.position(of: code, in: difference.newOrder),
                existing: Self.position(of: code, in: target.order))
        }
        return result.order
    }

    /// Whether the page stays within its size limit with a block.
    private func fits(_ block: BlockResource) -> Bool {
        let growth = block.exportedSize - (target.blocks[block.blockCode]?.exportedSize ?? 0)
        return growth <= 0 || size + growth <= PageDocument.maximumBytes
    }

    private mutating func set(_ block: BlockResource) {
        put.append(block)
        size += block.exportedSize - (target.blocks[block.blockCode]?.exportedSize ?? 0)
        layouts[block.blockCode] = block.showType
    }

    private mutating func remove(_ code: String) {
        removed.insert(code)
        size -= target.blocks[code]?.exportedSize ?? 0
        layouts[code] = nil
    }

    /// Records a conflict between the two sides' versions of a whole block.
    private mutating func note(_ block: RevisionDifference.Block, kept: MergeConflict.Side, _ reason: String) {
        conflicts.append(
            MergeConflict(
                block.code, kept: kept, reason, incoming: block.new.map { .object($0.json) },
                existing: target.blocks[block.code].map { .object($0.json) }))
    }

    private static func conflict(_ conflict: ThreeWayMerge.Conflict, in code: String?) -> MergeConflict {
        MergeConflict(
            code, pointer: conflict.pointer.description, kept: conflict.kept,
            reason(conflict.kept, "was changed here too"), incoming: conflict.incoming, existing: conflict.existing)
    }

    private static func reason(_ kept: MergeConflict.Side, _ what: String) -> String {
        kept == .incoming ? "\(what); the incoming change replaced it" : "\(what); the version here was kept"
    }

    /// A block's position in an order: the block that it follows, null for none.
    private static func position(of code: String, in order: [String]) -> JSONValue {
        let index = order.firstIndex(of: code) ?? 0
        return ["after": index > 0 ? .string(order[index - 1]) : .null]
    }
}
