/// The release that was made or cancelled, and what that meant to the other states of the page.
public struct ReleaseOutcome: Sendable, Equatable, Codable {
    public let release: Release
    public let carried: [CarriedChange]

    public init(release: Release, carried: [CarriedChange] = []) {
        self.release = release
        self.carried = carried
    }
}
