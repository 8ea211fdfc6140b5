public import Publishing

/// The changes that the routes make.
extension PagePublishing {
    public func change(_ change: PageChange, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(change.page, context, isDryRun: change.isDryRun) { try $0.change(change, context) }
    }

    public func publish(
        _ page: String, _ publication: Publication, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context, isDryRun: publication.isDryRun) { try $0.publish(publication, context) }
    }

    public func discardDraft(_ page: String, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context) { try $0.discardDraft(context) }
    }

    public func restoreIntoDraft(
        _ page: String, _ restoration: DraftRestoration, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        let needs = ContentNeeds.revision(restoration.revision)
        return try await change(page, context, needs, isDryRun: restoration.isDryRun) { page in
            try page.restoreIntoDraft(restoration, context)
        }
    }

    public func restore(
        _ page: String, number: Int, message: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context, .revision(number)) { page in
            try page.restore(number, message: message, context)
        }
    }

    public func changeRelease(
        _ id: Int64, of page: String, _ change: ReleaseChange, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(page, context, .release(id)) { try $0.changeRelease(id, change, context) }
    }

    public func cancelRelease(
        _ id: Int64, of page: String, intoDraft: Bool = false, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context, .release(id)) { try $0.cancelRelease(id, intoDraft: intoDraft, context) }
    }

    public func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context) { try $0.takeOver(plan, context) }
    }

    public func changeTakeover(
        _ id: Int64, of page: String, _ change: TakeoverChange, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(page, context) { try $0.changeTakeover(id, change, context) }
    }

    public func cancelTakeover(
        _ id: Int64, of page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context) { try $0.cancelTakeover(id, context) }
    }

    private func change(
        _ page: String, _ context: ChangeContext, _ needs: ContentNeeds = ContentNeeds(), isDryRun: Bool = false,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, context, needs: needs, isDryRun: isDryRun, decide)
    }
}
