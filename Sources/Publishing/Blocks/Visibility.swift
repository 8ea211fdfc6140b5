import HomeBlocks

/// When and to whom something is shown: a block, or one of its cards.
public struct Visibility: Sendable, Equatable {
    public var isEnabled: Bool
    /// It is shown from this instant on.
    public var from: Instant?
    /// It is no longer shown from this instant on.
    public var until: Instant?
    /// Who sees it; nil is everybody.
    public var audience: Audience?

    public init(isEnabled: Bool = true, from: Instant? = nil, until: Instant? = nil, audience: Audience? = nil) {
        self.isEnabled = isEnabled
        self.from = from
        self.until = until
        self.audience = audience
    }

    /// Shown to everybody at any time.
    public static let always = Visibility()

    /// Whether operators want it shown at an instant.
    public func isVisible(at now: Instant) -> Bool {
        isEnabled && from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true
    }

    /// The next instant after `now` at which that changes.
    public func nextChange(after now: Instant) -> Instant? {
        guard isEnabled else { return nil }
        return [from, until].compactMap(\.self).filter { $0 > now }.min()
    }
}

extension Visibility {
    /// The names of its members.
    static let members: Set<String> = ["enabled", "from", "until", "audience"]

    /// The members, always all of them.
    var json: JSONObject {
        [
            "enabled": .bool(isEnabled), "from": from.map { .string($0.rfc3339) } ?? .null,
            "until": until.map { .string($0.rfc3339) } ?? .null, "audience": audience?.json ?? .null,
        ]
    }

    /// Reads the members among others, gathering everything that is wrong with them.
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

    /// Reads members that were stored. Only the types are checked: a rule may be younger than what is stored.
    ///
    /// - Returns: nil if a member has another type than ``json`` gives it.
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
