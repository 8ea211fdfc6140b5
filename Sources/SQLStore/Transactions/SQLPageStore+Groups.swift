public import Publishing

/// Groups of operators.
extension SQLPageStore {
    public func groups() async throws(PublishingError) -> [OperatorGroup] { try await read { try $0.groups() } }

    public func createGroup(_ plan: GroupPlan, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome
    {
        try await changeOnce(context) { _, database, _ in
            try database.lock(.credentials)
            let group = try plan.created(with: database.groups(), pages: database.pageNames())
            try database.insert(group)
            try database.append(.group("create", to: group, context), at: try database.now())
            return ChangeOutcome(group.json)
        }
    }

    public func changeGroup(
        _ id: String, _ change: GroupChange, _ context: ChangeContext
    ) async throws(PublishingError) -> OperatorGroup {
        try await write(for: context) { database in
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
        try await write(for: context) { database in
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
    /// transaction.
    fileprivate func lockedGroup(_ id: String) throws -> (group: OperatorGroup, all: [OperatorGroup]) {
        try lockMembers(ofGroup: id)
        try lock(.credentials)
        let groups = try groups()
        return (try OperatorGroup.require(groups.first { $0.id == id }, id), groups)
    }

    private func lockMembers(ofGroup id: String) throws {
        for member in try members(ofGroup: id) { try lockCredential(member) }
    }

    /// Locks everything that gives a role on a single page. Called before the page is locked: changes of pages lock
    /// their credential first.
    func lockRights(on page: String) throws {
        for credential in try allCredentials() where credential.rights.renaming(page, to: nil) != nil {
            try lockCredential(credential.id)
        }
        for group in try groups() where group.rights.renaming(page, to: nil) != nil {
            try lockMembers(ofGroup: group.id)
        }
        try lock(.credentials)
    }

    /// Moves the roles on a page that was renamed, or removes them if it was deleted: another page may get the old name.
    ///
    /// - Parameter new: the page's new name; nil if it was deleted.
    func renameInRights(_ page: String, to new: String?) throws {
        for credential in try allCredentials() {
            if let rights = credential.rights.renaming(page, to: new) { try setRights(rights, of: credential.id) }
        }
        for group in try groups() {
            guard let rights = group.rights.renaming(page, to: new) else { continue }
            try update(OperatorGroup(id: group.id, name: group.name, rights: rights))
        }
    }

    func allCredentials() throws -> [Credential] { try credentials(.token) + credentials(.operator) }
}
