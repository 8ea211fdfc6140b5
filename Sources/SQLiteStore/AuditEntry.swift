import GRDB
import HomeBlocks
import Publishing

/// A line of the audit log.
struct AuditEntry {
    let actor: String
    let credential: String?
    let action: String
    var isRefused = false
    var page: String?
    var subject: String?
    var before: JSONValue?
    var after: JSONValue?
    var requestID = ""

    init(_ actor: Actor, _ action: String) {
        self.actor = actor.name
        credential = actor.credential
        self.action = action
    }

    init(_ request: RequestInfo, _ action: String) {
        self.init(request.actor, action)
        requestID = request.requestID
    }

    init(_ refusal: AccessRefusal) {
        actor = refusal.name ?? "unknown"
        credential = refusal.credential
        action = refusal.action
        isRefused = true
        after = ["reason": .string(refusal.reason)]
        requestID = refusal.requestID
    }

    func append(at now: Instant, _ database: Database) throws {
        func text(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.encoded, as: UTF8.self) } }
        try database.cachedStatement(
            sql: """
                INSERT INTO audit
                    (at, actor, credential, action, outcome, page, subject, before, after, request_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            now.milliseconds, actor, credential, action, isRefused ? "refused" : "done", page, subject, text(before),
            text(after), requestID,
        ])
    }
}
