/// Stores named audiences.
public protocol AudienceStore: Sendable {
    /// All audiences by name, each with its uses: the states of pages with blocks that name it.
    func audiences(for rights: Rights) async throws(PublishingError) -> [(audience: NamedAudience, uses: [AudienceUse])]

    func audience(_ name: String, for rights: Rights) async throws(PublishingError) -> (
        audience: NamedAudience, uses: [AudienceUse]
    )

    func createAudience(_ plan: AudiencePlan, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome

    /// Changes an audience together with all blocks that name it: live, in drafts and in planned releases.
    func changeAudience(
        _ plan: AudiencePlan, isDryRun: Bool, _ context: ChangeContext
    ) async throws(PublishingError) -> AudienceOutcome

    /// Deletes an unused audience.
    func deleteAudience(_ name: String, _ context: ChangeContext) async throws(PublishingError) -> NamedAudience
}
