/// A revision that a preview link shows.
public struct PreviewedRevision: Sendable {
    public let link: PreviewLink
    public let revision: LiveRevision
    /// The instant from which a planned release shows it.
    public let start: Instant?

    public init(_ link: PreviewLink, _ revision: LiveRevision, start: Instant? = nil) {
        self.link = link
        self.revision = revision
        self.start = start
    }
}
