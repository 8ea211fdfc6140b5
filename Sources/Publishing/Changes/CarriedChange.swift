/// How a change to live was merged into the draft or a planned release.
public struct CarriedChange: Sendable, Equatable, Codable {
    /// The planned release; nil is the draft.
    public let release: Int64?
    /// The revision that it has now.
    public let revision: Int
    public let conflicts: [MergeConflict]

    public init(release: Int64?, revision: Int, conflicts: [MergeConflict]) {
        self.release = release
        self.revision = revision
        self.conflicts = conflicts
    }
}
