public import HomeBlocks

/// One thing that is wrong with an input, and where it stands.
public struct ValidationIssue: Sendable, Equatable {
    public let pointer: JSONPointer
    public let reason: String

    public init(_ pointer: JSONPointer, _ reason: String) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The same fault of a value that stands deeper in a larger document.
    public func below(_ parent: JSONPointer) -> ValidationIssue {
        ValidationIssue(JSONPointer(parent.tokens + pointer.tokens), reason)
    }
}
