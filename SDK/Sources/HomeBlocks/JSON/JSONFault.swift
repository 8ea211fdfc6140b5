/// What is wrong with a value of a document, and where.
public struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where, from the value that was read.
    public var pointer: JSONPointer
    /// What is wrong, as the end of a sentence: "is missing", "is no text".
    public let reason: String

    /// A fault of the value itself, unless a pointer leads into it.
    public init(_ reason: String, at pointer: JSONPointer = JSONPointer()) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The same fault, seen from an outer value that has the inner one as a member.
    func inside(_ name: String) -> JSONFault { JSONFault(reason, at: JSONPointer([name] + pointer.tokens)) }

    public var description: String { pointer.tokens.isEmpty ? reason : "\(pointer) \(reason)" }
}
