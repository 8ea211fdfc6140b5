/// The version of an app, compared as Semantic Versioning says; missing numbers count as 0.
public struct AppVersion: Sendable, Hashable, Comparable {
    public let text: String
    /// One to four numbers: what stands before the prerelease.
    let numbers: [Int]
    let prerelease: [Substring]

    /// Reads `9`, `9.1`, `9.1.0`, `9.1.0.2`, each with `-beta.1` or `+build` behind it; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let core = text.prefix { $0 != "-" && $0 != "+" }
        let parts = core.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count <= 9 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
        var rest = text[core.endIndex...]
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
        self.numbers = numbers
        self.prerelease = prerelease
    }

    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        let order = left.order(to: right, numbers: 4)
        return order == 0 ? precedes(left.prerelease, right.prerelease) : order < 0
    }

    public static func == (left: AppVersion, right: AppVersion) -> Bool { !(left < right) && !(right < left) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(padded)
        hasher.combine(prerelease)
    }

    /// Whether it is at most a version, of which it may have more numbers: 8.9.5 is at most 8.9, 9 is not.
    func isWithin(_ last: AppVersion) -> Bool {
        guard last.prerelease.isEmpty else { return self <= last }
        return order(to: last, numbers: last.numbers.count) <= 0
    }

    private var padded: [Int] { numbers + [Int](repeating: 0, count: 4 - numbers.count) }

    private func order(to other: AppVersion, numbers count: Int) -> Int {
        for (own, its) in zip(padded, other.padded).prefix(count) where own != its { return own < its ? -1 : 1 }
        return 0
    }

    /// A version with a prerelease comes before the one without.
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
