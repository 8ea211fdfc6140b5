/// What a look at a whole database found.
public struct DatabaseReport: Sendable {
    /// A line for each page that is as it must be.
    public internal(set) var pages: [String] = []
    /// What could not be looked at, and why; nil if all was.
    public internal(set) var note: String?
    /// Everything that is wrong, a line each.
    public internal(set) var faults: [String] = []
}
