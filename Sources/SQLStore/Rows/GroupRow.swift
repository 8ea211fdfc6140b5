import HomeBlocks
import Publishing

/// Rows of `operator_groups` and `group_members`.
extension SQLTransaction {
    func groups() throws -> [OperatorGroup] {
        try all("SELECT \(OperatorGroup.columns) FROM operator_groups ORDER BY name") { try OperatorGroup($0) }
    }

    func insert(_ group: OperatorGroup) throws {
        try run(
            "INSERT INTO operator_groups (id, name, role, pages) VALUES (?1, ?2, ?3, ?4)", group.id, group.name,
            group.rights.role.rawValue, group.rights.pagesJSON)
    }

    func update(_ group: OperatorGroup) throws {
        try run(
            "UPDATE operator_groups SET name = ?2, role = ?3, pages = ?4 WHERE id = ?1", group.id, group.name,
            group.rights.role.rawValue, group.rights.pagesJSON)
    }

    /// Deletes a group, which its members then no longer have.
    func deleteGroup(_ id: String) throws { try run("DELETE FROM operator_groups WHERE id = ?1", id) }

    func members(ofGroup id: String) throws -> [String] {
        try all("SELECT operator FROM group_members WHERE group_id = ?1 ORDER BY operator", id) { try $0.text(0) }
    }

    /// Makes an operator a member of exactly these groups.
    func setGroups(_ ids: Set<String>, of operator: String) throws {
        try run("DELETE FROM group_members WHERE operator = ?1", `operator`)
        for id in ids.sorted() {
            try run("INSERT INTO group_members (operator, group_id) VALUES (?1, ?2)", `operator`, id)
        }
    }
}

extension OperatorGroup {
    fileprivate static let columns = "id, name, role, pages"

    fileprivate init(_ row: any SQLRow) throws {
        guard let rights = Rights(role: try row.text(2), pages: try row.json(3)) else {
            throw PublishingError.internalError("a group has unknown rights")
        }
        self.init(id: try row.text(0), name: try row.text(1), rights: rights)
    }
}
