import HomeBlocks
public import Publishing

/// Pictures that operators uploaded.
extension SQLPageStore {
    public func pictures(
        _ filter: PictureFilter, _ range: ListRange, for rights: Rights
    ) async throws(PublishingError) -> ListPage<(picture: UploadedPicture, pages: [String])> {
        try await read { database in
            let rows = try database.pictures(
                filter, before: range.after?.first, limit: range.limit + 1, for: rights)
            let part = ListPage(rows, in: range) { ListRange.cursor($0.id) }
            let pictures = try part.elements.map { row in
                let pages = try database.pages(mentioning: row.picture.id).map(\.slug)
                return (picture: row.picture, pages: pages.filter(rights.include))
            }
            return ListPage(pictures, next: part.next)
        }
    }

    public func pictureUsage() async throws(PublishingError) -> PictureUsage {
        try await read { try $0.pictureUsage() }
    }

    public func picture(
        _ id: String, for rights: Rights
    ) async throws(PublishingError) -> (picture: UploadedPicture, uses: [PictureUse]) {
        let now = clock.now
        return try await read { database in
            (
                try database.requirePicture(id).picture,
                try database.uses(ofPicture: id, at: now, for: rights)
            )
        }
    }

    public func pictureContent(
        _ id: String
    ) async throws(PublishingError) -> (format: PictureFormat, bytes: [UInt8])? {
        try await read { try $0.pictureContent(id) }
    }

    public func hasPicture(_ id: String) async throws(PublishingError) -> Bool {
        try await read { try $0.picture(id) != nil }
    }

    // MARK: Changes

    public func addPicture(
        _ upload: PictureUpload, maximumBytes: Int, _ context: ChangeContext
    ) async throws(PublishingError) -> (picture: UploadedPicture, isNew: Bool) {
        try await write(for: context) { database in
            // Uploads are serialized: two may have the same bytes, or may fit only one at a time.
            try database.lock(.pictures)
            let created = Authorship(by: context.actor.name, at: try database.now())
            if let row = try database.picture(upload.id) {
                try database.noteUpload(of: row, at: created.at)
                return (row.picture, false)
            }
            let picture = try upload.picture(
                used: database.pictureUsage().bytes, maximumBytes: maximumBytes, by: created)
            try database.insert(picture, upload.bytes)
            try database.append(.picture("create", to: picture, context), at: created.at)
            return (picture, true)
        }
    }

    public func changePicture(
        _ id: String, _ patch: PicturePatch, _ context: ChangeContext
    ) async throws(PublishingError) -> UploadedPicture {
        try await write(for: context) { database in
            let row = try database.lockedPicture(id, for: .change)
            let changed = Authorship(by: context.actor.name, at: try database.now())
            guard let new = try patch.applied(to: row.picture, by: changed, if: context.precondition) else {
                return row.picture
            }
            try database.update(row, to: new)
            try database.append(.picture("change", from: row.picture, to: new, context), at: changed.at)
            return new
        }
    }

    public func deletePicture(_ id: String, _ context: ChangeContext) async throws(PublishingError) -> UploadedPicture {
        try await write(for: context) { database in
            // A change that mentions it is either already committed, or waits and then finds no picture.
            let row = try database.lockedPicture(id, for: .deletion)
            let now = try database.now()
            try row.picture.check(context.precondition)
            if try database.isMentioned(id) {
                try PictureUse.checkDeletion(of: id, try database.uses(ofPicture: id, at: now))
            }
            try database.delete(row)
            try database.append(.picture("delete", from: row.picture, context), at: now)
            return row.picture
        }
    }

    public func unusedPictures(uploadedBefore instant: Instant) async throws(PublishingError) -> Int {
        try await read { try $0.unusedPictures(uploadedBefore: instant, limit: .max).count }
    }

    public func prunePictures(
        uploadedBefore instant: Instant, by actor: Actor
    ) async throws(PublishingError) -> Int {
        let found = try await read { try $0.unusedPictures(uploadedBefore: instant, limit: Self.prunedAtOnce) }
        guard !found.isEmpty else { return 0 }
        return try await write { database in
            // Queried again: a change may have mentioned one of them, or uploaded it again.
            let ids = try database.unusedPictures(uploadedBefore: instant, limit: Self.prunedAtOnce)
            var pruned: [String] = []
            for id in ids {
                guard let row = try database.unlessDeleted({ try database.lockedPicture(id, for: .deletion) }),
                    try !database.isMentioned(id)
                else { continue }
                try database.delete(row)
                pruned.append(id)
            }
            if !pruned.isEmpty { try database.append(.prunedPictures(pruned, by: actor), at: try database.now()) }
            return pruned.count
        }
    }

    /// Few enough that other changes do not wait long.
    private static var prunedAtOnce: Int { 50 }

    // MARK: Replacing

    public func replacePicture(
        _ id: String, with other: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changeOnce(context) { session, database, check in
            // No page may start to mention it in the meantime.
            try database.lockAllPages()
            _ = try database.requirePicture(id)
            let picture = try database.lockedPicture(other, for: .reference).picture
            let rights = check.actor.rights
            let pages = try database.pages(mentioning: id).filter { rights.role(on: .page($0.slug)) >= .editor }
            let replaced = try pages.compactMap { page in
                try session.load(page.slug, lock: .row).flatMap { row, page in
                    try session.change(row, page) { try $0.replacePicture(id, with: picture, context) }
                }
            }
            return ChangeOutcome(["pages": .array(replaced.map(\.json))])
        }
    }
}

extension SQLTransaction {
    /// Runs a body and returns nil if it throws a not-found error.
    fileprivate func unlessDeleted<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch PublishingError.notFound { return nil }
    }
}
