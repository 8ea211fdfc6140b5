import Foundation
public import HomeBlocks

/// An audience that is defined once and used by name. Blocks that name it also store its conditions, so that reads need
/// no lookup and old revisions keep their meaning.
public struct NamedAudience: Sendable, Equatable {
    public let name: String
    /// The display name.
    public let title: String
    public let audience: Audience
    public let created: Authorship
    public let changed: Authorship

    /// - Parameter audience: the conditions; its name is replaced.
    public init(name: String, title: String, audience: Audience, created: Authorship, changed: Authorship) {
        self.name = name
        self.title = title
        var audience = audience
        audience.name = name
        self.audience = audience
        self.created = created
        self.changed = changed
    }

    /// The entity tag of the definition, independent of its uses.
    public var tag: StateTag {
        StateTag(
            hashing: Data(
                "audience\n\(name)\n\(title)\n\(changed.at.milliseconds)\n".utf8)
                + Data(audience.json.encoded))
    }

    /// The definition as operators receive it.
    public var json: JSONObject {
        [
            "name": .string(name), "title": .string(title), "audience": audience.conditions.json,
            "info": [
                "etag": .string("\"\(tag.text)\""), "createdBy": .string(created.by),
                "createdAt": .string(created.at.rfc3339), "changedBy": .string(changed.by),
                "changedAt": .string(changed.at.rfc3339),
            ],
        ]
    }

    /// The current state, for a caller that has an older definition.
    var present: CurrentState {
        CurrentState("the audience", json: json, tag: tag, changedBy: changed.by, changedAt: changed.at)
    }

    /// The maximum number of named audiences.
    public static let maximumCount = 1000
}

/// A named audience to create or change, as operators write it.
public struct AudiencePlan: Sendable, Equatable {
    public let name: String
    public let title: String
    public let audience: Audience

    /// Reads a body.
    ///
    /// - Parameter name: the name in the path, in which case the body may omit it.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue, name: String? = nil) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "title", "audience", "info", "uses"])
        if name == nil { reader.require("name") }
        reader.require("audience")
        let own = reader.slug("name")
        if let name, let own, own != name { reader.issue("name", "must be \"\(name)\", as in the path, or left out") }
        title = reader.title("title") ?? ""
        audience = reader.audience("audience")
        try reader.finish("The audience was rejected")
        self.name = name ?? own ?? ""
    }

    /// Checks and returns a new named audience.
    ///
    /// - Parameters:
    ///   - isTaken: whether the name is in use.
    ///   - count: the number of existing audiences.
    public func created(
        isTaken: Bool, count: Int, by created: Authorship, _ declared: AudienceAttributes
    ) throws(PublishingError) -> NamedAudience {
        guard !isTaken else {
            throw .conflict("The audience \"\(name)\" already exists. Change it, or choose another name.")
        }
        guard count < NamedAudience.maximumCount else {
            throw .conflict("There are \(count) audiences, which is the maximum. Delete an unused one.")
        }
        try check(declared)
        return NamedAudience(name: name, title: title, audience: audience, created: created, changed: created)
    }

    /// Checks and returns a changed audience.
    ///
    /// - Returns: nil if nothing changes.
    public func changed(
        _ old: NamedAudience, by changed: Authorship, if precondition: Precondition, _ declared: AudienceAttributes
    ) throws(PublishingError) -> NamedAudience? {
        try old.check(precondition)
        let new = NamedAudience(
            name: old.name, title: title, audience: audience, created: old.created, changed: changed)
        if new.title == old.title, new.audience == old.audience { return nil }
        if new.audience != old.audience { try check(declared) }
        return new
    }

    private func check(_ declared: AudienceAttributes) throws(PublishingError) {
        let issues = declared.issues(in: audience).map { $0.below(JSONPointer(["audience"])) }
        try issues.refuse("audience")
    }
}

extension NamedAudience {
    func check(_ precondition: Precondition) throws(PublishingError) {
        guard precondition.allows(tag) else { throw .changed(present) }
    }

    /// Checks that the audience can be deleted: no block in a live revision, a planned release or a draft names it.
    public func checkDeletion(
        _ uses: [AudienceUse], if precondition: Precondition
    ) throws(PublishingError) {
        try check(precondition)
        guard !uses.isEmpty else { return }
        let places = uses.prefix(10).map(\.description).joined(separator: ", ")
        let more = uses.count > 10 ? " and \(uses.count - 10) more" : ""
        throw .conflict(
            "The audience \"\(name)\" is in use: \(places)\(more). Give these sections another audience first.")
    }
}

extension BodyReader {
    /// Reads an audience with at least one condition and without a name.
    fileprivate mutating func audience(_ name: String) -> Audience {
        guard let value = value(name) else { return Audience() }
        var issues: [ValidationIssue] = []
        let audience = Audience(json: value, issues: &issues)
        for issue in issues { self.issue(at: issue.below(JSONPointer([name]))) }
        if value.object?["name"] != nil {
            self.issue(at: ValidationIssue(JSONPointer([name, "name"]), "belongs next to \"audience\", not inside it"))
        } else if issues.isEmpty, audience == Audience() {
            issue(name, "needs at least one condition; a block without an audience is for everybody")
        }
        return audience
    }
}

extension PublishingError {
    /// The error for an unknown named audience.
    public static func noAudience(_ name: String) -> PublishingError {
        .notFound("There is no audience \"\(name.prefix(64))\". GET /api/audiences lists them.")
    }
}
