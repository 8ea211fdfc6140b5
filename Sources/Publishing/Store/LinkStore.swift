/// Stores preview links.
public protocol LinkStore: Sendable {
    /// The links of a page, newest first, with those that ended in the last ``PreviewLink/listedDays`` days.
    func links(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<PreviewLink>

    /// Creates a link to a page.
    ///
    /// - Returns: the link, and whether this call created it: a retry returns the link that was created first.
    /// - Throws: ``PublishingError/notFound(_:)`` if the revision or the release does not exist;
    ///   ``PublishingError/conflict(_:)`` if the release is not planned.
    func createLink(
        _ link: NewLink, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> (outcome: ChangeOutcome, isNew: Bool)

    /// Makes a link invalid.
    func revokeLink(
        _ id: Int64, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> PreviewLink

    /// What the link with a secret shows now; nil if it is a link to another page.
    ///
    /// - Parameter page: the page to read; nil for the link's page.
    /// - Throws: ``PublishingError/notFound(_:)`` if the link is unknown or has ended, or what it shows no longer exists.
    func preview(
        of page: String?, with secret: LinkSecret
    ) async throws(PublishingError) -> PreviewedRevision?

    /// The link with a secret, and the person in whose name it approves.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` if the link is unknown.
    func linkApprover(with secret: LinkSecret) async throws(PublishingError) -> LinkApprover

    /// Counts documents that were read with a link.
    func recordUses(_ count: Int, ofLink id: Int64) async throws(PublishingError)
}
