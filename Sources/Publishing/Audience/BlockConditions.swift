/// What of a block depends on who asks for it.
struct BlockConditions: Sendable {
    let audience: Audience?
    /// The languages that it has, in the order of their names.
    let languages: [LanguageTag]
    /// What its layout needs, if that is anything.
    let floor: VersionFloor?
    /// What its fallback's layout needs, if that is anything.
    let fallbackFloor: VersionFloor?

    init(_ block: BlockResource, _ catalog: BlockTypeCatalog) {
        func floor(_ showType: String?) -> VersionFloor? {
            showType.flatMap { catalog[$0]?.floor }.flatMap { $0.versions.isEmpty ? nil : $0 }
        }
        audience = block.audience
        languages = block.languages.compactMap { LanguageTag($0) }
        self.floor = floor(block.showType)
        fallbackFloor = floor(block.fallback?.showType)
    }
}
