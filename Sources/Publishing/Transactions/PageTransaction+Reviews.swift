import Foundation
import HomeBlocks

/// Keeps clients from getting what nobody except its author has seen, on pages that are reviewed.
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
    private func state(
        of revision: StoredRevision, replacing before: StoredRevision, at instant: Instant?
    ) throws -> String {
        let time = instant.map { "\($0.milliseconds)" } ?? "now"
        let hashes = try contentHash(of: before) + contentHash(of: revision)
        return StateTag(hashing: Data("review\n\(time)\n".utf8) + Data(hashes)).text
    }

    /// What publishing the draft would give to clients. Without a request, all of it is published now.
    private func reviewedDraft() throws -> ReviewedState {
        var copy = self
        let review = try loadedReview()
        let plan = review.request?.plan ?? Publication()
        _ = try copy.mergeLiveIntoDraft()
        guard let draft = copy.draft else { throw PublishingError.noDraft(page.slug) }
        let (before, revision, _) = try copy.appendPublished(draft, at: max(effective, plan.at ?? effective), plan)
        return ReviewedState(
            .draft, text: try copy.state(of: revision, replacing: before, at: plan.at), revision: draft.revision,
            against: before.number, at: plan.at, authors: draftAuthors, needed: page.review.approvals, review: review)
    }

    /// What a planned release would give to clients.
    private func reviewedRelease(_ id: Int64) throws -> ReviewedState {
        let release = try requirePending(id)
        let revision = try requireRevision(release.revision)
        let before = try planned(before: release.at, release.id) ?? requireLive()
        return ReviewedState(
            .release(id), text: try state(of: revision, replacing: before, at: release.at),
            revision: revision.number, against: before.number, at: release.at, authors: release.knownAuthors,
            needed: page.review.approvals, review: try loadedReview())
    }

    private func requirePending(_ id: Int64) throws -> ReleaseRecord {
        if let known = pending.first(where: { $0.record.id == id })?.record { return known }
        try requireRelease(id).record.checkIsPlanned(at: effective)
        throw PublishingError.noRelease(id, of: page.slug)
    }

    private func loadedReview() throws -> LoadedReview {
        guard let review = content.review else {
            var needs = ContentNeeds()
            needs.review = true
            throw needs
        }
        return review
    }

    // MARK: Conditions

    /// Requires a reason to bypass the review for a change that has no state to approve.
    mutating func requireBypass(_ context: ChangeContext, _ advice: String) throws {
        guard page.review.isOn else { return }
        guard let reason = context.bypass else { throw PublishingError.notReviewed(page.slug, advice) }
        record(.bypass(page.slug, reason, context))
    }

    /// Requires that what a publication gives to clients was approved.
    mutating func requireApproval(
        of revision: StoredRevision, replacing before: StoredRevision, _ publication: Publication,
        by authors: Set<String>, _ context: ChangeContext
    ) throws {
        guard page.review.isOn else { return }
        let review = try loadedReview()
        let state = ReviewedState(
            .draft, text: try state(of: revision, replacing: before, at: publication.at), revision: revision.number,
            against: before.number, at: publication.at, authors: authors, needed: page.review.approvals, review: review)
        if review.request != nil { writes.review = .delete }
        if state.isReady { return }
        let count = "It has \(state.approvals.count) of \(state.needed) approvals"
        let objections = state.objections.isEmpty ? "" : " and \(state.objections.count) objections"
        try requireBypass(context, "\(count)\(objections): request a review of the draft.")
        if publication.at != nil { addBypass(of: state.text, revision.number, context) }
    }

    private mutating func addBypass(of state: String, _ revision: Int, _ context: ChangeContext) {
        add(
            Approval(
                .bypass, state: state, person: context.actor.person, created: created, message: context.bypass ?? "",
                revision: revision))
    }

    /// Requires that a revision may become live again: clients have got it since the page is reviewed.
    mutating func requireWasLive(_ number: Int, _ context: ChangeContext) throws {
        guard page.review.isOn else { return }
        guard let wasLive = content.wasLive[number] else {
            var needs = ContentNeeds()
            needs.wasLive = [number]
            needs.effective = effective
            throw needs
        }
        if wasLive { return }
        try requireBypass(context, "Revision \(number) was not live since then: put it into the draft.")
    }

    /// The people whose changes a revision brings into the draft, on a page that is reviewed.
    func authors(of number: Int) throws -> Set<String> {
        guard page.review.isOn else { return [] }
        guard let known = content.authors[number] else {
            var needs = ContentNeeds()
            needs.authors = [number]
            needs.effective = effective
            throw needs
        }
        return known
    }

    /// Makes planned releases wait whose state is not approved, and no longer wait once it is. A release contains the
    /// changes of the earlier ones, so it waits with them.
    ///
    /// - Parameter others: releases that are checked although this change does not affect them.
    mutating func settlePlans(_ context: ChangeContext, also others: Set<Int64> = []) throws {
        guard page.review.isOn else { return }
        var first: Int64?
        var settled: [(release: ReleaseRecord, isReady: Bool)] = []
        for release in pending {
            let (id, isHeld) = (release.record.id, release.record.isHeld)
            guard release.isChanged || isHeld || first != nil || others.contains(id) || isNew(id) else { continue }
            let isBypassed = id == bypassedRelease
            if let first, isBypassed { throw Self.waits(first) }
            var isReady = try first == nil && reviewedRelease(id).isReady
            if isBypassed, !isReady {
                addBypass(of: try reviewedRelease(id).text, release.record.revision, context)
                record(.bypass(page.slug, context.bypass ?? "", context))
                isReady = true
            }
            if isReady == isHeld { settled.append((release.record, isReady)) }
            if !isReady, first == nil { first = id }
        }
        // The states depend on the times, which this changes.
        for (release, isReady) in settled {
            if isReady { endWait(of: release) } else { beginWait(of: release, context) }
        }
    }

    private mutating func beginWait(of release: ReleaseRecord, _ context: ChangeContext) {
        setHeld(true, release.id)
        record(.review("wait", page.slug, subject: "release \(release.id)", context))
    }

    /// Lets an approved release take effect at its instant, or at once if that has passed.
    private mutating func endWait(of release: ReleaseRecord) {
        if release.at > effective { return setHeld(false, release.id) }
        guard let taken = take(release) else { return }
        // Of two releases with the same instant, the later one is live: that must be this one.
        let last = max(lastEffective, effective)
        let next = last == lastEffective ? Instant(milliseconds: last.milliseconds + 1) : last
        lastEffective = next
        endsWait = true
        put(taken, release.takingEffect(at: next))
    }

    private static func waits(_ release: Int64) -> PublishingError {
        .conflict("The release \(release) waits for an approval. Approve or cancel it first.")
    }

    /// Applies another number of approvals to planned releases.
    public mutating func applyReviewSetting(_ context: ChangeContext) throws {
        if page.review.isOn { return try settlePlans(context, also: Set(pending.map(\.record.id))) }
        if let waiting = pending.first(where: \.record.isHeld) { throw Self.waits(waiting.record.id) }
        writes.review = .delete
    }

    // MARK: Requests and approvals

    public mutating func requestReview(_ plan: ReviewPlan, _ context: ChangeContext) throws -> ChangeOutcome {
        guard page.review.isOn else { throw PublishingError.conflict("The page is not reviewed. Publish the draft.") }
        if let at = plan.plan.at {
            _ = try Publication(at: at).instant(after: effective, at: now, "The review was not requested")
        }
        var review = try loadedReview()
        review.request = ReviewRequest(
            plan: plan.plan, message: plan.message, whom: plan.whom, requested: created)
        if let request = review.request { writes.review = .put(request) }
        set(review)
        let state = try reviewedDraft()
        if let only = plan.plan.only {
            var merged = self
            _ = try merged.mergeLiveIntoDraft()
            let difference = try merged.difference(try requireLive(), try merged.stage())
            try only.check(difference, "The review was not requested")
        }
        record(.review("request", page.slug, after: ["message": .string(plan.message)], context))
        return ChangeOutcome(state.json, tag: StateTag(state.text))
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

    /// Records what someone says about a state. A planned release takes effect once it has its approvals.
    public mutating func say(
        _ kind: Approval.Kind, about subject: ReviewedState.Subject, _ plan: ApprovalPlan, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        try state.check(plan.state)
        if kind == .approval { try state.checkApproval(by: context.actor) }
        add(
            Approval(
                kind, state: state.text, person: context.actor.person, created: created, message: plan.message,
                revision: state.revision))
        return try said(kind == .approval ? "approve" : "object", subject, plan.message, context)
    }

    /// Withdraws what a person said about the current state.
    public mutating func withdraw(
        about subject: ReviewedState.Subject, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        let person = context.actor.person
        guard state.review.approvals.contains(where: { $0.state == state.text && $0.person == person }) else {
            throw PublishingError.notFound("You have neither approved this state nor objected to it.")
        }
        writes.approvals.append(.delete(state: state.text, person: person))
        remove(state.text, person)
        return try said("retract", subject, "", context)
    }

    private mutating func said(
        _ action: String, _ subject: ReviewedState.Subject, _ message: String, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let state = try reviewed(subject)
        var release: Int64?
        if case .release(let id) = subject { release = id }
        record(
            .review(
                action, page.slug, subject: release.map { "release \($0)" },
                after: ["state": .string(state.text), "message": .string(message)], context))
        if let release { try settlePlans(context, also: [release]) }
        return ChangeOutcome(state.json, tag: StateTag(state.text))
    }

    public func reviewed(_ subject: ReviewedState.Subject) throws -> ReviewedState {
        switch subject {
        case .draft: try reviewedDraft()
        case .release(let id): try reviewedRelease(id)
        }
    }

    private mutating func add(_ approval: Approval) {
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
