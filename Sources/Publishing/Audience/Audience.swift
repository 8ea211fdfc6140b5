public import HomeBlocks

/// The conditions under which clients see a block. A client must meet every condition that is set; unknown values meet
/// none.
public struct Audience: Sendable, Hashable {
    /// The named audience that the conditions come from; nil for conditions of the block itself.
    public var name: String?
    public var platforms: Set<Platform>?
    /// The versions on every platform.
    public var versions: VersionRange
    /// The versions on each platform, instead of ``versions``. Empty if they do not depend on the platform.
    public var platformVersions: [Platform: VersionRange]
    public var locales: [LanguageTag]?
    /// The permitted values of each attribute, by the attribute's name (``AudienceAttributes``).
    public var attributes: [String: Set<String>]
    /// The share of users, in hundredths of a percent: 0 is nobody; 10,000 is everybody, including clients without a
    /// user ID.
    public var basisPoints: Int?
    /// The seed of the share. Audiences with the same seed select the same users.
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

    /// The included platforms; nil for all, including clients that do not send one. Without ``platforms``, versions by
    /// platform exclude the platforms that they do not name.
    var includedPlatforms: Set<Platform>? {
        platforms ?? (platformVersions.isEmpty ? nil : Set(platformVersions.keys))
    }

    /// The audience without its name.
    public var conditions: Audience {
        var conditions = self
        conditions.name = nil
        return conditions
    }

    /// Whether a client belongs to the audience.
    ///
    /// - Parameter declared: the attributes that the server knows.
    public func includes(_ client: ClientContext, declared: AudienceAttributes = .none) -> Bool {
        AudienceRule(self, seed: 0, declared).includes(client) { Self.place(of: $0, seed: seed) }
    }

    /// Whether a client meets the conditions, except those on its platform and its attributes.
    ///
    /// - Parameter place: returns a user's place for the seed, which several audiences may share.
    func meetsOtherConditions(_ client: ClientContext, place: (_ uid: String) -> Int) -> Bool {
        if platformVersions.isEmpty {
            guard versions.includes(client.appVersion) else { return false }
        } else if let platform = client.platform, let range = platformVersions[platform] {
            guard range.includes(client.appVersion) else { return false }
        }
        if let locales, !LanguageTag.includes(locales, client.locales) { return false }
        // A share of 100 percent includes clients that send no user ID.
        if let basisPoints, basisPoints < Self.everybody {
            guard let uid = client.uid, place(uid) < basisPoints else { return false }
        }
        return true
    }

    private static let everybody = 10_000

    /// Returns a user's place from 0 to 9,999. The places of a seed are evenly distributed and never change.
    static func place(of uid: String, seed: String) -> Int {
        Int(Digest.number(seed, ".", uid) % UInt64(everybody))
    }
}

extension Audience {
    /// The maximum length of a list or a string.
    private static let maximumLength = 100

    /// The audience as JSON, with the members that are set.
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

    /// Returns hundredths of a percent as a percentage without trailing zeros: 7.5, not 7.50.
    private static func percent(_ basisPoints: Int) -> String {
        let (whole, tenth, hundredth) = (basisPoints / 100, basisPoints / 10 % 10, basisPoints % 10)
        return hundredth > 0 ? "\(whole).\(tenth)\(hundredth)" : tenth > 0 ? "\(whole).\(tenth)" : "\(whole)"
    }

    /// Reads an audience and collects all issues.
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

    /// Reads a stored audience. Only the types are checked: a rule may be newer than the stored value.
    public init(stored json: JSONValue) {
        var issues: [ValidationIssue] = []
        self.init(json: json, issues: &issues)
    }

    private static func list<Element>(
        _ value: JSONValue?, _ name: String, _ rule: String, _ issues: inout [ValidationIssue],
        read: (String) -> Element?
    ) -> [Element]? {
        guard let value, value != .null else { return nil }
        guard let elements = value.array, (1...maximumLength).contains(elements.count) else {
            issues.append(ValidationIssue(JSONPointer([name]), "must be a list of 1 to \(maximumLength) elements"))
            return nil
        }
        return elements.enumerated().compactMap { index, element in
            let read = element.string.flatMap(read)
            if read == nil { issues.append(ValidationIssue(JSONPointer([name, String(index)]), rule)) }
            return read
        }
    }

    /// Reads versions: one range, or one for each platform.
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
                issues.append(ValidationIssue(pointer.appending(name), "is not one of the audience's \"platforms\""))
            }
            platformVersions[platform] = VersionRange(json: value, at: pointer.appending(name), &issues)
        }
    }

    /// Reads attributes. The catalog checks whether they are declared: the declarations may have changed since they
    /// were stored.
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
                    ValidationIssue(JSONPointer(["percent"]), "must be a number from 0 to 100 with at most 2 decimals"))
            }
        }
        guard let value = members["seed"], value != .null else { return }
        guard let text = value.string, text.unicodeScalars.count <= Self.maximumLength else {
            return issues.append(
                ValidationIssue(JSONPointer(["seed"]), "must be a string of at most \(Self.maximumLength) characters"))
        }
        if !text.isEmpty, members["percent"] == nil || members["percent"] == .null {
            issues.append(ValidationIssue(JSONPointer(["seed"]), "is only allowed together with \"percent\""))
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
