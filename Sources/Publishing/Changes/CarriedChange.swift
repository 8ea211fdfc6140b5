/// How a change to live was made in another state of the page that will be live later.
public struct CarriedChange: Sendable, Equatable, Codable {
    /// The release to come; nil is the draft.
    public let release: Int64?
    /// The revision that it has now.
    public let revision: Int
    public let conflicts: [Conflict]

    public init(release: Int64?, revision: Int, conflicts: [Conflict]) {
        self.release = release
        self.revision = revision
        self.conflicts = conflicts
    }

    /// Where the change met a change of that state's own.
    public struct Conflict: Sendable, Equatable, Codable {
        public let blockCode: String?
        public let pointer: String
        public let reason: String
        /// Whether the change was made nevertheless, in place of that state's own.
        public let isApplied: Bool

        init(_ blockCode: String?, pointer: String = "", _ reason: String, isApplied: Bool = false) {
            self.blockCode = blockCode
            self.pointer = pointer
            self.reason = reason
            self.isApplied = isApplied
        }
    }
}
