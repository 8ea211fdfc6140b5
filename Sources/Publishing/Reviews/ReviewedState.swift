import Foundation
public import HomeBlocks

/// A state that clients would get, with the verdicts on it.
public struct ReviewedState: Sendable, Equatable {
    /// What is reviewed.
    public enum Subject: Sendable, Equatable {
        case draft
        /// A planned release.
        case release(Int64)
    }

    public let subject: Subject
    /// A hash of everything that clients would get, of what it replaces, and of when.
    public let text: String
    /// The revision that clients would get, if it is stored; the draft's otherwise.
    public let revision: Int
    /// The live revision that it replaces.
    public let against: Int
    public let at: Instant?
    /// The people whose approvals do not count.
    public let authors: Set<String>
    public let needed: Int
    /// The verdicts on this and earlier states.
    public let review: LoadedReview

    public init(
        _ subject: Subject, text: String, revision: Int, against: Int, at: Instant?, authors: Set<String>, needed: Int,
        review: LoadedReview
    ) {
        self.subject = subject
        self.text = text
        self.revision = revision
        self.against = against
        self.at = at
        self.authors = authors
        self.needed = needed
        self.review = review
    }

    private var own: [Approval] { review.approvals.filter { $0.state == text } }

    /// The approvals that count.
    public var approvals: [Approval] { own.filter { $0.kind == .approval && !authors.contains($0.person) } }

    public var objections: [Approval] { own.filter { $0.kind == .objection } }

    /// Whether clients may get the state. A bypass is of one planned release, and a later objection stops that, too.
    public var isReady: Bool {
        if needed == 0 { return true }
        if subject != .draft, let bypass = own.last(where: { $0.kind == .bypass }) {
            return objections.allSatisfy { $0.created.at <= bypass.created.at }
        }
        return objections.isEmpty && approvals.count >= needed
    }

    public var json: JSONObject {
        let request = subject == .draft ? review.request : nil
        let verdicts = own.filter { $0.kind != .approval } + approvals
        return [
            "state": .string(text), "revision": JSONValue(revision), "against": JSONValue(against),
            "at": at.map { .string($0.rfc3339) } ?? .null, "needed": JSONValue(needed), "ready": .bool(isReady),
            "request": request?.json ?? .null, "authors": .array(authors.sorted().map { .string($0) }),
            "verdicts": .array(verdicts.map(\.json)),
            "earlier": .array(review.approvals.filter { $0.state != text }.suffix(20).map(\.json)),
        ]
    }

    /// The state for callers that know an older one.
    public var present: CurrentState {
        let last = review.approvals.last?.created
        return CurrentState(
            "what is reviewed", json: json, tag: StateTag(text), changedBy: last?.by ?? authors.sorted().first ?? "",
            changedAt: last?.at ?? Instant(milliseconds: 0))
    }

    /// Requires that someone means this state.
    public func check(_ state: String) throws(PublishingError) {
        guard state == text else { throw .changed(present) }
    }

    /// Checks that a person's approval would count.
    public func checkApproval(by actor: Actor) throws(PublishingError) {
        guard needed > 0, authors.contains(actor.person) else { return }
        throw .conflict(
            "You are one of the authors, so your approval does not count. Request a review from someone else.")
    }
}

extension ReviewedState {
    /// Checks that a verdict does not weaken its person's bypass: one approval may be fewer than are needed, and a link
    /// does not change it at all.
    func checkBypass(by actor: Actor, isApproval: Bool) throws(PublishingError) {
        guard isApproval || actor.link != nil,
            own.contains(where: { $0.kind == .bypass && $0.person == actor.person })
        else { return }
        throw .conflict(
            actor.link == nil
                ? "You have bypassed the review of this state, so it needs no approval."
                : "The creator of the link has bypassed the review of this state. Sign in to change that.")
    }
}

extension PageInfo {
    /// Returns the audit entry of a change that bypasses the review; nil if the page is not reviewed.
    ///
    /// - Throws: ``PublishingError/reviewRequired(_:)`` without a reason.
    public func bypass(_ context: ChangeContext) throws(PublishingError) -> AuditEntry? {
        guard review.isOn else { return nil }
        guard let reason = context.bypass else {
            throw .notReviewed(slug, "There is no review for this kind of change.")
        }
        return .bypass(slug, reason, context)
    }
}

extension PublishingError {
    /// The error for a change of what clients get on a page whose changes have to be approved.
    static func notReviewed(_ page: String, _ advice: String) -> PublishingError {
        .reviewRequired(
            "Changes to the page \"\(page)\" have to be approved before clients get them. \(advice) An admin can "
                + "bypass the review with a reason in HomeBlocks-Bypass.")
    }
}
