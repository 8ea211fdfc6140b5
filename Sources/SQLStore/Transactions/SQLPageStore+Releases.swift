public import Publishing

/// Publishing, restoring, and what is planned.
extension SQLPageStore {
    public func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await change(page, request, isDryRun: publication.isDryRun) { try $0.publish(publication, request) }
    }

    public func restore(
        _ page: String, number: Int, message: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await change(page, request, .init(revision: number)) { page in
            try page.restore(number, message: message, request)
        }
    }

    public func restoreIntoDraft(
        _ page: String, _ restoration: DraftRestoration, _ request: RequestInfo
    ) async throws(PublishingError) -> DraftOutcome {
        try await change(page, request, .init(revision: restoration.revision), isDryRun: restoration.isDryRun) { page in
            try page.restoreIntoDraft(restoration, request)
        }
    }

    public func changeRelease(
        _ id: Int64, of page: String, _ change: ReleaseChange, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await self.change(page, request, .init(release: id), isOnce: false) { page in
            try page.changeRelease(id, change, request)
        }
    }

    public func cancelRelease(
        _ id: Int64, of page: String, intoDraft: Bool, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await change(page, request, .init(release: id), isOnce: false) { page in
            try page.cancelRelease(id, intoDraft: intoDraft, request)
        }
    }
}
