/// The distinct conditions that the blocks of a page have. Resolving them costs one look at each, however many
/// blocks share it.
public struct AudienceRules: Sendable, Equatable {
    private let audiences: [AudienceRule]
    /// The distinct seeds of their shares.
    private let seeds: [String]
    private let languages: [[LanguageTag]]
    private let floors: [VersionFloor]

    init(_ blocks: some Sequence<BlockConditions>) {
        var (audiences, languages, floors): ([Audience], [[LanguageTag]], [VersionFloor]) = ([], [], [])
        var (seenAudiences, seenLanguages, seenFloors): (Set<Audience>, Set<[LanguageTag]>, Set<VersionFloor>) =
            ([], [], [])
        for block in blocks {
            if let audience = block.audience, seenAudiences.insert(audience).inserted { audiences.append(audience) }
            if !block.languages.isEmpty, seenLanguages.insert(block.languages).inserted {
                languages.append(block.languages)
            }
            for floor in [block.floor, block.fallbackFloor].compactMap(\.self) where seenFloors.insert(floor).inserted {
                floors.append(floor)
            }
        }
        (self.languages, self.floors) = (languages, floors)
        let seeds = Set(audiences.map(\.seed)).sorted()
        self.seeds = seeds
        self.audiences = audiences.map { AudienceRule($0, seed: seeds.firstIndex(of: $0.seed) ?? 0) }
    }

    public var isEmpty: Bool { audiences.isEmpty && languages.isEmpty && floors.isEmpty }

    /// What the conditions come to for a client.
    public func key(for client: ClientContext) -> AudienceKey {
        var answers: [UInt8] = []
        answers.reserveCapacity(audiences.count + languages.count + floors.count)
        var places = client.uid == nil ? [] : [Int?](repeating: nil, count: seeds.count)
        for rule in audiences {
            let isIncluded = rule.includes(client) { uid in
                if let known = places[rule.seed] { return known }
                let place = Audience.place(of: uid, seed: seeds[rule.seed])
                places[rule.seed] = place
                return place
            }
            answers.append(isIncluded ? 1 : 0)
        }
        for floor in floors { answers.append(floor.allows(client) ? 1 : 0) }
        for tags in languages {
            answers.append(LanguageTag.lookup(client.locales, among: tags).map { UInt8($0 + 1) } ?? 0)
        }
        return AudienceKey(answers: answers)
    }

    /// The form of a block that clients with a key get; nil if they do not get it.
    func choice(_ block: RenderedBlock, for key: AudienceKey, _ index: Index) -> RenderedContent? {
        let conditions = block.conditions
        func answer(_ place: Int) -> UInt8 { key.answers.indices.contains(place) ? key.answers[place] : 0 }
        func isMet(_ place: Int?) -> Bool { place.map { answer($0) == 1 } ?? true }
        guard isMet(conditions.audience.flatMap { index.audiences[$0] }) else { return nil }
        guard isMet(conditions.floor.flatMap { index.floors[$0] }) else {
            return isMet(conditions.fallbackFloor.flatMap { index.floors[$0] }) ? block.fallback : nil
        }
        guard let place = index.languages[conditions.languages], answer(place) > 0 else { return block.standard }
        return block.localized?[Int(answer(place)) - 1]
    }

    /// Where in a key the answer to each condition is.
    struct Index {
        let audiences: [Audience: Int]
        let floors: [VersionFloor: Int]
        let languages: [[LanguageTag]: Int]

        init(_ rules: AudienceRules) {
            func places<Condition: Hashable>(_ conditions: [Condition], from start: Int) -> [Condition: Int] {
                Dictionary(conditions.enumerated().map { ($1, start + $0) }, uniquingKeysWith: { first, _ in first })
            }
            audiences = places(rules.audiences.map(\.audience), from: 0)
            floors = places(rules.floors, from: rules.audiences.count)
            languages = places(rules.languages, from: rules.audiences.count + rules.floors.count)
        }
    }
}
