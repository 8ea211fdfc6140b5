import HomeBlocks
import Publishing

/// Appends a tree that differs from another one in some entries. Entries stand in subtrees, which trees share: only those
/// subtrees are written in which an entry differs.
struct TreeWriter {
    let page: PageRow
    /// The tree that it follows, with the codes of its blocks; nil if there is none.
    let parent: (id: Int64, codes: [String])?
    let database: any SQLDatabase

    /// Appends a tree with the parent's entries but for some, and some new ones.
    func append(
        data: JSONObject, leaving gone: Set<String>, adding entries: [(code: String, entry: TreeEntry)]
    ) throws -> Int64 {
        let treeID = try database.insert(
            "INSERT INTO trees (page_id, data) VALUES (?1, ?2) RETURNING id", page.id, JSONValue.object(data))
        for picture in Set(JSONValue.object(data).pictureMentions.map(\.picture)).sorted() {
            try database.run("INSERT INTO tree_pictures (tree_id, picture) VALUES (?1, ?2)", treeID, picture)
        }
        let present = try subtrees()
        let plan = SubtreePlan(
            codes: parent?.codes ?? [], isDivided: present.count > 1, leaving: gone, adding: entries.map(\.code))
        if let parent, let replaced = plan.replaced {
            try database.runLater(
                """
                INSERT INTO tree_subtrees (tree_id, number, subtree_id)
                SELECT ?1, number, subtree_id FROM tree_subtrees
                WHERE tree_id = ?2 AND number NOT IN (\(database.dialect.numbers("?3")))
                """, treeID, parent.id, JSONValue.array(replaced.sorted().map { JSONValue($0) }))
        }
        let added = Dictionary(entries.map { ($0.code, $0.entry) }, uniquingKeysWith: { $1 })
        for (number, subtree) in plan.subtrees.sorted(by: { $0.key < $1.key }) {
            let id = try append(subtree, from: plan.isDivided ? present[number] : present.first?.value, added)
            try database.runLater(
                "INSERT INTO tree_subtrees (tree_id, number, subtree_id) VALUES (?1, ?2, ?3)", treeID, number, id)
        }
        return treeID
    }

    /// The subtrees of the parent by number.
    private func subtrees() throws -> [Int: Int64] {
        guard let parent else { return [:] }
        let rows = try database.all("SELECT number, subtree_id FROM tree_subtrees WHERE tree_id = ?1", parent.id) {
            (try $0.int(0), try $0.id(1))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    /// - Parameter source: the subtree that has the entries that are kept.
    private func append(
        _ subtree: SubtreePlan.Subtree, from source: Int64?, _ added: [String: TreeEntry]
    ) throws -> Int64 {
        let id = try database.insert("INSERT INTO subtrees DEFAULT VALUES RETURNING id")
        if let source, !subtree.kept.isEmpty {
            try database.runLater(
                """
                INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
                SELECT ?1, block_code, version_id, since, changed_by, changed_at FROM subtree_entries
                WHERE subtree_id = ?2 AND block_code IN (\(database.dialect.elements("?3")))
                """, id, source, JSONValue.array(subtree.kept.map { .string($0) }))
        }
        for code in subtree.added {
            guard let entry = added[code] else { continue }
            try database.runLater(
                """
                INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """, id, code, entry.version.number, entry.since, entry.changed.by, entry.changed.at)
        }
        return id
    }
}

/// How the entries of a tree are divided into subtrees: a small tree has one, a large one many of about equal size, in
/// which an entry is found by its code.
struct SubtreePlan: Equatable {
    /// The codes of a subtree that has to be written.
    struct Subtree: Equatable {
        /// Those whose entries are the parent's.
        var kept: [String] = []
        var added: [String] = []
    }

    /// Those that have to be written, by number.
    let subtrees: [Int: Subtree]
    /// The numbers of the parent's subtrees that are not shared, while the others are; nil if none is shared.
    let replaced: Set<Int>?
    /// Whether the parent has several subtrees.
    let isDivided: Bool

    /// From how many entries on a tree is divided, and into how many subtrees at most.
    static let dividedSize = 64
    static let count = 32

    /// - Parameters:
    ///   - codes: those of the parent.
    ///   - isDivided: whether the parent has several subtrees.
    init(codes: [String], isDivided: Bool, leaving gone: Set<String>, adding added: [String]) {
        let touched = Set(gone.union(added).map(Self.number))
        self.isDivided = isDivided
        replaced = isDivided || touched.isEmpty ? touched : nil
        let kept = codes.filter { code in
            !touched.isEmpty && !gone.contains(code) && (!isDivided || touched.contains(Self.number(of: code)))
        }
        let isDivided = isDivided || kept.count + added.count > Self.dividedSize
        var subtrees: [Int: Subtree] = [:]
        for code in kept { subtrees[isDivided ? Self.number(of: code) : 0, default: Subtree()].kept.append(code) }
        for code in added { subtrees[isDivided ? Self.number(of: code) : 0, default: Subtree()].added.append(code) }
        self.subtrees = subtrees
    }

    /// The subtree of a code in a divided tree: FNV-1a of its bytes.
    static func number(of code: String) -> Int {
        let hash = code.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int(hash % UInt32(count))
    }
}
