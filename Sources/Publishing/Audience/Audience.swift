public import HomeBlocks

/// Who sees a block. Each condition that is there must be met; what is unknown of a client meets none.
public struct Audience: Sendable, Hashable {
    /// The named audience that the conditions are those of; nil for conditions of the block's own.
    public var name: String?
    public var platforms: Set<Platform>?
    /// The versions on every platform.
    public var versions: VersionRange
    /// The versions on each platform, instead of ``versions``. Empty if they do not depend on the platform.
    public var platformVersions: [Platform: VersionRange]
    public var locales: [LanguageTag]?
    /// The values that a client may have of each attribute, by its name (``AudienceAttributes``).
    public var attributes: [String: Set<String>]
    /// The share of users, in hundredths of a percent: 0 is nobody, and 10,000 is everybody, also without a user.
    public var basisPoints: Int?
    /// Audiences with the same seed have the same users in them.
    public var seed: String

    public init(
        name: String? = nil, platforms: Set<Platform>? = nil, versions: VersionRange = VersionRange(),
        platformVersions: [Platform: VersionRange] = [:], locales: [LanguageTag]? = nil,
        attributes: [String: Set<String>] = [:], basisPoints: Int? = nil, seed: String = ""
    ) {
        self.name = name
        self.platforms = platforms
        self.versions = versions
        self.platformVersions = platformVersions
        self.locales = locales
        self.attributes = attributes
        self.basisPoints = basisPoints
        self.seed = seed
    }

    /// The platforms that belong to it; nil for all, and clients that name none. Versions by platform leave out the
    /// platforms that they do not name, unless ``platforms`` does.
    var includedPlatforms: Set<Platform>? {
        platforms ?? (platformVersions.isEmpty ? nil : Set(platformVersions.keys))
    }

    /// The conditions without the name that they are known by.
    public var conditions: Audience {
        var conditions = self
        conditions.name = nil
        return conditions
    }

    /// Whether a client belongs to it.
    ///
    /// - Parameter declared: the attributes that the server knows.
    public func includes(_ client: ClientContext, declared: AudienceAttributes = .none) -> Bool {
        AudienceRule(self, seed: 0, declared).includes(client) { Self.place(of: $0, seed: seed) }
    }

    /// Whether a client belongs to it apart from its platform and its attributes.
    ///
    /// - Parameter place: a user's place for the seed; many audiences may have the same one.
    func includesApart(_ client: ClientContext, place: (_ uid: String) -> Int) -> Bool {
        if platformVersions.isEmpty {
            guard versions.includes(client.appVersion) else { return false }
        } else if let platform = client.platform, let range = platformVersions[platform] {
            guard range.includes(client.appVersion) else { return false }
        }
        if let locales, !LanguageTag.includes(locales, client.locales) { return false }
        // All users are all clients: nobody has to say who they are.
        if let basisPoints, basisPoints < Self.everybody {
            guard let uid = client.uid, place(uid) < basisPoints else { return false }
        }
        return true
    }

    private static let everybody = 10_000

    /// A user's place from 0 to 9,999, spread evenly and always the same for one seed.
    static func place(of uid: String, seed: String) -> Int {
        Int(Digest.number(seed, ".", uid) % UInt64(everybody))
    }
}

extension Audience {
    /// How long a list or a text of it may be.
    private static let most = 100

    /// The audience as JSON, with the members that it has.
    public var json: JSONValue {
        var members: JSONObject = [:]
        if let name { members["name"] = .string(name) }
        if let platforms { members["platforms"] = .array(platforms.map(\.rawValue).sorted().map { .string($0) }) }
        if !platformVersions.isEmpty {
            members["appVersion"] = .object(
                JSONObject(platformVersions.map { ($0.key.rawValue, $0.value.json) }, uniquingKeysWith: { $1 }))
        } else if !versions.isUnlimited {
            members["appVersion"] = versions.json
        }
        if let locales { members["locales"] = .array(locales.map { .string($0.text) }) }
        if !attributes.isEmpty {
            members["attributes"] = .object(
                JSONObject(attributes.mapValues { values in .array(values.sorted().map { .string($0) }) }))
        }
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
        let known: Set<String> = [
            "name", "platforms", "appVersion", "locales", "attributes", "percent", "seed",
        ]
        for name in members.keys.sorted() where !known.contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
        }
        readName(members["name"], &issues)
        platforms = Self.list(members["platforms"], "platforms", "must be ios, android or web", &issues) {
            Platform(rawValue: $0)
        }.map(Set.init)
        locales = Self.list(members["locales"], "locales", "must be a language tag such as zh-Hant", &issues) {
            LanguageTag($0)
        }
        readVersions(members["appVersion"], &issues)
        readAttributes(members["attributes"], &issues)
        readShare(members, &issues)
    }

    private mutating func readName(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        guard let text = value.string, Identifier.isSlug(text) else {
            return issues.append(ValidationIssue(JSONPointer(["name"]), "must be \(Identifier.slugRule)"))
        }
        name = text
    }

    /// Reads an audience that was stored. Only the types are checked: a rule may be younger than what is stored.
    public init(stored json: JSONValue) {
        var issues: [ValidationIssue] = []
        self.init(json: json, issues: &issues)
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

    /// Reads versions: a range, or one for each platform.
    private mutating func readVersions(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["appVersion"])
        guard let members = value.object?.filter({ $0.value != .null }) else {
            return issues.append(ValidationIssue(pointer, VersionRange.rule))
        }
        let ranges = members.filter { Platform(rawValue: $0.key) != nil }
        guard !ranges.isEmpty else {
            versions = VersionRange(json: .object(members), at: pointer, &issues)
            return
        }
        for (name, value) in members.sortedByName {
            guard let platform = Platform(rawValue: name) else {
                issues.append(ValidationIssue(pointer.appending(name), "must be ios, android or web, like the others"))
                continue
            }
            if let platforms, !platforms.contains(platform) {
                issues.append(ValidationIssue(pointer.appending(name), "is none of the audience's \"platforms\""))
            }
            platformVersions[platform] = VersionRange(json: value, at: pointer.appending(name), &issues)
        }
    }

    /// Reads attributes. Which ones there are, the catalog checks: they may be other ones than when they were stored.
    private mutating func readAttributes(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["attributes"])
        guard let members = value.object?.filter({ $0.value != .null }),
            members.count <= AudienceAttributes.maximumAttributes
        else {
            let reason =
                "must be an object with lists of values for at most \(AudienceAttributes.maximumAttributes) names"
            return issues.append(ValidationIssue(pointer, reason))
        }
        for (name, value) in members.sortedByName {
            let pointer = pointer.appending(name)
            if !AudienceAttributes.isName(name) {
                issues.append(ValidationIssue(pointer, "must be named by \(AudienceAttributes.nameRule)"))
            }
            guard let values = value.array, (1...AudienceAttributes.maximumValues).contains(values.count) else {
                let reason = "must be a list of 1 to \(AudienceAttributes.maximumValues) values"
                issues.append(ValidationIssue(pointer, reason))
                continue
            }
            for (index, value) in values.enumerated() where !(value.string.map(AudienceAttributes.isValue) ?? false) {
                issues.append(
                    ValidationIssue(pointer.appending(index), "must be a string of \(AudienceAttributes.valueRule)"))
            }
            attributes[name] = Set(values.compactMap(\.string))
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
                ValidationIssue(JSONPointer(["seed"]), "must be a string of at most \(Self.most) characters"))
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
