/// Why a text is not the JSON it should be, and where.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    public let reason: String
    /// How many bytes stand before the fault.
    public let offset: Int

    public var description: String { "\(reason) at byte \(offset)" }
}
