public import HomeBlocks

/// An input that could be read but cannot be taken: what is wrong with it, place by place.
public struct InvalidInput: Sendable, Equatable {
    public var detail: String
    public var issues: [ValidationIssue]
    /// For an order: blocks of the page that it does not name.
    public var missing: [String] = []
    /// For an order: names that are no block of the page.
    public var unknown: [String] = []
    /// For an order: blocks that it names more than once.
    public var duplicate: [String] = []

    public init(_ detail: String, issues: [ValidationIssue] = []) {
        self.detail = detail
        self.issues = issues
    }
}

/// One thing that is wrong with an input, and where it stands.
public struct ValidationIssue: Sendable, Equatable {
    public let pointer: JSONPointer
    public let reason: String
    /// A value that is allowed there instead, if one follows from the value that is not.
    public let suggestion: JSONValue?
    /// Whether content that was stored before may have it: the rule is younger than that content.
    let isRecentRule: Bool

    public init(_ pointer: JSONPointer, _ reason: String, suggestion: JSONValue? = nil) {
        self.init(pointer, reason, suggestion: suggestion, isRecentRule: suggestion != nil)
    }

    init(_ pointer: JSONPointer, _ reason: String, suggestion: JSONValue? = nil, isRecentRule: Bool) {
        self.pointer = pointer
        self.reason = reason
        self.suggestion = suggestion
        self.isRecentRule = isRecentRule
    }

    /// The same issue of a value that stands deeper in a larger document.
    public func below(_ parent: JSONPointer) -> ValidationIssue {
        at(JSONPointer(parent.tokens + pointer.tokens))
    }

    /// The same issue, of a value that has another pointer.
    func at(_ pointer: JSONPointer) -> ValidationIssue {
        ValidationIssue(pointer, reason, suggestion: suggestion, isRecentRule: isRecentRule)
    }
}

extension ValidationIssue {
    /// Whether it is the same issue of the same member, wherever its card is now.
    func isSame(as other: ValidationIssue) -> Bool {
        pointer.tokens.last == other.pointer.tokens.last && reason == other.reason && suggestion == other.suggestion
    }
}

extension [ValidationIssue] {
    /// The first issue, and how many more there are: "/title must be a string (and 2 more)". Empty without issues.
    var summary: String {
        guard let first else { return "" }
        let place = first.pointer.tokens.isEmpty ? "it" : first.pointer.description
        return "\(place) \(first.reason)\(count == 1 ? "" : " (and \(count - 1) more)")"
    }

    /// Refuses an input that has issues. The error has at most 100 of them.
    ///
    /// - Parameter thing: what the input is, such as "page".
    func refuse(_ thing: String) throws(PublishingError) {
        guard !isEmpty else { return }
        throw .invalid(InvalidInput("The \(thing) was rejected: \(summary).", issues: Array(prefix(100))))
    }

    /// A value that is only absent if there are issues.
    func require<Value>(_ value: Value?, _ detail: String) throws(PublishingError) -> Value {
        guard let value else { throw .invalid(InvalidInput("\(detail).", issues: self)) }
        return value
    }
}
