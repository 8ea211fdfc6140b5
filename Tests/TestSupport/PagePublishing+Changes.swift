public import Publishing

/// The changes that the routes make.
extension PagePublishing {
    public func change(_ change: PageChange, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(change.page, request, isDryRun: change.isDryRun) { try $0.change(change, request) }
    }

    public func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request, isDryRun: publication.isDryRun) { try $0.publish(publication, request) }
    }

    public func discardDraft(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request) { try $0.discardDraft(request) }
    }

    public func restoreIntoDraft(
        _ page: String, _ restoration: DraftRestoration, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        let needs = ContentNeeds.revision(restoration.revision)
        return try await change(page, request, needs, isDryRun: restoration.isDryRun) { page in
            try page.restoreIntoDraft(restoration, request)
        }
    }

    public func restore(
        _ page: String, number: Int, message: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request, .revision(number)) { page in
            try page.restore(number, message: message, request)
        }
    }

    public func changeRelease(
        _ id: Int64, of page: String, _ change: ReleaseChange, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(page, request, .release(id)) { try $0.changeRelease(id, change, request) }
    }

    public func cancelRelease(
        _ id: Int64, of page: String, intoDraft: Bool = false, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request, .release(id)) { try $0.cancelRelease(id, intoDraft: intoDraft, request) }
    }

    public func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request) { try $0.takeOver(plan, request) }
    }

    public func changeTakeover(
        _ id: Int64, of page: String, _ change: TakeoverChange, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(page, request) { try $0.changeTakeover(id, change, request) }
    }

    public func cancelTakeover(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request) { try $0.cancelTakeover(id, request) }
    }

    private func change(
        _ page: String, _ request: RequestInfo, _ needs: ContentNeeds = ContentNeeds(), isDryRun: Bool = false,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome {
        try await change(page, request, needs: needs, isDryRun: isDryRun, decide)
    }
}
