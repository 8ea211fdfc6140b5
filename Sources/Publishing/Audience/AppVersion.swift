public import HomeBlocks

/// The version of an app, compared as Semantic Versioning defines; missing numbers count as 0. Clients send one with
/// each read, so reading and comparing common versions allocates no memory.
public struct AppVersion: Sendable, Hashable, Comparable {
    public let text: String
    /// The numbers before the prerelease, of which `count` were given.
    private let numbers: SIMD4<Int32>
    let count: Int
    private let prerelease: [Substring]

    /// Reads `9`, `9.1`, `9.1.0`, `9.1.0.2`, each optionally followed by `-beta.1` or `+build`; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 }), let core = Self.core(text.utf8) else {
            return nil
        }
        var rest = text[core.end...]
        var prerelease: [Substring] = []
        if rest.first == "-" {
            let label = rest.dropFirst().prefix { $0 != "+" }
            prerelease = label.split(separator: ".", omittingEmptySubsequences: false)
            guard prerelease.allSatisfy(Self.isLabel) else { return nil }
            rest = rest.dropFirst(label.count + 1)
        }
        if rest.first == "+" {
            let build = rest.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
            guard build.allSatisfy(Self.isLabel) else { return nil }
        }
        self.text = text
        (numbers, count) = (core.numbers, core.count)
        self.prerelease = prerelease
    }

    /// Reads one to four numbers separated by dots, and returns where they end.
    private static func core(_ text: String.UTF8View) -> (numbers: SIMD4<Int32>, count: Int, end: String.Index)? {
        var numbers = SIMD4<Int32>()
        var (place, digits) = (0, 0)
        var index = text.startIndex
        reading: while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "+"): break reading
            case UInt8(ascii: ".") where digits > 0 && place < 3: (place, digits) = (place + 1, 0)
            case let byte where (0x30...0x39).contains(byte) && digits < 9:
                numbers[place] = numbers[place] * 10 + Int32(byte - 0x30)
                digits += 1
            default: return nil
            }
            index = text.index(after: index)
        }
        return digits > 0 ? (numbers, place + 1, index) : nil
    }

    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        let order = left.order(to: right, numbers: 4)
        return order == 0 ? precedes(left.prerelease, right.prerelease) : order < 0
    }

    public static func == (left: AppVersion, right: AppVersion) -> Bool { !(left < right) && !(right < left) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(prerelease)
    }

    /// Whether the version is at most `last` or begins with its numbers: 8.9.5 is within 8.9, 9 is not.
    func isWithin(_ last: AppVersion) -> Bool {
        guard last.prerelease.isEmpty else { return self <= last }
        return order(to: last, numbers: last.count) <= 0
    }

    private func order(to other: AppVersion, numbers count: Int) -> Int {
        for place in 0..<count where numbers[place] != other.numbers[place] {
            return numbers[place] < other.numbers[place] ? -1 : 1
        }
        return 0
    }

    /// Orders prereleases. A version with a prerelease comes before the one without.
    private static func precedes(_ left: [Substring], _ right: [Substring]) -> Bool {
        if left.isEmpty || right.isEmpty { return !left.isEmpty }
        for (own, its) in zip(left, right) where own != its {
            switch (Int(own), Int(its)) {
            case (let own?, let its?) where own != its: return own < its
            case (.some, nil): return true
            case (nil, .some): return false
            default: return own < its
            }
        }
        return left.count < right.count
    }

    private static func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
                    || byte == UInt8(ascii: "-")
            }
    }
}

/// A range of versions; nil is no limit.
public struct VersionRange: Sendable, Hashable {
    public var first: AppVersion?
    /// The last version, including all versions that begin with its numbers: 8.9 includes 8.9.5.
    public var last: AppVersion?

    public init(first: AppVersion? = nil, last: AppVersion? = nil) {
        self.first = first
        self.last = last
    }

    /// Equal versions may have different numbers of components, and are different limits as the last version.
    public static func == (left: VersionRange, right: VersionRange) -> Bool {
        left.first == right.first && left.last == right.last && left.last?.count == right.last?.count
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(last)
        hasher.combine(last?.count)
    }

    var isUnlimited: Bool { first == nil && last == nil }

    /// Whether a version is in the range. An unknown version is only in an unlimited range.
    func includes(_ version: AppVersion?) -> Bool {
        if isUnlimited { return true }
        guard let version else { return false }
        return first.map { $0 <= version } ?? true && last.map(version.isWithin) ?? true
    }

    /// The range as JSON, with the existing limits as `min` and `max`.
    var json: JSONValue {
        .object(JSONObject(["min": first, "max": last].compactMapValues { $0.map { .string($0.text) } }))
    }

    static let rule = "must be an object with \"min\", \"max\" or both"

    /// Reads the format of ``json`` and collects all issues.
    init(json: JSONValue, at pointer: JSONPointer, _ issues: inout [ValidationIssue]) {
        self.init()
        guard let members = json.object else {
            issues.append(ValidationIssue(pointer, Self.rule))
            return
        }
        for name in members.keys.sorted() where !["min", "max"].contains(name) {
            issues.append(ValidationIssue(pointer.appending(name), "is an unknown member"))
        }
        func version(_ name: String) -> AppVersion? {
            guard let value = members[name], value != .null else { return nil }
            let version = value.string.flatMap(AppVersion.init)
            if version == nil {
                issues.append(ValidationIssue(pointer.appending(name), "must be a version such as \"9.1.0\""))
            }
            return version
        }
        first = version("min")
        last = version("max")
        if let first, let last, !first.isWithin(last) {
            issues.append(ValidationIssue(pointer, "no version is from \(first.text) to \(last.text)"))
        }
    }
}

/// The first app version on each platform that can render a layout.
public struct VersionFloor: Sendable, Hashable {
    public let versions: [Platform: AppVersion]

    public init(_ versions: [Platform: AppVersion]) { self.versions = versions }

    /// Whether a client is known to render the layout. A client that sends no version might be too old.
    func allows(_ client: ClientContext) -> Bool {
        func isReached(_ floor: AppVersion) -> Bool { client.appVersion.map { $0 >= floor } ?? false }
        guard let platform = client.platform else { return versions.values.allSatisfy(isReached) }
        return versions[platform].map(isReached) ?? true
    }
}
