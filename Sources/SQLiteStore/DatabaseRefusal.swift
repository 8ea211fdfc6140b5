/// Why a database file is not used, and what to do about it.
public struct DatabaseRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    /// What is wrong with it, as the end of a sentence.
    public let reason: String
    /// What to do, as a sentence.
    public let remedy: String

    public var description: String { "The database \(path) \(reason). \(remedy)" }
}

/// Why a file is not written, and what to do about it.
public struct FileRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    /// What is wrong with it, as the end of a sentence.
    public let reason: String
    /// What to do, as a sentence.
    public let remedy: String

    init(_ path: String, _ reason: String, _ remedy: String) {
        self.path = path
        self.reason = reason
        self.remedy = remedy
    }

    public var description: String { "The file \(path) \(reason). \(remedy)" }
}
