public import Publishing

/// Groups of operators.
extension SQLPageStore {
    public func groups() async throws(PublishingError) -> [OperatorGroup] { try await read { try $0.groups() } }

    public func createGroup(_ plan: GroupPlan, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome
    {
        try await changeOnce(context, lock: .credentials) { _, database, _ in
            let group = try plan.created(with: database.groups(), pages: database.pageNames())
            try database.insert(group)
            try database.append(.group("create", to: group, context), at: try database.now())
            return ChangeOutcome(group.json)
        }
    }

    public func changeGroup(
        _ id: String, _ change: GroupChange, _ context: ChangeContext
    ) async throws(PublishingError) -> OperatorGroup {
        try await write(for: context, lock: .credentials) { database in
            let (old, others) = try database.lockedGroup(id)
            let new = try change.applied(to: old, with: others, pages: database.pageNames())
            if new == old { return old }
            try database.update(new)
            try Credential.checkOwnRights(
                try database.credential(context.actor.credential, .operator), of: context.actor)
            try database.append(.group("change", from: old, to: new, context), at: try database.now())
            return new
        }
    }

    public func deleteGroup(_ id: String, _ context: ChangeContext) async throws(PublishingError) -> OperatorGroup {
        try await write(for: context, lock: .credentials) { database in
            let old = try database.lockedGroup(id).group
            try database.deleteGroup(id)
            try Credential.checkOwnRights(
                try database.credential(context.actor.credential, .operator), of: context.actor)
            try database.append(.group("delete", from: old, context), at: try database.now())
            return old
        }
    }
}

extension SQLTransaction {
    /// Returns a group and all groups. Changes that rely on the rights of its members are ordered before or after this
    /// transaction, which has locked ``NamedLock/credentials``.
    fileprivate func lockedGroup(_ id: String) throws -> (group: OperatorGroup, all: [OperatorGroup]) {
        let groups = try groups()
        let group = try OperatorGroup.require(groups.first { $0.id == id }, id)
        for member in try members(ofGroup: id) { try lockCredential(member) }
        return (group, groups)
    }

    /// Locks everyone who has a role on a single page. Called before the page is locked: changes of pages lock their
    /// credential first.
    func lockRights(on page: String) throws {
        let own = try allCredentials().filter { $0.rights.renaming(page, to: nil) != nil }.map(\.id)
        let groups = try groups().filter { $0.rights.renaming(page, to: nil) != nil }
        let members = try groups.flatMap { try self.members(ofGroup: $0.id) }
        for id in Set(own + members).sorted() { try lockCredential(id) }
    }

    /// Moves the roles on a page that was renamed, or removes them if it was deleted: another page may get the old name.
    ///
    /// - Parameter new: the page's new name; nil if it was deleted.
    func renameInRights(_ page: String, to new: String?, _ context: ChangeContext, at now: Instant) throws {
        for old in try allCredentials() {
            guard let rights = old.rights.renaming(page, to: new) else { continue }
            try setRights(rights, of: old.id)
            let changed = try requireCredential(old.id, old.kind)
            try append(.credential("change", from: old, to: changed, context), at: now)
        }
        for old in try groups() {
            guard let rights = old.rights.renaming(page, to: new) else { continue }
            let changed = OperatorGroup(id: old.id, name: old.name, rights: rights)
            try update(changed)
            try append(.group("change", from: old, to: changed, context), at: now)
        }
    }

    func allCredentials() throws -> [Credential] { try credentials(.token) + credentials(.operator) }
}
