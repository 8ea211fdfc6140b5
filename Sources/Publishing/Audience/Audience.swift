public import HomeBlocks

/// Who sees a block. Each condition that is there must be met; what a client does not tell meets none.
public struct Audience: Sendable, Hashable {
    public var platforms: Set<Platform>?
    public var firstVersion: AppVersion?
    /// The last version, with everything that begins like it: 8.9 stands for 8.9.5 too.
    public var lastVersion: AppVersion?
    public var locales: [LanguageTag]?
    /// The share of users, in hundredths of a percent.
    public var basisPoints: Int?
    /// Audiences with the same seed have the same users in them.
    public var seed: String

    public init(
        platforms: Set<Platform>? = nil, firstVersion: AppVersion? = nil, lastVersion: AppVersion? = nil,
        locales: [LanguageTag]? = nil, basisPoints: Int? = nil, seed: String = ""
    ) {
        self.platforms = platforms
        self.firstVersion = firstVersion
        self.lastVersion = lastVersion
        self.locales = locales
        self.basisPoints = basisPoints
        self.seed = seed
    }

    /// Versions that are equal may be of different length, and then a last one says something else.
    public static func == (left: Audience, right: Audience) -> Bool {
        left.platforms == right.platforms && left.firstVersion == right.firstVersion
            && left.lastVersion == right.lastVersion && left.lastVersion?.count == right.lastVersion?.count
            && left.locales == right.locales && left.basisPoints == right.basisPoints && left.seed == right.seed
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(platforms)
        hasher.combine(firstVersion)
        hasher.combine(lastVersion)
        hasher.combine(lastVersion?.count)
        hasher.combine(locales)
        hasher.combine(basisPoints)
        hasher.combine(seed)
    }

    /// Whether a client belongs to it.
    public func includes(_ client: ClientContext) -> Bool {
        if let platforms {
            guard let platform = client.platform, platforms.contains(platform) else { return false }
        }
        return includesApart(client) { Self.place(of: $0, seed: seed) }
    }

    /// Whether a client belongs to it apart from its platform.
    ///
    /// - Parameter place: a user's place for the seed; many audiences may have the same one.
    func includesApart(_ client: ClientContext, place: (_ uid: String) -> Int) -> Bool {
        if firstVersion != nil || lastVersion != nil {
            guard let version = client.appVersion, firstVersion.map({ $0 <= version }) ?? true,
                lastVersion.map(version.isWithin) ?? true
            else { return false }
        }
        if let locales, LanguageTag.lookup(client.locales, among: locales) == nil { return false }
        if let basisPoints {
            guard let uid = client.uid, place(uid) < basisPoints else { return false }
        }
        return true
    }

    /// A user's place from 0 to 9,999, spread evenly and always the same for one seed.
    static func place(of uid: String, seed: String) -> Int {
        Int(Digest.number(seed, ".", uid) % 10_000)
    }
}
