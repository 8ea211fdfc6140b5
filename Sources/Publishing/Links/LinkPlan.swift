public import HomeBlocks

/// What a preview link shows, to whom, and until when.
public struct LinkPlan: Sendable, Equatable {
    public enum Target: Sendable, Equatable {
        /// The draft at the time of the read.
        case draft
        case revision(Int)
        /// A planned release, with the changes that are made to it.
        case release(Int64)
    }

    public let target: Target
    /// The parameters of the client for which conditions are evaluated; nil to use those of each read.
    public let client: [String: String]?
    /// The instant at which conditions are evaluated; nil for the time of the read.
    public let at: Instant?
    public let until: Instant
    /// An operator's note about what the link is for.
    public let label: String
    /// Whether everyone with the link may approve in the name of its creator.
    public let mayApprove: Bool

    public init(
        target: Target, client: [String: String]? = nil, at: Instant? = nil, until: Instant, label: String = "",
        mayApprove: Bool = false
    ) {
        self.target = target
        self.client = client
        self.at = at
        self.until = until
        self.label = label
        self.mayApprove = mayApprove
    }

    private static let maximumDays = 30
    private static let defaultDays = 7
    private static let clockTolerance = 3600
    private static let maximumLabelLength = 200
    private static let maximumValueLength = 256

    /// Reads a body.
    ///
    /// - Parameter names: the names of the parameters by which clients describe themselves.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue, clientParameters names: [String], at now: Instant) throws(PublishingError) {
        var body = try BodyReader(
            json, members: ["revision", "release", "client", "at", "until", "label", "mayApprove"])
        let revision = body.wholeNumber("revision", in: 1...Int(Int32.max))
        let release = body.wholeNumber("release", in: 1...Int.max)
        if revision != nil, release != nil { body.issue("release", "must be left out if there is a \"revision\"") }
        target = revision.map { .revision($0) } ?? release.map { .release(Int64($0)) } ?? .draft
        client = body.client(names, maximumLength: Self.maximumValueLength)
        at = body.instant("at")
        until = body.instant("until") ?? now.adding(seconds: Self.defaultDays * 86_400)
        if until <= now { body.issue("until", "must be in the future") }
        // The clock of the operator's computer may be fast.
        if until > now.adding(seconds: Self.maximumDays * 86_400 + Self.clockTolerance) {
            body.issue("until", "must be at most \(Self.maximumDays) days from now")
        }
        label = body.note("label", maximumLength: Self.maximumLabelLength)
        mayApprove = body.flag("mayApprove") ?? false
        if mayApprove, revision != nil {
            body.issue("mayApprove", "must be left out if there is a \"revision\", which has no review")
        }
        try body.finish("The link was not created")
    }

    /// Checks that an actor may create the link. Their own right to approve is given to everyone who has it.
    public func check(_ actor: Actor, on page: String) throws(PublishingError) {
        guard mayApprove else { return }
        try actor.checkRights(.publisher, on: .page(page))
        guard actor.authorization != nil else {
            throw .conflict("A link that may approve needs a creator with an account. Create it as an operator.")
        }
    }

    /// The parameters of the client as JSON; nil to use those of each read.
    public var clientJSON: JSONValue? { client.map { .object(JSONObject($0.mapValues(JSONValue.string))) } }

    public var json: JSONObject {
        var (revision, release): (JSONValue, JSONValue) = (.null, .null)
        if case .revision(let number) = target { revision = JSONValue(number) }
        if case .release(let id) = target { release = JSONValue(id) }
        return [
            "revision": revision, "release": release,
            "client": clientJSON ?? .null,
            "at": at.map { .string($0.rfc3339) } ?? .null, "until": .string(until.rfc3339), "label": .string(label),
            "mayApprove": .bool(mayApprove),
        ]
    }
}

extension BodyReader {
    fileprivate mutating func client(_ names: [String], maximumLength: Int) -> [String: String]? {
        guard let value = value("client") else { return nil }
        guard let members = value.object else {
            issue("client", "must be an object with the parameters of a client, such as {\"platform\": \"ios\"}")
            return nil
        }
        var client: [String: String] = [:]
        for (name, value) in members.sortedByName {
            let pointer = JSONPointer(["client", name])
            if !names.contains(name) {
                issue(
                    at: ValidationIssue(
                        pointer, "is an unknown parameter; the known ones are: \(names.joined(separator: ", "))"))
            } else if let text = value.string, text.unicodeScalars.count <= maximumLength, Identifier.isPrintable(text)
            {
                if !text.isEmpty { client[name] = text }
            } else {
                issue(
                    at: ValidationIssue(
                        pointer, "must be a string of at most \(maximumLength) characters without control characters"))
            }
        }
        return client
    }
}

/// A link to store: its plan and the hash of its secret.
public struct NewLink: Sendable {
    public let plan: LinkPlan
    public let hash: [UInt8]

    public init(_ plan: LinkPlan, _ secret: LinkSecret) {
        self.plan = plan
        hash = secret.hash
    }
}
