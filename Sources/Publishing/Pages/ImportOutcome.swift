/// The revision that an import made live, and what that meant to the other states of the page.
public struct ImportOutcome: Sendable {
    public let revision: LiveRevision
    public let carried: [CarriedChange]

    public init(revision: LiveRevision, carried: [CarriedChange] = []) {
        self.revision = revision
        self.carried = carried
    }
}
