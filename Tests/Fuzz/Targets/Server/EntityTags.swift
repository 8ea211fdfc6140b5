import Publishing

/// A list of entity tags in `If-Match` or `If-None-Match` (RFC 9110, 8.8.3 and 13.1).
enum EntityTags: Equatable {
    case any
    case list([Tag])

    struct Tag: Equatable {
        let isWeak: Bool
        let opaque: Substring
    }

    /// Parses a header's value; nil if it is malformed. Parses Unicode scalars, because a tag may begin with a
    /// combining mark, which forms one character with the preceding quote.
    init?(parsing value: String) {
        var rest = value.unicodeScalars.drop(while: Self.isSpace)
        if rest.first == "*" {
            guard rest.dropFirst().allSatisfy(Self.isSpace) else { return nil }
            self = .any
            return
        }
        var tags: [Tag] = []
        while true {
            rest = rest.drop { Self.isSpace($0) || $0 == "," }
            if rest.isEmpty { break }
            guard let tag = Self.tag(&rest) else { return nil }
            tags.append(tag)
            rest = rest.drop(while: Self.isSpace)
            guard rest.isEmpty || rest.first == "," else { return nil }
        }
        if tags.isEmpty { return nil }
        self = .list(tags)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func tag(_ rest: inout Substring.UnicodeScalarView) -> Tag? {
        let isWeak = rest.starts(with: "W/".unicodeScalars)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == "\"" else { return nil }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        let opaque = Substring(rest[..<end])
        let isClean = opaque.utf8.allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
        guard isClean else { return nil }
        rest = rest[rest.index(after: end)...]
        return Tag(isWeak: isWeak, opaque: opaque)
    }

    /// Compares weakly, for `If-None-Match`.
    func containsWeakly(_ opaque: String) -> Bool {
        switch self {
        case .any: true
        case .list(let tags): tags.contains { $0.opaque.utf8.elementsEqual(opaque.utf8) }
        }
    }

    /// The precondition of `If-Match`, by strong comparison. The tags of a representation's codings all identify the
    /// same state.
    var precondition: Precondition {
        switch self {
        case .any: .exists
        case .list(let tags):
            .matches(
                tags.filter { !$0.isWeak }.map { tag in
                    let suffix = ContentCoding.allCases.map(\.tagSuffix).first {
                        !$0.isEmpty && tag.opaque.hasSuffix($0)
                    }
                    return StateTag(String(tag.opaque.dropLast(suffix?.count ?? 0)))
                })
        }
    }
}

extension StateTag {
    /// The tag as the value of `ETag`.
    var quoted: String { quoted(.identity) }

    /// Returns the tag of a representation in a coding as the value of `ETag`.
    func quoted(_ coding: ContentCoding) -> String { "\"\(text)\(coding.tagSuffix)\"" }
}
