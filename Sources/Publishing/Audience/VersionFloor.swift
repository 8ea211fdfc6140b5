public import HomeBlocks

/// The first app version on each platform that can render a layout.
public struct VersionFloor: Sendable, Hashable {
    public let versions: [Platform: AppVersion]

    public init(_ versions: [Platform: AppVersion]) { self.versions = versions }

    /// Whether a client is known to render the layout. One that does not say enough might be an old one.
    func allows(_ client: ClientContext) -> Bool {
        func isReached(_ floor: AppVersion) -> Bool { client.appVersion.map { $0 >= floor } ?? false }
        guard let platform = client.platform else { return versions.values.allSatisfy(isReached) }
        return versions[platform].map(isReached) ?? true
    }
}
