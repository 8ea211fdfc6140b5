/// Stores audiences that are used by name.
public protocol AudienceStore: Sendable {
    /// All of them by name, each with what uses it: the states of pages with blocks that name it.
    func audiences() async throws(PublishingError) -> [(audience: NamedAudience, uses: [AudienceUse])]

    func audience(_ name: String) async throws(PublishingError) -> (audience: NamedAudience, uses: [AudienceUse])

    func createAudience(_ plan: AudiencePlan, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome

    /// Changes an audience and, with it, all blocks that name it: live, in drafts and in what is planned.
    func changeAudience(
        _ plan: AudiencePlan, isDryRun: Bool, _ request: RequestInfo
    ) async throws(PublishingError) -> AudienceOutcome

    /// Deletes an audience that nothing uses.
    func deleteAudience(_ name: String, _ request: RequestInfo) async throws(PublishingError) -> NamedAudience
}
