/// The first app version on each platform that can render a layout.
public struct VersionFloor: Sendable, Hashable {
    public let versions: [Platform: AppVersion]

    public init(_ versions: [Platform: AppVersion]) { self.versions = versions }

    /// Whether a client is known to render the layout. One that does not say enough might be an old one.
    func allows(_ client: ClientContext) -> Bool {
        let floors = client.platform.map { versions[$0].map { [$0] } ?? [] } ?? Array(versions.values)
        return floors.allSatisfy { floor in client.appVersion.map { $0 >= floor } ?? false }
    }
}
