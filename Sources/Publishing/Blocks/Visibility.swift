import HomeBlocks

/// When and to whom something is shown: a block, or one of its cards.
public struct Visibility: Sendable, Equatable {
    public var isEnabled: Bool
    /// The instant from which it is shown.
    public var from: Instant?
    /// The instant from which it is no longer shown.
    public var until: Instant?
    /// The audience; nil for everybody.
    public var audience: Audience?

    public init(isEnabled: Bool = true, from: Instant? = nil, until: Instant? = nil, audience: Audience? = nil) {
        self.isEnabled = isEnabled
        self.from = from
        self.until = until
        self.audience = audience
    }

    /// Visible to everybody at any time.
    public static let always = Visibility()

    /// Whether it is enabled and an instant is in its time range.
    public func isVisible(at now: Instant) -> Bool {
        isEnabled && from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true
    }

    /// Returns the next instant after `now` at which ``isVisible(at:)`` changes.
    public func nextChange(after now: Instant) -> Instant? {
        guard isEnabled else { return nil }
        return [from, until].compactMap(\.self).filter { $0 > now }.min()
    }
}

extension Visibility {
    /// The names of the members.
    static let members: Set<String> = ["enabled", "from", "until", "audience"]

    /// The visibility as JSON, always with all members.
    var json: JSONObject {
        [
            "enabled": .bool(isEnabled), "from": from.map { .string($0.rfc3339) } ?? .null,
            "until": until.map { .string($0.rfc3339) } ?? .null, "audience": audience?.json ?? .null,
        ]
    }

    /// Reads the members from an object that may have others, and collects all issues.
    init(checking members: JSONObject, issues: inout [ValidationIssue]) {
        func pointer(_ name: String) -> JSONPointer { JSONPointer([name]) }
        if let value = members["enabled"], value.bool == nil {
            issues.append(ValidationIssue(pointer("enabled"), "must be true or false"))
        }
        let from = Instant.read(members["from"], pointer("from"), &issues)
        let until = Instant.read(members["until"], pointer("until"), &issues)
        if let from, let until, from >= until {
            issues.append(ValidationIssue(pointer("until"), "must be later than \"from\""))
        }
        self.init(isEnabled: members["enabled"]?.bool ?? true, from: from, until: until)
        if let value = members["audience"], value != .null {
            var own: [ValidationIssue] = []
            audience = Audience(json: value, issues: &own)
            issues += own.map { $0.below(pointer("audience")) }
        }
    }

    /// Reads stored members. Only the types are checked: a rule may be newer than the stored value.
    ///
    /// - Returns: nil if the type of a member differs from the one in ``json``.
    init?(stored members: JSONObject) {
        func instant(_ name: String) -> Instant?? {
            guard let value = members[name], value != .null else { return .some(nil) }
            return value.string.flatMap(Instant.init(rfc3339:)).map { .some($0) }
        }
        guard let from = instant("from"), let until = instant("until") else { return nil }
        self.init(isEnabled: members["enabled"]?.bool ?? true, from: from, until: until)
        if let value = members["audience"], value != .null {
            audience = Audience(stored: value)
        }
    }
}
