import HomeBlocks
import Publishing

/// Tokens or operators in a table.
enum CredentialTable {
    static func text(of credentials: [JSONValue], at now: Instant) -> String {
        Table(
            credentials,
            [
                ("id", { $0.text("id") }), ("role", { $0.text("role") }), ("created", { $0.text("createdAt") }),
                ("last used", { $0.text("lastUsedAt") }), ("state", { state(of: $0, at: now) }),
                ("name", { $0.text("name") }),
            ]
        ).text
    }

    private static func state(of credential: JSONValue, at now: Instant) -> String {
        let (revoked, end) = (credential.text("revokedAt"), credential.text("expiresAt"))
        if !revoked.isEmpty { return "revoked \(revoked)" }
        guard let instant = Instant(rfc3339: end) else { return "valid" }
        return "\(instant > now ? "until" : "expired") \(end)"
    }
}
