import HomeBlocks

/// A planned release with its stored record.
struct PendingRelease: Sendable {
    var record: ReleaseRecord
    let stored: ReleaseRecord
    /// Whether another record replaces the stored one.
    var isChanged = false

    func add(to writes: inout PageWrites) {
        writes.cancelled.append((stored, isSuperseded: true))
        writes.released.append(
            NewRelease(
                record: nil, origin: record.id, revision: record.revision, base: record.base, at: record.at,
                message: record.message, created: record.created, isScheduled: true, isHeld: record.isHeld,
                authors: record.authors))
    }
}
