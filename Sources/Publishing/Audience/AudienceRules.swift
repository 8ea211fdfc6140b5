import HomeBlocks

/// The distinct conditions of a page's blocks. Each is evaluated once per read, however many blocks share it.
public struct AudienceRules: Sendable, Equatable {
    private let audiences: [AudienceRule]
    /// The distinct seeds of the audiences.
    private let seeds: [String]
    private let languages: [[LanguageTag]]
    private let floors: [VersionFloor]

    init(_ blocks: some Sequence<BlockConditions>) {
        var (audiences, languages, floors): ([Audience], [[LanguageTag]], [VersionFloor]) = ([], [], [])
        var (seenAudiences, seenLanguages, seenFloors): (Set<Audience>, Set<[LanguageTag]>, Set<VersionFloor>) =
            ([], [], [])
        var declared = AudienceAttributes.none
        for block in blocks {
            declared = block.attributes
            for audience in block.audiences where seenAudiences.insert(audience).inserted {
                audiences.append(audience)
            }
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
        self.audiences = audiences.map { AudienceRule($0, seed: seeds.firstIndex(of: $0.seed) ?? 0, declared) }
    }

    public var isEmpty: Bool { audiences.isEmpty && languages.isEmpty && floors.isEmpty }

    /// The number of conditions with the result 0 or 1. The results of the other conditions come after theirs.
    var flagCount: Int { audiences.count + floors.count }

    /// The number of languages of each of the other conditions.
    var languageCounts: [Int] { languages.map(\.count) }

    /// The conditions as JSON, with the elements of each set sorted by name.
    var canonical: JSONValue {
        func versions(_ floor: VersionFloor) -> JSONValue {
            .object(
                JSONObject(
                    floor.versions.map { ($0.key.rawValue, .string($0.value.text)) }, uniquingKeysWith: { $1 }))
        }
        return [
            .array(audiences.map(\.audience.json)), .array(floors.map(versions)),
            .array(languages.map { .array($0.map { .string($0.text) }) }),
        ]
    }

    /// Returns the results of the conditions for a client.
    public func key(for client: ClientContext) -> AudienceKey {
        var results: [UInt8] = []
        results.reserveCapacity(audiences.count + languages.count + floors.count)
        var places = client.uid == nil ? [] : [Int?](repeating: nil, count: seeds.count)
        for rule in audiences {
            let isIncluded = rule.includes(client) { uid in
                if let known = places[rule.seed] { return known }
                let place = Audience.place(of: uid, seed: seeds[rule.seed])
                places[rule.seed] = place
                return place
            }
            results.append(isIncluded ? 1 : 0)
        }
        for floor in floors { results.append(floor.allows(client) ? 1 : 0) }
        for tags in languages {
            results.append(LanguageTag.lookup(client.locales, among: tags).map { UInt8($0 + 1) } ?? 0)
        }
        return AudienceKey(results: results)
    }

    /// Returns the content of a block for clients with a key at an instant; nil if they do not see the block.
    func choice(_ block: RenderedBlock, for key: AudienceKey, at now: Instant, _ index: Index) -> RenderedContent? {
        let conditions = block.conditions
        func result(_ place: Int) -> UInt8 { key.results.indices.contains(place) ? key.results[place] : 0 }
        func isMet(_ place: Int?) -> Bool { place.map { result($0) == 1 } ?? true }
        func isMember(of audience: Audience?) -> Bool { isMet(audience.flatMap { index.audiences[$0] }) }
        guard isMember(of: conditions.audience) else { return nil }
        let form: RenderedForm? =
            if !isMet(conditions.floor.flatMap { index.floors[$0] }) {
                isMet(conditions.fallbackFloor.flatMap { index.floors[$0] }) ? block.fallback : nil
            } else if let place = index.languages[conditions.languages], result(place) > 0 {
                block.localized?[Int(result(place)) - 1]
            } else {
                block.standard
            }
        return form?.content { $0.isVisible(at: now) && isMember(of: $0.audience) }
    }

    /// The index of each condition's result in a key.
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

/// The results of a page's conditions for one client. Clients with the same key see the same page.
public struct AudienceKey: Sendable, Hashable {
    /// One result for each distinct condition of the page.
    let results: [UInt8]

    public func hash(into hasher: inout Hasher) { results.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// An audience prepared for reads. A class, so that reads copy nothing.
final class AudienceRule: Sendable, Equatable {
    let audience: Audience
    /// The index of its seed among the page's seeds.
    let seed: Int
    /// One bit for each included platform.
    private let platforms: UInt8
    /// nil if there is no condition on attributes.
    private let attributes: AttributeCondition?

    /// - Parameter declared: the attributes that the server knows.
    init(_ audience: Audience, seed: Int, _ declared: AudienceAttributes) {
        self.audience = audience
        self.seed = seed
        platforms = audience.includedPlatforms?.reduce(0) { $0 | $1.bit } ?? .max
        attributes = audience.attributes.isEmpty ? nil : AttributeCondition(audience.attributes, declared)
    }

    static func == (left: AudienceRule, right: AudienceRule) -> Bool { left.audience == right.audience }

    func includes(_ client: ClientContext, place: (_ uid: String) -> Int) -> Bool {
        if platforms != .max, (client.platform?.bit ?? 0) & platforms == 0 { return false }
        if let attributes, !attributes.isMet(by: client.attributes) { return false }
        return audience.meetsOtherConditions(client, place: place)
    }
}

extension Platform {
    fileprivate var bit: UInt8 {
        switch self {
        case .ios: 1
        case .android: 2
        case .web: 4
        }
    }
}

/// The conditions that decide what a client sees of a block.
struct BlockConditions: Sendable {
    let audience: Audience?
    /// The audiences of the block's visible cards.
    var cardAudiences: [Audience] = []
    /// The attributes that the server knows.
    let attributes: AudienceAttributes
    /// The languages of the block, sorted by name.
    let languages: [LanguageTag]
    /// The versions that the block's layout requires, if any.
    let floor: VersionFloor?
    /// The versions that the fallback's layout requires, if any.
    let fallbackFloor: VersionFloor?

    var audiences: [Audience] { [audience].compactMap(\.self) + cardAudiences }

    var isEmpty: Bool {
        audience == nil && cardAudiences.isEmpty && languages.isEmpty && floor == nil && fallbackFloor == nil
    }

    init(_ block: BlockResource, _ catalog: BlockTypeCatalog) {
        func floor(_ showType: String?) -> VersionFloor? {
            showType.flatMap { catalog[$0]?.floor }.flatMap { $0.versions.isEmpty ? nil : $0 }
        }
        audience = block.audience
        attributes = catalog.attributes
        languages = block.languages.compactMap { LanguageTag($0) }
        self.floor = floor(block.showType)
        fallbackFloor = floor(block.fallback?.showType)
    }
}
