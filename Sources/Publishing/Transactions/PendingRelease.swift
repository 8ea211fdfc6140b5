/// A planned release with the record that the database has of it.
struct PendingRelease: Sendable {
    var record: ReleaseRecord
    let stored: ReleaseRecord
    /// Whether another record takes the place of the stored one.
    var isChanged = false

    func add(to writes: inout PageWrites) {
        writes.cancelled.append((stored, isSuperseded: true))
        writes.released.append(
            NewRelease(
                record: nil, origin: record.id, revision: record.revision, base: record.base, at: record.at,
                message: record.message, created: record.created, isScheduled: true))
    }
}
