import HomeBlocks

/// Access to loaded content. Each function throws ``ContentNeeds`` for content that is not loaded.
extension PageTransaction {
    public func requireLive() throws -> StoredRevision {
        guard let live else { throw PublishingError.nothingLive(on: page.slug) }
        return live
    }

    public func requireRevision(_ number: Int) throws -> StoredRevision {
        guard let known = content.revisions[number] else {
            var needs = ContentNeeds()
            needs.revisions = [number]
            throw needs
        }
        guard let known else { throw PublishingError.noRevision(number, of: page.slug) }
        return known
    }

    /// The revision that will be live at an instant according to the current plan. Releases that wait for an approval
    /// are part of the plan, but nothing of them is live now.
    func live(asOf instant: Instant, before id: Int64 = .max) throws -> StoredRevision? {
        instant > effective ? try planned(before: instant, id) : live
    }

    /// The revision that a release with an instant and an id comes after.
    func planned(before instant: Instant, _ id: Int64) throws -> StoredRevision? {
        let last = pending.last { ($0.record.at, $0.record.id) < (instant, id) }
        return try last.map { try requireRevision($0.record.revision) } ?? live
    }

    /// The maximum number of blocks of a small tree.
    private static let fewBlocks = 50

    func trees(_ revisions: [StoredRevision]) throws -> [PageTree] {
        var needs = ContentNeeds()
        let trees = revisions.compactMap { revision in
            let tree = content.trees[revision.treeID]
            if tree == nil {
                needs.trees.insert(revision.treeID)
                if revision.order.order.count <= Self.fewBlocks { needs.smallTrees.insert(revision.treeID) }
            }
            return tree
        }
        try needs.throwIfAny()
        return trees
    }

    func tree(_ revision: StoredRevision?) throws -> PageTree {
        try revision.map { try trees([$0])[0] } ?? PageTree()
    }

    /// Versions of blocks, in order.
    func blocks(_ versions: [BlockVersionID]) throws -> [BlockResource] {
        var needs = ContentNeeds()
        let blocks = versions.compactMap { version in
            let block = content.blocks[version]
            if block == nil { needs.blocks.insert(version) }
            return block
        }
        try needs.throwIfAny()
        return blocks
    }

    func block(_ code: String, in tree: PageTree) throws -> BlockState? {
        guard let entry = tree.entries[code] else { return nil }
        return BlockState(
            try blocks([entry.version])[0], revision: entry.since, changedBy: entry.changed.by,
            changedAt: entry.changed.at)
    }

    /// The content of a revision as a whole page.
    func document(of revision: StoredRevision) throws -> PageDocument {
        let tree = try self.tree(revision)
        let versions = revision.order.order.compactMap { tree.entries[$0]?.version }
        return PageDocument(data: tree.data, blocks: try blocks(versions))
    }

    /// The versions of a revision that may name an audience.
    func blocksNamingAudiences(in revision: StoredRevision) throws -> [BlockResource] {
        guard let versions = content.naming[revision.treeID] else {
            var needs = ContentNeeds()
            needs.naming = [revision.treeID]
            throw needs
        }
        return try blocks(versions)
    }

    /// The versions of a revision that mention a picture.
    func blocks(mentioning picture: String, in revision: StoredRevision) throws -> [BlockResource] {
        guard let versions = content.mentioning[revision.treeID] else {
            var needs = ContentNeeds()
            needs.mentioning = [revision.treeID]
            needs.picture = picture
            throw needs
        }
        return try blocks(versions)
    }

    /// The conditions of named audiences, by name. They cannot change while the page is locked.
    func conditions(of names: Set<String>) throws -> [String: Audience] {
        var needs = ContentNeeds()
        needs.audiences = names.filter { content.audiences[$0] == nil }
        try needs.throwIfAny()
        return names.reduce(into: [:]) { $0[$1] = content.audiences[$1] ?? nil }
    }

    /// The layouts of the feeds of some blocks, by feed name.
    func feedLayouts(of blocks: [BlockResource]) throws -> [String: String] {
        var needs = ContentNeeds()
        let names = blocks.feeds
        needs.feeds = names.filter { content.feeds[$0] == nil }
        try needs.throwIfAny()
        return names.reduce(into: [:]) { $0[$1] = content.feeds[$1] ?? nil }
    }

    func knownPictures(_ ids: Set<String>) throws -> Set<String> {
        var needs = ContentNeeds()
        needs.pictures = ids.filter { content.pictures[$0] == nil }
        try needs.throwIfAny()
        return ids.filter { content.pictures[$0] == true }
    }

    func requireRelease(_ id: Int64) throws -> PlannedRelease {
        guard let known = content.releases[id] else {
            var needs = ContentNeeds()
            needs.releases = [id]
            throw needs
        }
        guard let known else { throw PublishingError.noRelease(id, of: page.slug) }
        return known
    }

    /// The takeovers of the page, and the id of the next one.
    func takeovers() throws -> (existing: [TakeoverRecord], next: Int64) {
        if let takeovers = content.takeovers { return takeovers }
        var needs = ContentNeeds()
        needs.takeovers = true
        throw needs
    }

    /// Another page, or this one; nil if it does not exist.
    func otherPage(_ slug: String) throws -> LoadedPage? {
        if let known = content.pages[slug] { return known }
        var needs = ContentNeeds()
        needs.pages = [slug]
        throw needs
    }

    // MARK: Versions

    /// The hashes of versions, by which versions are compared.
    func hashes(_ versions: Set<BlockVersionID>) throws -> [BlockVersionID: [UInt8]] {
        var needs = ContentNeeds()
        var hashes: [BlockVersionID: [UInt8]] = [:]
        for version in versions {
            if let hash = content.hashes[version] {
                hashes[version] = hash
            } else if let block = content.blocks[version] {
                hashes[version] = Digest.sha256(JSONValue.object(block.json).encoded)
            } else {
                needs.hashes.insert(version)
            }
        }
        try needs.throwIfAny()
        return hashes
    }

    /// The pairs of versions that differ. A version that the change adds may equal a stored one.
    func differing(
        _ pairs: [(code: String, old: BlockVersionID?, new: BlockVersionID?)]
    ) throws -> [(code: String, old: BlockVersionID?, new: BlockVersionID?)] {
        let different = pairs.filter { $0.old != $0.new }
        let unclear = different.filter { ($0.old?.number ?? 0) < 0 || ($0.new?.number ?? 0) < 0 }
            .filter { $0.old != nil && $0.new != nil }
        if unclear.isEmpty { return different }
        let hashes = try self.hashes(Set(unclear.flatMap { [$0.old, $0.new].compactMap(\.self) }))
        return different.filter { pair in
            guard let old = pair.old.flatMap({ hashes[$0] }), let new = pair.new.flatMap({ hashes[$0] }) else {
                return true
            }
            return old != new
        }
    }
}
