public import HomeBlocks

/// Who sees a block. Each condition that is there must be met; what is unknown of a client meets none.
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

extension Audience {
    /// How long a list or a text of it may be.
    private static let most = 100

    /// The audience as JSON, with the members that it has.
    public var json: JSONValue {
        var members: JSONObject = [:]
        if let platforms { members["platforms"] = .array(platforms.map(\.rawValue).sorted().map { .string($0) }) }
        if firstVersion != nil || lastVersion != nil {
            members["appVersion"] = .object(
                JSONObject(["min": firstVersion, "max": lastVersion].compactMapValues { $0.map { .string($0.text) } }))
        }
        if let locales { members["locales"] = .array(locales.map { .string($0.text) }) }
        if let basisPoints {
            members["percent"] = try? JSONValue(parsing: Self.percent(basisPoints))
            members["seed"] = .string(seed)
        }
        return .object(members)
    }

    /// A number of hundredths as people write it: 7.5, not 7.50.
    private static func percent(_ basisPoints: Int) -> String {
        let (whole, tenth, hundredth) = (basisPoints / 100, basisPoints / 10 % 10, basisPoints % 10)
        return hundredth > 0 ? "\(whole).\(tenth)\(hundredth)" : tenth > 0 ? "\(whole).\(tenth)" : "\(whole)"
    }

    /// Reads an audience, gathering everything that is wrong with it.
    init(json: JSONValue, issues: inout [ValidationIssue]) {
        self.init()
        guard let members = json.object else {
            issues.append(ValidationIssue(JSONPointer(), "must be an object or null"))
            return
        }
        let known: Set<String> = ["platforms", "appVersion", "locales", "percent", "seed"]
        for name in members.keys.sorted() where !known.contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is not known here"))
        }
        platforms = Self.list(members["platforms"], "platforms", "must be ios, android or web", &issues) {
            Platform(rawValue: $0)
        }.map(Set.init)
        locales = Self.list(members["locales"], "locales", "must be a language tag such as zh-Hant", &issues) {
            LanguageTag($0)
        }
        readVersions(members["appVersion"], &issues)
        readShare(members, &issues)
    }

    private static func list<Element>(
        _ value: JSONValue?, _ name: String, _ rule: String, _ issues: inout [ValidationIssue],
        read: (String) -> Element?
    ) -> [Element]? {
        guard let value, value != .null else { return nil }
        guard let elements = value.array, (1...most).contains(elements.count) else {
            issues.append(ValidationIssue(JSONPointer([name]), "must be a list of 1 to \(most) elements"))
            return nil
        }
        return elements.enumerated().compactMap { index, element in
            let read = element.string.flatMap(read)
            if read == nil { issues.append(ValidationIssue(JSONPointer([name, String(index)]), rule)) }
            return read
        }
    }

    private mutating func readVersions(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["appVersion"])
        guard let members = value.object else {
            return issues.append(ValidationIssue(pointer, "must be an object with \"min\", \"max\" or both"))
        }
        for name in members.keys.sorted() where !["min", "max"].contains(name) {
            issues.append(ValidationIssue(pointer.appending(name), "is not known here"))
        }
        func version(_ name: String) -> AppVersion? {
            guard let value = members[name], value != .null else { return nil }
            let version = value.string.flatMap(AppVersion.init)
            if version == nil {
                issues.append(ValidationIssue(pointer.appending(name), "must be a version such as \"9.1.0\""))
            }
            return version
        }
        firstVersion = version("min")
        lastVersion = version("max")
        if let firstVersion, let lastVersion, !firstVersion.isWithin(lastVersion) {
            issues.append(ValidationIssue(pointer, "no version is from \(firstVersion.text) to \(lastVersion.text)"))
        }
    }

    private mutating func readShare(_ members: JSONObject, _ issues: inout [ValidationIssue]) {
        if let value = members["percent"], value != .null {
            basisPoints = Self.basisPoints(value)
            if basisPoints == nil {
                issues.append(
                    ValidationIssue(JSONPointer(["percent"]), "must be a number from 0 to 100 with 2 decimals at most"))
            }
        }
        guard let value = members["seed"], value != .null else { return }
        guard let text = value.string, text.unicodeScalars.count <= Self.most else {
            return issues.append(
                ValidationIssue(JSONPointer(["seed"]), "must be a text of at most \(Self.most) characters"))
        }
        if !text.isEmpty, members["percent"] == nil || members["percent"] == .null {
            issues.append(ValidationIssue(JSONPointer(["seed"]), "has a meaning only together with \"percent\""))
        }
        seed = text
    }

    private static func basisPoints(_ value: JSONValue) -> Int? {
        guard case .number(let number) = value else { return nil }
        let points = number.double * 100
        guard (0...10_000).contains(points), abs(points - points.rounded()) < 1e-6 else { return nil }
        return Int(points.rounded())
    }
}
