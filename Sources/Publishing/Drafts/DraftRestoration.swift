public import HomeBlocks

/// A restoration of an old revision, or a part of it, into the draft.
public struct DraftRestoration: Sendable, Equatable {
    public let revision: Int
    /// The changes between the draft and the revision that are made; nil for all.
    public let only: ChangeSelection?
    public let message: String
    public let isDryRun: Bool

    public init(revision: Int, only: ChangeSelection? = nil, message: String = "", isDryRun: Bool = false) {
        self.revision = revision
        self.only = only
        self.message = message
        self.isDryRun = isDryRun
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue, isDryRun: Bool = false) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["revision", "only", "message"])
        reader.require("revision")
        let revision = reader.value("revision").flatMap { value in value.int.flatMap { $0 >= 1 ? $0 : nil } }
        if revision == nil, reader.value("revision") != nil {
            reader.issue("revision", "must be the number of a revision")
        }
        only = reader.selection("only")
        message = reader.message()
        self.revision = try reader.finish("The draft was not changed", revision)
        self.isDryRun = isDryRun
    }

    /// Returns the changes to make in the draft.
    ///
    /// - Parameter difference: the difference between the draft, or live if there is no draft, and the revision.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer for each change that does not exist.
    public func selection(of difference: RevisionDifference) throws(PublishingError) -> ChangeSelection {
        let detail = "The draft was not changed"
        if let only {
            try only.check(difference, detail)
            return only
        }
        guard !difference.isEmpty else { throw Self.changesNothing }
        return ChangeSelection(allOf: difference)
    }

    /// The error for a restoration that would not change the draft.
    public static var changesNothing: PublishingError {
        let issue = ValidationIssue(JSONPointer(["revision"]), "is the same as the draft")
        return .invalid(
            InvalidInput("The draft was not changed: \(issue.pointer) \(issue.reason).", issues: [issue]))
    }
}
