/// What a page shows at an instant: its own live revision, or that of the page that has taken it over.
public struct LivePage: Sendable {
    public let own: LiveRevision
    /// The revision of the page of a takeover, if there is one now.
    public let campaign: LiveRevision?
    /// The next instant at which a takeover begins or ends.
    public let nextTakeover: Instant?

    public init(own: LiveRevision, campaign: LiveRevision? = nil, nextTakeover: Instant? = nil) {
        self.own = own
        self.campaign = campaign
        self.nextTakeover = nextTakeover
    }

    public var shown: LiveRevision { campaign ?? own }

    /// The next instant at which a release or a takeover changes it.
    public var nextChange: Instant? { [own.nextRelease, shown.nextRelease, nextTakeover].compactMap(\.self).min() }
}
