import HomeBlocks

/// Keeps clients from getting what nobody except its author has seen, on pages that are reviewed.
extension PageTransaction {
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
        let against = state.objections.count
        let objections = against == 0 ? "" : " and \(against) \(against == 1 ? "objection" : "objections")"
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
    /// - Parameters:
    ///   - others: releases that are checked although this change does not affect them.
    ///   - bypassed: a release that does not need approvals if the context has a reason.
    mutating func settlePlans(
        _ context: ChangeContext, also others: Set<Int64> = [], bypassing bypassed: Int64? = nil
    ) throws {
        guard page.review.isOn else { return }
        // The first release that waits.
        var first: Int64?
        var settled: [(release: ReleaseRecord, isReady: Bool)] = []
        for release in pending {
            let (id, isHeld) = (release.record.id, release.record.isHeld)
            guard release.isChanged || isHeld || first != nil || others.contains(id) || isNew(id) else { continue }
            var isReady = try first == nil && reviewed(.release(id)).isReady
            if !isReady, id == bypassed, let reason = context.bypass {
                if let first { throw Self.waits(first) }
                addBypass(of: try reviewed(.release(id)).text, release.record.revision, context)
                record(.bypass(page.slug, reason, context))
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
}
