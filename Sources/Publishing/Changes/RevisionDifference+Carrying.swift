import HomeBlocks

extension RevisionDifference {
    /// The same change made in another state of the page. What that state has changed itself stays beside it; where
    /// both changed the same thing this change wins, and where it cannot be made that state's version stays.
    public func carried(onto target: CarryTarget) -> (edit: SnapshotEdit, conflicts: [CarriedChange.Conflict]) {
        var conflicts: [CarriedChange.Conflict] = []
        var edit = SnapshotEdit(order: [])
        for block in blocks { carry(block, onto: target, &edit, &conflicts) }
        edit.data = carriedData(onto: target, &conflicts)
        edit.order = carriedOrder(onto: target, edit)
        return (edit, conflicts)
    }

    private func carry(
        _ block: Block, onto target: CarryTarget, _ edit: inout SnapshotEdit,
        _ conflicts: inout [CarriedChange.Conflict]
    ) {
        let own = target.blocks[block.code]
        switch (block.old, block.new, own) {
        case (_, nil, nil): break
        case (let old, nil, let own?):
            edit.removed.insert(block.code)
            if old != own {
                conflicts.append(.init(block.code, "was deleted, although it was changed here", isApplied: true))
            }
        case (nil, let new?, nil): put(new, onto: target, &edit, &conflicts)
        case (nil, let new?, let own?):
            if new != own { conflicts.append(.init(block.code, "is a block of its own here; it stays as it is")) }
        case (.some, .some, nil): conflicts.append(.init(block.code, "was deleted here; it stays deleted"))
        case (let old?, let new?, let own?): merge(old, new, onto: own, target, &edit, &conflicts)
        }
    }

    private func put(
        _ block: BlockResource, onto target: CarryTarget, _ edit: inout SnapshotEdit,
        _ conflicts: inout [CarriedChange.Conflict]
    ) {
        let count = target.order.count + edit.put.count { target.layouts[$0.blockCode] == nil } - edit.removed.count
        guard count < PageDocument.mostBlocks else {
            return conflicts.append(
                .init(block.blockCode, "would be one more than the limit page.blocks of \(PageDocument.mostBlocks)"))
        }
        edit.put.append(block)
    }

    private func merge(
        _ old: BlockResource, _ new: BlockResource, onto own: BlockResource, _ target: CarryTarget,
        _ edit: inout SnapshotEdit, _ conflicts: inout [CarriedChange.Conflict]
    ) {
        if new == own { return }
        let items = target.catalog[own.showType]?.items.map { JSONPointer(["content"] + $0.tokens) }
        var merge = ThreeWayMerge(items: items)
        let json = merge.merge(from: .object(old.json), to: .object(new.json), onto: .object(own.json)) ?? .null
        var faults: [Fault] = []
        let merged = BlockResource(json: json, faults: &faults)
        if let merged { faults += target.catalog.faults(in: merged, client: target.page.client) }
        guard let merged, faults.isEmpty else {
            let fault = faults.first ?? Fault(JSONPointer(), "cannot be read")
            let reason = "cannot take the change beside its own (\(fault.reason)); it stays as it is"
            return conflicts.append(.init(own.blockCode, pointer: fault.pointer.description, reason))
        }
        conflicts += merge.overridden.map {
            .init(own.blockCode, pointer: $0.description, "was changed here too; that change gave way", isApplied: true)
        }
        edit.put.append(merged)
    }

    private func carriedData(
        onto target: CarryTarget, _ conflicts: inout [CarriedChange.Conflict]
    ) -> JSONObject? {
        guard oldData != newData, target.data != newData else { return nil }
        var merge = ThreeWayMerge(items: nil)
        let merged = merge.merge(from: .object(oldData), to: .object(newData), onto: .object(target.data))
        conflicts += merge.overridden.map {
            .init(nil, pointer: $0.description, "was changed here too; that change gave way", isApplied: true)
        }
        return merged?.object
    }

    private func carriedOrder(onto target: CarryTarget, _ edit: SnapshotEdit) -> [String] {
        var layouts = target.layouts
        for block in edit.put { layouts[block.blockCode] = block.showType }
        for code in edit.removed { layouts[code] = nil }
        let merged = OrderMerge.merged(
            from: oldOrder, to: newOrder, onto: target.order.filter { layouts[$0] != nil }
        ).filter { layouts[$0] != nil }
        return OrderMerge.settled(merged, pins: target.catalog.pins(layouts))
    }
}
