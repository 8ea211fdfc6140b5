public import HomeBlocks

/// A role on all pages, and roles on single pages. The highest one counts.
public struct Rights: Sendable, Equatable {
    /// The role on all pages and on everything that belongs to no page.
    public let role: Role
    /// The roles on some pages.
    public let pages: [PagePattern: Role]

    /// Rights to read everything.
    public static let readAll = Rights(.viewer)

    /// The maximum number of entries in ``pages``.
    static let maximumPages = 200

    public init(_ role: Role, pages: [PagePattern: Role] = [:]) {
        self.role = role
        self.pages = pages
    }

    /// Returns the role that counts for a request; `nothing` if the person may not know that the page exists.
    public func role(on scope: Scope) -> Role {
        switch scope {
        case .everything: role
        case .page(let page): pages.reduce(role) { $1.key.matches(page) ? max($0, $1.value) : $0 }
        case .shared: pages.values.reduce(role, max)
        }
    }

    /// Whether the person may know that a page exists.
    public func include(_ page: String) -> Bool { role(on: .page(page)) > .nothing }

    /// Whether the person may know of all pages.
    public var includeAllPages: Bool { role > .nothing }

    /// Returns the rights that two give together.
    public func adding(_ other: Rights) -> Rights {
        Rights(max(role, other.role), pages: pages.merging(other.pages, uniquingKeysWith: max))
    }

    /// Returns the reason that a request is refused; nil if the rights suffice.
    func refusal(of needed: Role, on scope: Scope) -> AuthorizationFailure.Cause? {
        let held = role(on: scope)
        if held >= needed { return nil }
        if case .page(let page) = scope, held == .nothing { return .page(page) }
        return .role(held: held, needed: needed, on: scope)
    }

    public var json: JSONObject { ["role": .string(role.rawValue), "pages": pagesJSON] }

    /// The roles on single pages, as they are stored.
    public var pagesJSON: JSONValue {
        .object(JSONObject(pages.map { ($0.key.text, .string($0.value.rawValue)) }) { $1 })
    }

    /// Creates rights from their stored form.
    ///
    /// - Returns: nil if it is invalid.
    public init?(role: String, pages: JSONValue) {
        guard let role = Role(rawValue: role), let members = pages.object else { return nil }
        var roles: [PagePattern: Role] = [:]
        for (text, value) in members {
            guard let pattern = PagePattern(text), let role = value.string.flatMap(Role.init(rawValue:)) else {
                return nil
            }
            roles[pattern] = role
        }
        self.init(role, pages: roles)
    }

    // MARK: Pages that change

    /// The names of single pages that have a role.
    public var namedPages: [String] { pages.keys.compactMap(\.page).sorted() }

    /// Checks that all pages that have a role of their own exist.
    public func checkPages(exist known: Set<String>, _ detail: String) throws(PublishingError) {
        let issues = namedPages.filter { !known.contains($0) }.map { page in
            ValidationIssue(JSONPointer(["pages", page]), "is not the name of a page; GET /api/pages lists them")
        }
        guard let first = issues.first else { return }
        throw .invalid(InvalidInput("\(detail): \(first.pointer) \(first.reason).", issues: issues))
    }

    /// Returns the rights after a page was renamed or deleted; nil if they do not change. The next page with the old
    /// name must not inherit the role.
    ///
    /// - Parameter new: the page's new name; nil if it was deleted.
    public func renaming(_ page: String, to new: String?) -> Rights? {
        var roles = pages
        guard let role = roles.removeValue(forKey: PagePattern(page: page)) else { return nil }
        if let new {
            let pattern = PagePattern(page: new)
            roles[pattern] = max(role, roles[pattern] ?? .nothing)
        }
        return Rights(self.role, pages: roles)
    }
}

/// A change to rights. What it does not mention stays.
public struct RightsChange: Sendable, Equatable {
    public let role: Role?
    /// The roles to set; `nothing` to remove the entry of a page.
    public let pages: [PagePattern: Role]

    public init(role: Role? = nil, pages: [PagePattern: Role] = [:]) {
        self.role = role
        self.pages = pages
    }

    /// Reads the members `role` and `pages` of a body.
    init(_ reader: inout BodyReader) {
        role = reader.role("role")
        pages = reader.pageRoles("pages", mayRemove: true) ?? [:]
    }

    public var isEmpty: Bool { role == nil && pages.isEmpty }

    /// - Parameter known: the names of all pages.
    /// - Throws: ``PublishingError/invalid(_:)`` for too many entries, or for new ones of pages that do not exist.
    public func applied(
        to old: Rights, pages known: Set<String>, _ detail: String
    ) throws(PublishingError) -> Rights {
        let pages = old.pages.merging(self.pages) { $1 }.filter { $0.value > .nothing }
        if let issue = BodyReader.tooMany(pages.count) {
            throw .invalid(InvalidInput("\(detail): \(issue.pointer) \(issue.reason).", issues: [issue]))
        }
        // Roles that it already has may be for pages that are gone.
        try Rights(.nothing, pages: pages.filter { old.pages[$0.key] == nil }).checkPages(exist: known, detail)
        return Rights(role ?? old.role, pages: pages)
    }
}

extension BodyReader {
    /// Reads roles on single pages.
    ///
    /// - Parameter mayRemove: whether null removes the role on a page.
    mutating func pageRoles(_ name: String, mayRemove: Bool = false) -> [PagePattern: Role]? {
        guard let value = value(name) else { return nil }
        guard let members = value.object else {
            issue(name, "must be an object with the names of pages and their roles")
            return nil
        }
        var roles: [PagePattern: Role] = [:]
        let names = Role.ofPages.map(\.rawValue).joined(separator: ", ")
        for (text, value) in members.sorted(by: { $0.key < $1.key }) {
            let pointer = JSONPointer([name, text])
            guard let pattern = PagePattern(text) else {
                let rule = "must be the name of a page, or the start of names followed by *"
                issue(at: ValidationIssue(pointer, rule))
                continue
            }
            if mayRemove, value == .null {
                roles[pattern] = .nothing
            } else if let role = value.string.flatMap(Role.init(rawValue:)), Role.ofPages.contains(role) {
                roles[pattern] = role
            } else {
                issue(at: ValidationIssue(pointer, "must be one of \(names)\(mayRemove ? ", or null" : "")"))
            }
        }
        if let issue = Self.tooMany(roles.count) { self.issue(at: issue) }
        return roles
    }

    fileprivate static func tooMany(_ count: Int) -> ValidationIssue? {
        let most = Rights.maximumPages
        if count <= most { return nil }
        return ValidationIssue(JSONPointer(["pages"]), "must have at most \(most) entries; use patterns or a group")
    }
}
