/// A preview link, and the credential in whose name everyone with the link may approve.
public struct LinkApprover: Sendable {
    public let link: PreviewLink
    private let credential: Credential?

    /// - Parameter credential: nil if the link only shows the page.
    public init(_ link: PreviewLink, _ credential: Credential?) {
        self.link = link
        self.credential = credential
    }

    /// What the link shows, which is what it may approve.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` for a revision, which has no review.
    public var subject: ReviewedState.Subject {
        get throws(PublishingError) {
            switch link.plan.target {
            case .draft: .draft
            case .release(let id): .release(id)
            case .revision: throw .conflict("A revision has no review.")
            }
        }
    }

    /// Returns the creator of the link with the right to approve what it shows, and nothing else. Their current rights
    /// count, not those at its creation.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` if the link has ended; ``PublishingError/conflict(_:)`` if it may not
    ///   approve, or its creator no longer may.
    public func actor(at now: Instant) throws(PublishingError) -> Actor {
        _ = try PreviewLink.require(link, at: now)
        guard link.plan.mayApprove, let credential else {
            throw .conflict(
                "This link shows the page, but may not approve it. Create a link with \"mayApprove\": true.")
        }
        guard credential.isValid(at: now), credential.effectiveRights.role(on: .page(link.page)) >= .publisher else {
            throw .conflict("The creator of the link may no longer approve changes to the page. Create another link.")
        }
        let rights = Rights(.nothing, pages: [PagePattern(page: link.page): .publisher])
        return Actor(
            credential: credential.id, name: credential.name, person: credential.person, link: link.id, rights: rights)
    }
}
