import HomeBlocks

extension RevisionDifference {
    /// The same change made in another state of the page. What that state has changed itself stays beside it; who
    /// has the last word where both changed the same thing is the caller's to say, and where the change cannot be
    /// made that state's version stays.
    public func carried(
        onto target: CarryTarget, preferring preference: MergePreference = .change
    ) -> (edit: SnapshotEdit, conflicts: [CarriedChange.Conflict]) {
        var carrying = Carrying(difference: self, target: target, preference: preference)
        // What goes makes room for what comes.
        for block in blocks where block.new == nil { carrying.remove(block) }
        for block in blocks { carrying.carry(block) }
        carrying.carryData()
        carrying.carryOrder()
        return (carrying.edit, carrying.conflicts)
    }
}

/// One difference on its way into one state.
private struct Carrying {
    let difference: RevisionDifference
    let target: CarryTarget
    let preference: MergePreference
    var edit = SnapshotEdit(order: [])
    var conflicts: [CarriedChange.Conflict] = []

    private var isApplied: Bool { preference == .change }
    private var metReason: String {
        isApplied ? "was changed here too; that change gave way" : "was changed here too; that change stays"
    }

    mutating func remove(_ block: RevisionDifference.Block) {
        guard let own = target.blocks[block.code] else { return }
        if block.old != own {
            let reason =
                isApplied
                ? "was deleted, although it was changed here" : "was changed here, so that it is not deleted"
            conflicts.append(.init(block.code, reason, isApplied: isApplied))
            if !isApplied { return }
        }
        edit.removed.insert(block.code)
    }

    mutating func carry(_ block: RevisionDifference.Block) {
        switch (block.old, block.new, target.blocks[block.code]) {
        case (_, nil, _): break
        case (nil, let new?, nil): put(new)
        case (nil, let new?, let own?):
            if new != own { conflicts.append(.init(block.code, "is a block of its own here; it stays as it is")) }
        case (.some, .some, nil): conflicts.append(.init(block.code, "was deleted here; it stays deleted"))
        case (let old?, let new?, let own?): merge(old, new, onto: own)
        }
    }

    private mutating func put(_ block: BlockResource) {
        guard target.order.count + edit.put.count - edit.removed.count < PageDocument.mostBlocks else {
            let reason = "would be one more than the limit page.blocks of \(PageDocument.mostBlocks)"
            return conflicts.append(.init(block.blockCode, reason))
        }
        edit.put.append(block)
    }

    private mutating func merge(_ old: BlockResource, _ new: BlockResource, onto own: BlockResource) {
        if new == own { return }
        let items = target.catalog[own.showType]?.items.map { JSONPointer(["content"] + $0.tokens) }
        var merge = ThreeWayMerge(items: items, preferring: preference)
        let json = merge.merge(from: .object(old.json), to: .object(new.json), onto: .object(own.json)) ?? .null
        var faults: [Fault] = []
        let merged = BlockResource(json: json, faults: &faults)
        if let merged { faults += target.catalog.faults(in: merged, client: target.page.client) }
        guard let merged, faults.isEmpty else {
            let fault = faults.first ?? Fault(JSONPointer(), "cannot be read")
            let reason = "cannot take the change beside its own (\(fault.reason)); it stays as it is"
            return conflicts.append(.init(own.blockCode, pointer: fault.pointer.description, reason))
        }
        conflicts += merge.met.map {
            .init(own.blockCode, pointer: $0.description, metReason, isApplied: isApplied)
        }
        if merged != own { edit.put.append(merged) }
    }

    mutating func carryData() {
        guard difference.oldData != difference.newData, target.data != difference.newData else { return }
        var merge = ThreeWayMerge(items: nil, preferring: preference)
        let merged = merge.merge(
            from: .object(difference.oldData), to: .object(difference.newData), onto: .object(target.data))
        conflicts += merge.met.map { .init(nil, pointer: $0.description, metReason, isApplied: isApplied) }
        edit.data = merged?.object
    }

    mutating func carryOrder() {
        var layouts = target.layouts
        for block in edit.put { layouts[block.blockCode] = block.showType }
        for code in edit.removed { layouts[code] = nil }
        let present = target.order.filter { layouts[$0] != nil }
        let (old, new) = (difference.oldOrder, difference.newOrder)
        let moved = Set(ChangeSummary(oldOrder: old, newOrder: new, changed: []).moved)
        let own = Set(ChangeSummary(oldOrder: old, newOrder: target.order, changed: []).moved)
        let isSame = new.filter(present.contains) == present.filter(new.contains)
        let met = isSame ? [] : Set(moved.intersection(own).filter { layouts[$0] != nil })
        conflicts += met.sorted().map { .init($0, pointer: "/order", metReason, isApplied: isApplied) }
        let merged = OrderMerge.merged(from: old, to: new, onto: present, keeping: isApplied ? [] : met)
        edit.order = OrderMerge.settled(merged.filter { layouts[$0] != nil }, pins: target.catalog.pins(layouts))
    }
}
