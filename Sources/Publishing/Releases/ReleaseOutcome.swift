/// The release that was made or cancelled, and what that meant to the other states of the page.
public struct ReleaseOutcome: Sendable, Equatable, Codable {
    public let release: Release
    public let carried: [CarriedChange]

    public init(release: Release, carried: [CarriedChange] = []) {
        self.release = release
        self.carried = carried
    }

    /// The outcome of publishing a draft.
    ///
    /// - Parameters:
    ///   - conflicts: where what is live met the draft's own changes.
    ///   - carried: what the release meant to later ones.
    public init(publishing release: Release, conflicts: [MergeConflict], carried: [CarriedChange]) {
        let own = CarriedChange(release: release.id, revision: release.revision, conflicts: conflicts)
        self.init(release: release, carried: conflicts.isEmpty ? carried : [own] + carried)
    }
}
