/// Why a database file is not used, and what to do about it.
public struct DatabaseRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    /// What is wrong with it, as the end of a sentence.
    public let reason: String
    /// What to do, as a sentence.
    public let remedy: String

    public var description: String { "The database \(path) \(reason). \(remedy)" }
}
