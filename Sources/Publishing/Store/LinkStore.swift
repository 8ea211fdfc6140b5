/// Stores preview links.
public protocol LinkStore: Sendable {
    /// The links of a page, newest first, with those that ended in the last ``PreviewLink/listedDays`` days.
    func links(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<PreviewLink>

    /// Creates a link to a page.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` if there is no such revision or planned release.
    func createLink(
        _ link: NewLink, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome

    /// Makes a link invalid.
    func revokeLink(
        _ id: Int64, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> PreviewLink

    /// The link with a secret, even if it has ended; nil if it is unknown.
    func link(with secret: LinkSecret) async throws(PublishingError) -> PreviewLink?

    /// Counts a document that was read with a link.
    func recordUse(ofLink id: Int64) async throws(PublishingError)
}
