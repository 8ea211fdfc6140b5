import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func revision(_ page: String, _ stage: Stage) async throws(PublishingError) -> LiveRevision {
        try await inspect(page, stage) { page, revision, _, database in try revision.value(of: page, database) }
    }

    public func revision(_ page: String, number: Int) async throws(PublishingError) -> LiveRevision {
        try await read { database in
            let page = try PageRow.named(page, database)
            return try RevisionRow.named(number, of: page, database).value(of: page, database)
        }
    }

    public func blockStates<Value: Sendable>(
        _ page: String, _ stage: Stage, _ make: @escaping @Sendable (BlockState) -> Value
    ) async throws(PublishingError) -> [Value] {
        try await inspect(page, stage) { _, revision, _, database in
            try revision.order.order.compactMap { try revision.block($0, database).map(make) }
        }
    }

    public func blockState(
        _ code: String, of page: String, _ stage: Stage
    ) async throws(PublishingError) -> BlockState {
        try await inspect(page, stage) { _, revision, _, database in
            guard Identifier.hasCodeCharacters(code), let state = try revision.block(code, database) else {
                throw PublishingError.noBlock(code)
            }
            return state
        }
    }

    public func draftDifference(_ page: String) async throws(PublishingError) -> DraftDifference {
        let store = self
        let now = clock.now
        return try await inspect(page, .draft) { page, revision, draft, database in
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            let difference = Difference(page: page, catalog: store.catalog)
            return DraftDifference(
                page: page.info.slug, draft: draft, against: live.number,
                difference: try difference.between(live, revision, database))
        }
    }
}
