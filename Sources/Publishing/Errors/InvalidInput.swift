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

    public init(_ pointer: JSONPointer, _ reason: String) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The same issue of a value that stands deeper in a larger document.
    public func below(_ parent: JSONPointer) -> ValidationIssue {
        ValidationIssue(JSONPointer(parent.tokens + pointer.tokens), reason)
    }
}

extension [ValidationIssue] {
    /// The first issue, and how many more there are: "/title must be a text (and 2 more)". Empty without issues.
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
        throw .invalid(InvalidInput("The \(thing) was not taken: \(summary).", issues: Array(prefix(100))))
    }
}
