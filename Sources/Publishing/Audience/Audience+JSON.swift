public import HomeBlocks

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
    init(json: JSONValue, faults: inout [ValidationIssue]) {
        self.init()
        guard let members = json.object else {
            faults.append(ValidationIssue(JSONPointer(), "must be an object or null"))
            return
        }
        let known: Set<String> = ["platforms", "appVersion", "locales", "percent", "seed"]
        for name in members.keys.sorted() where !known.contains(name) {
            faults.append(ValidationIssue(JSONPointer([name]), "is not known here"))
        }
        platforms = Self.list(members["platforms"], "platforms", "must be ios, android or web", &faults) {
            Platform(rawValue: $0)
        }.map(Set.init)
        locales = Self.list(members["locales"], "locales", "must be a language tag such as zh-Hant", &faults) {
            LanguageTag($0)
        }
        readVersions(members["appVersion"], &faults)
        readShare(members, &faults)
    }

    private static func list<Element>(
        _ value: JSONValue?, _ name: String, _ rule: String, _ faults: inout [ValidationIssue],
        read: (String) -> Element?
    ) -> [Element]? {
        guard let value, value != .null else { return nil }
        guard let elements = value.array, (1...most).contains(elements.count) else {
            faults.append(ValidationIssue(JSONPointer([name]), "must be a list of 1 to \(most) elements"))
            return nil
        }
        return elements.enumerated().compactMap { index, element in
            let read = element.string.flatMap(read)
            if read == nil { faults.append(ValidationIssue(JSONPointer([name, String(index)]), rule)) }
            return read
        }
    }

    private mutating func readVersions(_ value: JSONValue?, _ faults: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["appVersion"])
        guard let members = value.object else {
            return faults.append(ValidationIssue(pointer, "must be an object with \"min\", \"max\" or both"))
        }
        for name in members.keys.sorted() where !["min", "max"].contains(name) {
            faults.append(ValidationIssue(pointer.appending(name), "is not known here"))
        }
        func version(_ name: String) -> AppVersion? {
            guard let value = members[name], value != .null else { return nil }
            let version = value.string.flatMap(AppVersion.init)
            if version == nil {
                faults.append(ValidationIssue(pointer.appending(name), "must be a version such as \"9.1.0\""))
            }
            return version
        }
        firstVersion = version("min")
        lastVersion = version("max")
        if let firstVersion, let lastVersion, !firstVersion.isWithin(lastVersion) {
            faults.append(ValidationIssue(pointer, "no version is from \(firstVersion.text) to \(lastVersion.text)"))
        }
    }

    private mutating func readShare(_ members: JSONObject, _ faults: inout [ValidationIssue]) {
        if let value = members["percent"], value != .null {
            basisPoints = Self.basisPoints(value)
            if basisPoints == nil {
                faults.append(
                    ValidationIssue(JSONPointer(["percent"]), "must be a number from 0 to 100 with 2 decimals at most"))
            }
        }
        guard let value = members["seed"], value != .null else { return }
        guard let text = value.string, text.unicodeScalars.count <= Self.most else {
            return faults.append(
                ValidationIssue(JSONPointer(["seed"]), "must be a text of at most \(Self.most) characters"))
        }
        if !text.isEmpty, members["percent"] == nil || members["percent"] == .null {
            faults.append(ValidationIssue(JSONPointer(["seed"]), "has a meaning only together with \"percent\""))
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
