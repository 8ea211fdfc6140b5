import GRDB

extension SQLiteStore {
    /// How often the file is asked whether another process has changed it.
    private static let interval = Duration.milliseconds(250)

    public func outsideChanges() -> AsyncStream<Void> {
        let writer = writer
        // One more look is enough, however many changes came meanwhile.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                // The number changes on this connection only when another one has written; every change of
                // this process goes through this connection.
                var known: Int?
                while !Task.isCancelled {
                    let version = try? await writer.writeWithoutTransaction { database in
                        try Int.fetchOne(database, sql: "PRAGMA data_version")
                    }
                    if let version {
                        // The first time too: what was read before may be older.
                        if known != version { continuation.yield() }
                        known = version
                    }
                    try? await Task.sleep(for: Self.interval)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
