public import Publishing

/// State that all nodes on a database share. Its tables exist only in databases that several programs can serve.
extension SQLPageStore: SharedStore {
    // MARK: Nodes

    public func nodes() async throws(PublishingError) -> NodeList {
        try await read { database in
            let now = try database.now()
            let nodes = try database.all(
                "SELECT CAST(id AS text), name, version, layouts, started_at, seen_at, last_line FROM nodes ORDER BY started_at, id"
            ) { row in
                NodeRecord(
                    id: try row.text(0), name: try row.text(1), version: try row.text(2), layouts: try row.text(3),
                    startedAt: try row.instant(4), seenAt: try row.instant(5), lastLine: try row.id(6))
            }
            return NodeList(nodes: nodes, at: now, lastLine: try database.lastFollowedLine())
        }
    }

    // MARK: Presence

    public func report(_ person: Presence) async throws(PublishingError) -> Bool {
        try await write { database in
            let now = try database.now()
            try database.run("DELETE FROM presence WHERE ends_at <= ?1", now)
            let old = try database.first(
                "SELECT block FROM presence WHERE page = ?1 AND id = ?2", person.page, person.id
            ) { try $0.optionalText(0) }
            let count = try database.number("SELECT count(*) FROM presence") ?? 0
            if old == nil, count >= Presence.maximumCount { return false }
            try database.run(
                """
                INSERT INTO presence (page, id, name, block, ends_at) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (page, id) DO UPDATE SET name = ?3, block = ?4, ends_at = ?5
                """, person.page, person.id, person.name, person.block, now.adding(seconds: Presence.lifetime))
            guard let old else { return true }
            return old != person.block
        }
    }

    public func people() async throws(PublishingError) -> [Presence] {
        try await read { database in
            try database.all(
                "SELECT page, id, name, block FROM presence WHERE ends_at > ?1", try database.now()
            ) { row in
                Presence(
                    page: try row.text(0), id: try row.text(1), name: try row.text(2), block: try row.optionalText(3))
            }
        }
    }

    // MARK: Limits

    public func countAttempt(_ keys: [AttemptKey]) async throws(PublishingError) -> Int? {
        // This rejects most attempts over a limit without writing anything.
        let seconds = try await read { database in try database.secondsOfFullAttempts(keys, at: try database.now()) }
        if let seconds { return seconds }
        return try await translated {
            do {
                try await engine.write(.commit) { database in
                    let now = try database.now()
                    guard try database.hasRoomForAttempts(keys, at: now) else {
                        throw RefusedAttempt(seconds: AttemptKey.fullSeconds)
                    }
                    try database.count(keys, at: now)
                }
                return nil
            } catch let refused as RefusedAttempt {
                return refused.seconds
            }
        }
    }

    public func decrementAttempts(
        _ keys: [AttemptKey], resetting reset: AttemptKey?
    ) async throws(PublishingError) {
        try await write { database in
            for key in keys.sorted(by: { $0.hash.lexicographicallyPrecedes($1.hash) }) {
                if key == reset {
                    try database.run("DELETE FROM attempts WHERE key = ?1", key.hash)
                } else if try database.run("DELETE FROM attempts WHERE key = ?1 AND count = 1", key.hash) == 0 {
                    try database.run("UPDATE attempts SET count = count - 1 WHERE key = ?1 AND count > 1", key.hash)
                }
            }
        }
    }

    // MARK: Setting up

    public func offerSetUp(_ secret: [UInt8], seconds: Int) async throws(PublishingError) {
        try await write { database in
            let end = try database.now().adding(seconds: seconds)
            try database.run(
                """
                INSERT INTO set_up_link (secret, ends_at) VALUES (?1, ?2)
                ON CONFLICT (is_only_row) DO UPDATE SET secret = ?1, ends_at = ?2
                """, secret, end)
        }
    }

    public func acceptsSetUp(_ secret: [UInt8]) async throws(PublishingError) -> Bool {
        try await read { database in
            let now = try database.now()
            let valid = try database.first("SELECT secret FROM set_up_link WHERE ends_at > ?1", now) { try $0.bytes(0) }
            return valid.map { AccessToken.isEqual($0, secret) } ?? false
        }
    }

    public func withdrawSetUp() async throws(PublishingError) {
        try await write { _ = try $0.run("DELETE FROM set_up_link") }
    }
}

/// Ends the transaction of an attempt that is over a limit, so that it is not counted.
private struct RefusedAttempt: Error {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    /// - Parameter now: may be before the first attempt, which another transaction counted in the meantime.
    init(_ key: AttemptKey, until end: Instant, at now: Instant) {
        seconds = min(max(1, Int((end.milliseconds - now.milliseconds + 999) / 1000)), key.seconds)
    }
}

extension SQLTransaction {
    /// The seconds until all keys are under their limits again; nil if they already are.
    fileprivate func secondsOfFullAttempts(_ keys: [AttemptKey], at now: Instant) throws -> Int? {
        let seconds = try keys.compactMap { key in
            try first(
                "SELECT ends_at FROM attempts WHERE key = ?1 AND ends_at > ?2 AND count >= ?3", key.hash, now, key.limit
            ) { RefusedAttempt(key, until: try $0.instant(0), at: now).seconds }
        }
        return seconds.max()
    }

    /// Counts an attempt under all keys, or throws ``RefusedAttempt``.
    fileprivate func count(_ keys: [AttemptKey], at now: Instant) throws {
        // All transactions use the same order, which avoids deadlocks.
        for key in keys.sorted(by: { $0.hash.lexicographicallyPrecedes($1.hash) }) {
            let counted = try first(
                """
                INSERT INTO attempts (key, count, ends_at) VALUES (?1, 1, ?3) ON CONFLICT (key) DO UPDATE SET
                    count = CASE WHEN attempts.ends_at <= ?2 THEN 1 ELSE attempts.count + 1 END,
                    ends_at = CASE WHEN attempts.ends_at <= ?2 THEN ?3 ELSE attempts.ends_at END
                RETURNING count, ends_at
                """, key.hash, now, now.adding(seconds: key.seconds)
            ) { (count: try $0.int(0), end: try $0.instant(1)) }
            if let counted, counted.count > key.limit { throw RefusedAttempt(key, until: counted.end, at: now) }
        }
    }

    /// Whether keys are known or there is room for them. Removes expired keys if there is no room.
    fileprivate func hasRoomForAttempts(_ keys: [AttemptKey], at now: Instant) throws -> Bool {
        func isFull() throws -> Bool {
            let most = AttemptKey.maximumKeys
            let known = try number("SELECT count(*) FROM (SELECT 1 FROM attempts LIMIT ?1) AS known", most + 1) ?? 0
            return Int(known) + keys.count > most
        }
        guard try isFull() else { return true }
        try run("DELETE FROM attempts WHERE ends_at <= ?1", now)
        return try keys.allSatisfy { try exists("SELECT 1 FROM attempts WHERE key = ?1", $0.hash) } || !isFull()
    }
}
