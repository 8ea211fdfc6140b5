/// A language as apps name it, such as `zh-Hant-HK`. Case does not matter.
public struct LanguageTag: Sendable, Hashable {
    public let text: String
    private let subtags: [Substring]

    /// Reads a well-formed tag (RFC 5646); `_` between its parts is taken as `-`.
    public init?(_ text: String) {
        let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard text.utf8.count <= 64, let language = subtags.first, (1...8).contains(language.utf8.count),
            language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            language.utf8.count > 1 || (language == "x" || language == "i") && subtags.count > 1,
            subtags.allSatisfy({ subtag in
                (1...8).contains(subtag.utf8.count)
                    && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            })
        else { return nil }
        self.text = text
        self.subtags = subtags
    }

    public static func == (left: LanguageTag, right: LanguageTag) -> Bool { left.subtags == right.subtags }

    public func hash(into hasher: inout Hasher) { hasher.combine(subtags) }

    /// The place of the tag that fits best to what somebody reads, most wanted first (RFC 4647, 3.4, lookup).
    static func lookup(_ wanted: [LanguageTag], among tags: [LanguageTag]) -> Int? {
        for range in wanted {
            var subtags = range.subtags[...]
            while !subtags.isEmpty {
                if let found = tags.firstIndex(where: { $0.subtags[...] == subtags }) { return found }
                subtags = subtags.dropLast()
                // A single letter only announces what was cut off behind it.
                if let last = subtags.last, last.utf8.count == 1 { subtags = subtags.dropLast() }
            }
        }
        return nil
    }
}
