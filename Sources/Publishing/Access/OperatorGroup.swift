public import HomeBlocks

/// Rights that several operators have together.
public struct OperatorGroup: Sendable, Equatable {
    public let id: String
    public let name: String
    public let rights: Rights

    /// The maximum number of groups.
    static let maximumCount = 200

    public init(id: String, name: String, rights: Rights) {
        self.id = id
        self.name = name
        self.rights = rights
    }

    public var json: JSONObject {
        rights.json.merging(["id": .string(id), "name": .string(name)]) { $1 }
    }

    /// Creates a group from its stored form.
    public init?(json: JSONValue) {
        guard let members = json.object, let id = members["id"]?.string, let name = members["name"]?.string,
            let role = members["role"]?.string, let rights = Rights(role: role, pages: members["pages"] ?? .null)
        else { return nil }
        self.init(id: id, name: name, rights: rights)
    }

    /// Requires that the group that a request names exists.
    public static func require(_ group: OperatorGroup?, _ id: String) throws(PublishingError) -> OperatorGroup {
        guard let group else { throw .notFound("There is no group \"\(id.prefix(64))\". GET /api/groups lists them.") }
        return group
    }
}

/// A group to create.
public struct GroupPlan: Sendable, Equatable {
    public let id: String
    public let name: String
    public let rights: Rights

    private static let detail = "The group was not created"

    /// Reads a body.
    ///
    /// - Parameter id: the id of the new group.
    public init(_ id: String, json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "role", "pages"])
        reader.require("name")
        let name = reader.title("name")
        let role = reader.role("role") ?? .nothing
        let pages = reader.pageRoles("pages") ?? [:]
        self.id = id
        self.name = try reader.finish(Self.detail, name)
        rights = Rights(role, pages: pages)
    }

    /// Returns the group.
    ///
    /// - Parameters:
    ///   - existing: all groups.
    ///   - pages: the names of all pages.
    public func created(with existing: [OperatorGroup], pages: Set<String>) throws(PublishingError) -> OperatorGroup {
        guard !existing.contains(where: { $0.name == name }) else { throw .groupNameTaken(name) }
        guard existing.count < OperatorGroup.maximumCount else {
            throw .conflict("There are \(OperatorGroup.maximumCount) groups, which is the limit. Delete one.")
        }
        try rights.checkPages(exist: pages, Self.detail)
        return OperatorGroup(id: id, name: name, rights: rights)
    }
}

/// A change to a group. What it does not mention stays.
public struct GroupChange: Sendable, Equatable {
    public let name: String?
    public let rights: RightsChange

    private static let detail = "The group was not changed"

    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "role", "pages"])
        name = reader.title("name")
        rights = RightsChange(&reader)
        try reader.finish(Self.detail)
    }

    /// Returns the changed group.
    public func applied(
        to old: OperatorGroup, with existing: [OperatorGroup], pages: Set<String>
    ) throws(PublishingError) -> OperatorGroup {
        if let name, existing.contains(where: { $0.name == name && $0.id != old.id }) { throw .groupNameTaken(name) }
        let rights = try rights.applied(to: old.rights, pages: pages, Self.detail)
        return OperatorGroup(id: old.id, name: name ?? old.name, rights: rights)
    }
}

extension PublishingError {
    fileprivate static func groupNameTaken(_ name: String) -> PublishingError {
        .conflict("The group \"\(name)\" already exists. Choose another name.")
    }
}
