public import HomeBlocks

/// An input that could be parsed but is invalid, with its issues and their positions.
public struct InvalidInput: Sendable, Equatable {
    public var detail: String
    public var issues: [ValidationIssue]
    /// The blocks of the page that an order does not name.
    public var missing: [String] = []
    /// The names in an order that are not blocks of the page.
    public var unknown: [String] = []
    /// The blocks that an order names more than once.
    public var duplicate: [String] = []

    public init(_ detail: String, issues: [ValidationIssue] = []) {
        self.detail = detail
        self.issues = issues
    }
}

/// An issue with an input, and its position.
public struct ValidationIssue: Sendable, Equatable {
    public let pointer: JSONPointer
    public let reason: String
    /// A valid value to use instead, if one can be derived from the invalid value.
    public let suggestion: JSONValue?
    /// Whether stored content may have the issue, because the rule is newer than that content.
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

    /// Returns the same issue for a value that is nested in a larger document.
    public func below(_ parent: JSONPointer) -> ValidationIssue {
        at(JSONPointer(parent.tokens + pointer.tokens))
    }

    /// Returns the same issue with another pointer.
    func at(_ pointer: JSONPointer) -> ValidationIssue {
        ValidationIssue(pointer, reason, suggestion: suggestion, isRecentRule: isRecentRule)
    }
}

extension ValidationIssue {
    /// Whether it is the same issue with the same member, even if the card has moved.
    func isSame(as other: ValidationIssue) -> Bool {
        pointer.tokens.last == other.pointer.tokens.last && reason == other.reason && suggestion == other.suggestion
    }
}

extension [ValidationIssue] {
    /// The first issue and the number of other issues: "/title must be a string (and 2 more)". Empty without issues.
    var summary: String {
        guard let first else { return "" }
        let place = first.pointer.tokens.isEmpty ? "it" : first.pointer.description
        return "\(place) \(first.reason)\(count == 1 ? "" : " (and \(count - 1) more)")"
    }

    /// Rejects an input that has issues. The error contains at most 100 of them.
    ///
    /// - Parameter thing: the kind of input, such as "page".
    func refuse(_ thing: String) throws(PublishingError) {
        guard !isEmpty else { return }
        throw .invalid(InvalidInput("The \(thing) was rejected: \(summary).", issues: Array(prefix(100))))
    }

    /// Returns a value that is absent only if there are issues.
    func require<Value>(_ value: Value?, _ detail: String) throws(PublishingError) -> Value {
        guard let value else { throw .invalid(InvalidInput("\(detail).", issues: self)) }
        return value
    }
}
