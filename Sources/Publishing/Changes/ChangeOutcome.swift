public import HomeBlocks

/// The result of a change, or of its dry run: the content of the response, which is also stored for retries.
public struct ChangeOutcome: Sendable {
    /// The changed resource in its current state.
    public let data: JSONObject
    /// The entity tag of the changed resource; nil if it has none.
    public let tag: StateTag?
    /// How the change was propagated to the draft and to planned releases.
    public let propagated: [PropagatedChange]
    /// The live revision; nil if it must be loaded. Not part of the response.
    public var live: DecidedRevision?

    public init(_ data: JSONObject, tag: StateTag? = nil, propagated: [PropagatedChange] = []) {
        self.data = data
        self.tag = tag
        self.propagated = propagated
    }

    /// The outcome as responses contain it.
    public var json: JSONObject {
        var members: JSONObject = ["data": .object(data)]
        if !propagated.isEmpty { members["carried"] = .array(propagated.map(\.json)) }
        return members
    }
}

// MARK: - Retries

extension ChangeOutcome {
    /// The outcome in the form that is stored for retries.
    public var stored: String {
        var members = json
        members["etag"] = tag.map { .string($0.text) }
        return String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    }

    /// Reads the format of ``stored``.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if an earlier version of the program stored it in another form.
    public init(stored: String) throws(PublishingError) {
        guard let members = try? JSONValue(parsing: stored, limits: .stored).object,
            let data = members["data"]?.object
        else {
            throw .conflict(
                "The change was made, by another version of the program, which stored its response in another form. "
                    + "Read the state; do not send the change again.")
        }
        self.init(
            data, tag: members["etag"]?.string.map { StateTag($0) },
            propagated: (members["carried"]?.array ?? []).compactMap { PropagatedChange(json: $0) })
    }
}

extension ChangeOutcome {
    /// The stored outcome without pages that its reader has lost sight of since then.
    public func shown(to rights: Rights) -> ChangeOutcome {
        func isHidden(_ page: JSONValue?) -> Bool { page?.string.map { !rights.include($0) } ?? false }
        var data = data
        var tag = tag
        if isHidden(data["shows"]) {
            data["shows"] = .null
            if data["etag"] != nil { data["etag"] = .null }
            tag = nil
        }
        if let pages = data["pages"]?.array {
            data["pages"] = .array(pages.filter { !isHidden($0.object?["page"]) })
        }
        return ChangeOutcome(data, tag: tag, propagated: propagated)
    }
}

/// The propagation of a change to live to the draft or a planned release.
public struct PropagatedChange: Sendable, Equatable {
    /// The planned release; nil for the draft.
    public let release: Int64?
    /// Its current revision.
    public let revision: Int
    public let conflicts: [MergeConflict]

    public init(release: Int64?, revision: Int, conflicts: [MergeConflict]) {
        self.release = release
        self.revision = revision
        self.conflicts = conflicts
    }
}

extension [PropagatedChange] {
    /// Returns these changes and later ones. A state in both has the revision of the later one, and all conflicts.
    public func adding(_ later: [PropagatedChange]) -> [PropagatedChange] {
        let joined = map { one in
            guard let other = later.first(where: { $0.release == one.release }) else { return one }
            return PropagatedChange(
                release: one.release, revision: other.revision, conflicts: one.conflicts.adding(other.conflicts))
        }
        return joined + later.filter { other in !contains { $0.release == other.release } }
    }
}

extension PropagatedChange {
    /// The propagation as the response to a change contains it.
    public var json: JSONValue {
        [
            "to": release == nil ? "draft" : "release", "release": release.map { JSONValue($0) } ?? .null,
            "revision": JSONValue(revision), "applied": .bool(conflicts.allSatisfy { $0.kept == .incoming }),
            "conflicts": .array(conflicts.map(\.json)),
        ]
    }

    /// Reads the format of ``json``.
    init?(json: JSONValue) {
        guard let members = json.object, let revision = members["revision"]?.int else { return nil }
        self.init(
            release: members["release"]?.int.map { Int64($0) }, revision: revision,
            conflicts: (members["conflicts"]?.array ?? []).compactMap { MergeConflict(json: $0) })
    }
}
