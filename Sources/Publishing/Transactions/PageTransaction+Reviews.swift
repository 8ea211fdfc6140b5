import Foundation
import HomeBlocks

/// What is reviewed on a page, and the verdicts on it.
extension PageTransaction {
    // MARK: States

    /// A hash of the order, the blocks and the page-level fields of a revision.
    private func contentHash(of revision: StoredRevision) throws -> [UInt8] {
        let tree = try self.tree(revision)
        let entries = revision.order.order.compactMap { code in tree.entries[code].map { (code, $0.version) } }
        let hashes = try self.hashes(Set(entries.map(\.1)))
        var bytes = JSONValue.object(tree.data).encoded
        for (code, version) in entries { bytes += Array("\n\(code)\n".utf8) + (hashes[version] ?? []) }
        return Digest.sha256(bytes)
    }

    /// The state that clients would get with a revision in place of another one.
    ///
    /// - Parameter instant: the planned instant; nil for now.
    func state(
        of revision: StoredRevision, replacing before: StoredRevision, at instant: Instant?
    ) throws -> String {
        let time = instant.map { "\($0.milliseconds)" } ?? "now"
        let hashes = try contentHash(of: before) + contentHash(of: revision)
        return StateTag(hashing: Data("review\n\(time)\n".utf8) + Data(hashes)).text
    }

    /// What an approval would give to clients, and what that replaces.
    private struct ReviewedChange {
        /// A copy of the transaction, which has the revisions.
        let transaction: PageTransaction
        let before: StoredRevision
        let revision: StoredRevision
        let at: Instant?
    }

    private func reviewedChange(_ subject: ReviewedState.Subject) throws -> ReviewedChange {
        switch subject {
        case .draft:
            var copy = self
            // Without a request, all of the draft is published now.
            let plan = try loadedReview().request?.plan ?? Publication()
            _ = try copy.mergeLiveIntoDraft()
            guard let draft = copy.draft else { throw PublishingError.noDraft(page.slug) }
            let (before, revision, _) = try copy.appendPublished(draft, at: max(effective, plan.at ?? effective), plan)
            return ReviewedChange(transaction: copy, before: before, revision: revision, at: plan.at)
        case .release(let id):
            let release = try requirePending(id)
            return ReviewedChange(
                transaction: self, before: try planned(before: release.at, release.id) ?? requireLive(),
                revision: try requireRevision(release.revision), at: release.at)
        }
    }

    private func reviewedState(_ subject: ReviewedState.Subject, _ change: ReviewedChange) throws -> ReviewedState {
        // The numbers are those of stored revisions, as in the draft's difference.
        let (number, against, authors) =
            switch subject {
            case .draft: (draft?.revision ?? change.revision.number, try requireLive().number, draftAuthors)
            case .release(let id): (change.revision.number, change.before.number, try requirePending(id).knownAuthors)
            }
        return ReviewedState(
            subject,
            text: try change.transaction.state(of: change.revision, replacing: change.before, at: change.at),
            revision: number, against: against, at: change.at, authors: authors, needed: page.review.approvals,
            review: try loadedReview())
    }

    public func reviewed(_ subject: ReviewedState.Subject) throws -> ReviewedState {
        try reviewedState(subject, try reviewedChange(subject))
    }

    /// The same, and what an approval changes for clients.
    public func reviewedWithDifference(
        _ subject: ReviewedState.Subject
    ) throws -> (state: ReviewedState, difference: RevisionDifference) {
        let change = try reviewedChange(subject)
        let difference = try change.transaction.difference(change.before, change.revision)
        return (try reviewedState(subject, change), difference)
    }

    private func requirePending(_ id: Int64) throws -> ReleaseRecord {
        if let known = pending.first(where: { $0.record.id == id })?.record { return known }
        try requireRelease(id).record.checkIsPlanned(at: effective)
        throw PublishingError.noRelease(id, of: page.slug)
    }

    func loadedReview() throws -> LoadedReview {
        guard let review = content.review else {
            var needs = ContentNeeds()
            needs.review = true
            throw needs
        }
        return review
    }

    // MARK: Requests and approvals

    public mutating func requestReview(_ plan: ReviewPlan, _ context: ChangeContext) throws -> ChangeOutcome {
        guard page.review.isOn else { throw PublishingError.conflict("The page is not reviewed. Publish the draft.") }
        if let at = plan.plan.at {
            _ = try Publication(at: at).instant(after: effective, at: now, "The review was not requested")
        }
        var review = try loadedReview()
        let request = ReviewRequest(plan: plan.plan, message: plan.message, whom: plan.whom, requested: created)
        review.request = request
        writes.review = .put(request)
        set(review)
        let state = try reviewed(.draft)
        if let only = plan.plan.only {
            var merged = self
            _ = try merged.mergeLiveIntoDraft()
            let difference = try merged.difference(try requireLive(), try merged.stage())
            try only.check(difference, "The review was not requested")
        }
        record(.review("request", page.slug, after: ["message": .string(plan.message)], context))
        return ChangeOutcome(state.json)
    }

    public mutating func withdrawRequest(_ context: ChangeContext) throws -> ChangeOutcome {
        var review = try loadedReview()
        guard review.request != nil else { throw PublishingError.notFound("There is no request to review the draft.") }
        review.request = nil
        writes.review = .delete
        set(review)
        record(.review("withdraw", page.slug, context))
        return ChangeOutcome(["page": .string(page.slug)])
    }

    /// Adds a person's verdict on a state. A planned release takes effect once it has its approvals.
    public mutating func addVerdict(
        _ kind: Approval.Kind, on subject: ReviewedState.Subject, _ plan: ApprovalPlan, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        try state.check(plan.state)
        if kind == .approval { try state.checkApproval(by: context.actor) }
        try state.checkBypass(by: context.actor, isApproval: kind == .approval)
        add(
            Approval(
                kind, state: state.text, person: context.actor.person, created: created, message: plan.message,
                revision: state.revision, link: context.actor.link))
        return try settle(kind == .approval ? "approve" : "object", subject, plan.message, context)
    }

    /// Withdraws a person's verdict on the current state.
    public mutating func withdrawVerdict(
        on subject: ReviewedState.Subject, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        let person = context.actor.person
        guard state.review.approvals.contains(where: { $0.state == state.text && $0.person == person }) else {
            throw PublishingError.notFound("You have neither approved this state nor objected to it.")
        }
        try state.checkBypass(by: context.actor, isApproval: false)
        writes.approvals.append(.delete(state: state.text, person: person))
        remove(state.text, person)
        return try settle("retract", subject, "", context)
    }

    /// Records a new verdict or its withdrawal, and lets planned releases wait or take effect because of it.
    private mutating func settle(
        _ action: String, _ subject: ReviewedState.Subject, _ message: String, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        var release: Int64?
        if case .release(let id) = subject { release = id }
        var after: JSONObject = ["state": .string(state.text), "message": .string(message)]
        after["link"] = context.actor.link.map { JSONValue($0) }
        record(.review(action, page.slug, subject: release.map { "release \($0)" }, after: after, context))
        if let release { try settlePlans(context, also: [release]) }
        return ChangeOutcome(state.json)
    }

    mutating func add(_ approval: Approval) {
        remove(approval.state, approval.person)
        writes.approvals.append(.put(approval))
        guard var review = content.review else { return }
        review.approvals.append(approval)
        set(review)
    }

    private mutating func remove(_ state: String, _ person: String) {
        guard var review = content.review else { return }
        review.approvals.removeAll { $0.state == state && $0.person == person }
        set(review)
    }
}
