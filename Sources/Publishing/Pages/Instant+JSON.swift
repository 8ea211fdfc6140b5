public import HomeBlocks

extension Instant {
    /// What a text must be to name an instant.
    public static let rule = "must be a date and time with an offset, such as 2026-01-31T08:00:00+08:00"

    /// Reads an instant that may be absent or null.
    public static func read(_ value: JSONValue?, _ pointer: JSONPointer, _ faults: inout [ValidationIssue]) -> Instant?
    {
        guard let value, value != .null else { return nil }
        let instant = value.string.flatMap(Instant.init(rfc3339:))
        if instant == nil { faults.append(ValidationIssue(pointer, rule)) }
        return instant
    }
}
