/// Which lines of the audit log are wanted; nil leaves a condition out.
public struct AuditFilter: Sendable {
    public var page: String?
    public var actor: String?
    public var action: String?
    public var outcome: AuditRecord.Outcome?
    /// Lines from this instant on.
    public var from: Instant?
    /// Lines before this instant.
    public var until: Instant?

    public init() {}
}
