import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func reorder(_ reorder: Reorder) async throws(PublishingError) -> OrderOutcome {
        let store = self
        if reorder.isDryRun {
            return try await read { try store.plan(reorder, at: store.clock.now, $0).outcome }
        }
        return try await write { try store.reorder(reorder, $0) }
    }

    private func reorder(_ reorder: Reorder, _ database: Database) throws -> OrderOutcome {
        let now = clock.now
        let retry = reorder.idempotency.map { StoredAnswer(idempotency: $0, credential: reorder.actor.credential) }
        if let answer = try retry?.find(at: now, database) { return try OrderOutcome(json: answer) }
        let plan = try plan(reorder, at: now, database)
        let outcome = plan.isChange ? try make(plan, of: reorder, at: now, database) : plan.outcome
        try retry?.keep(outcome.json, at: now, database)
        return outcome
    }

    private struct Plan {
        let page: PageRow
        let live: RevisionRow
        let outcome: OrderOutcome
        var isChange: Bool { outcome.state.order != live.order.order }
    }

    /// Checks the precondition and applies the change, without writing.
    private func plan(_ reorder: Reorder, at now: Instant, _ database: Database) throws -> Plan {
        let page = try PageRow.named(reorder.page, database)
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        guard reorder.precondition.allows(live.order.tag) else { throw PublishingError.orderChanged(live.order) }
        let pins = catalog.pins(try live.layouts(database))
        let order = try reorder.change.applied(to: live.order.order, pins: pins)
        var state = live.order
        if order != state.order {
            state = OrderState(
                page: page.info.slug, revision: live.order.revision, order: order, changedBy: reorder.actor.name,
                changedAt: now)
        }
        let moved = MovedBlocks.between(live.order.order, order)
        return Plan(page: page, live: live, outcome: OrderOutcome(state: state, moved: moved))
    }

    private func make(
        _ plan: Plan, of reorder: Reorder, at now: Instant, _ database: Database
    ) throws -> OrderOutcome {
        let revision = NewRevision(page: plan.page, parent: plan.live, cause: "order", actor: reorder.actor, now: now)
        let number = try revision.append(order: plan.outcome.state.order, treeID: nil, database)
        let state = OrderState(
            page: plan.page.info.slug, revision: number, order: plan.outcome.state.order,
            changedBy: reorder.actor.name, changedAt: now)
        var entry = AuditEntry(reorder.actor, "order.change", requestID: reorder.requestID)
        entry.page = plan.page.info.slug
        entry.before = .object(["order": .array(plan.live.order.order.map { .string($0) })])
        entry.after = .object([
            "order": .array(state.order.map { .string($0) }), "revision": JSONValue(number),
        ])
        try entry.append(at: now, database)
        return OrderOutcome(state: state, moved: plan.outcome.moved)
    }
}
