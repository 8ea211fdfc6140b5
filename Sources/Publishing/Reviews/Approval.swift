public import HomeBlocks

/// A person's verdict on a state of a page.
public struct Approval: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case approval
        /// Stops the state until it is withdrawn.
        case objection
        /// An admin's reason to bypass the review.
        case bypass
    }

    public let kind: Kind
    /// The state, as ``ReviewedState/text``.
    public let state: String
    /// Who counts as its author.
    public let person: String
    public let created: Authorship
    public let message: String
    /// The revision that had the state.
    public let revision: Int
    /// The preview link that was used; nil if the person was signed in.
    public let link: Int64?

    public init(
        _ kind: Kind, state: String, person: String, created: Authorship, message: String, revision: Int,
        link: Int64? = nil
    ) {
        self.kind = kind
        self.state = state
        self.person = person
        self.created = created
        self.message = message
        self.revision = revision
        self.link = link
    }

    public var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "by": .string(created.by), "at": .string(created.at.rfc3339),
            "message": .string(message), "revision": JSONValue(revision), "state": .string(state),
            "link": link.map { JSONValue($0) } ?? .null,
        ]
    }
}

/// A request to review a page's draft.
public struct ReviewRequest: Sendable, Equatable {
    /// What is going to be published.
    public let plan: Publication
    public let message: String
    /// The names of the people whose review is requested.
    public let whom: [String]
    public let requested: Authorship

    public static let maximumPeople = 20

    public init(plan: Publication, message: String, whom: [String], requested: Authorship) {
        self.plan = plan
        self.message = message
        self.whom = whom
        self.requested = requested
    }

    public var json: JSONValue {
        [
            "plan": .object(plan.reviewedJSON), "message": .string(message), "whom": .array(whom.map { .string($0) }),
            "by": .string(requested.by), "at": .string(requested.at.rfc3339),
        ]
    }
}

/// The body of a request to review a draft.
public struct ReviewPlan: Sendable, Equatable {
    public let plan: Publication
    public let message: String
    public let whom: [String]

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["at", "only", "message", "whom"])
        plan = Publication(at: reader.instant("at"), only: reader.selection("only"))
        message = reader.message()
        var whom: [String] = []
        if let value = reader.value("whom") {
            let names = value.array?.compactMap(\.string) ?? []
            if names.count == value.array?.count, names.count <= ReviewRequest.maximumPeople,
                names.allSatisfy(Identifier.isTitle)
            {
                whom = names
            } else {
                reader.issue("whom", "must be an array of at most \(ReviewRequest.maximumPeople) names of operators")
            }
        }
        self.whom = whom
        try reader.finish("The review was not requested")
    }
}

/// The body of an approval or an objection.
public struct ApprovalPlan: Sendable, Equatable {
    public let state: String
    public let message: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(_ kind: Approval.Kind, json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["state", "message"])
        reader.require("state")
        if kind == .objection { reader.require("message") }
        let state = reader.text("state", "must be the state of the review", where: { (1...64).contains($0.utf8.count) })
        message = reader.message()
        self.state = try reader.finish(
            kind == .objection ? "The objection was not recorded" : "The approval was not recorded", state)
    }
}

extension Publication {
    /// The parameters that are part of the reviewed state.
    public var reviewedJSON: JSONObject {
        ["at": at.map { .string($0.rfc3339) } ?? .null, "only": only.map(\.json) ?? .null]
    }

    /// Creates a publication from its stored form.
    public init?(reviewed json: JSONValue) {
        guard let plan = try? Publication(json: json) else { return nil }
        self = plan
    }
}

/// The verdicts on states of a page, and the open request.
public struct LoadedReview: Sendable, Equatable {
    public var approvals: [Approval]
    public var request: ReviewRequest?

    public init(approvals: [Approval] = [], request: ReviewRequest? = nil) {
        self.approvals = approvals
        self.request = request
    }
}
