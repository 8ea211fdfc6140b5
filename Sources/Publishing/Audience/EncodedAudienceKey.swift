import HomeBlocks

/// An audience key as text, which caches send in place of what a client says about itself: an identifier of the
/// conditions, a dot, and their results.
public struct EncodedAudienceKey: Sendable, Hashable {
    /// Identifies the page that is shown and its conditions (``AudienceRules/identifier(of:)``).
    let rules: String
    /// The number that each character after the dot stands for.
    private let digits: [UInt8]

    /// Enough for the most conditions that blocks can have, and for 15,000 different audiences of cards.
    public static let longest = 4096

    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    fileprivate static let identifierLength = 12

    /// Reads a text; nil if it is no key. Whether it is one of a page, ``PublishedPage/key(decoding:)`` checks.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.longest, bytes.count > Self.identifierLength + 1 else { return nil }
        let dot = bytes.index(bytes.startIndex, offsetBy: Self.identifierLength)
        let identifier = bytes[..<dot]
        guard identifier.allSatisfy({ Self.digit($0) != nil }), bytes[dot] == UInt8(ascii: ".") else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count)
        for byte in bytes[dot...].dropFirst() {
            guard let digit = Self.digit(byte) else { return nil }
            digits.append(digit)
        }
        rules = String(Substring(identifier))
        self.digits = digits
    }

    public var text: String {
        "\(rules)." + String(decoding: digits.map { Self.characters[Int($0 & 63)] }, as: UTF8.self)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

// MARK: Results as digits

extension EncodedAudienceKey {
    private static let bitsPerDigit = 6

    /// - Parameters:
    ///   - rules: the identifier of the conditions.
    ///   - flags: how many of the results, at the start, are 0 or 1: six of them make one digit.
    init(rules: String, results: [UInt8], flags: Int) {
        var digits = [UInt8](repeating: 0, count: Self.digitCount(flags))
        for (index, result) in results.prefix(flags).enumerated() where result == 1 {
            digits[index / Self.bitsPerDigit] |= 1 << UInt8(index % Self.bitsPerDigit)
        }
        self.rules = rules
        self.digits = digits + results.dropFirst(flags)
    }

    /// The results; nil if the digits stand for none. Each key has one text only.
    ///
    /// - Parameters:
    ///   - flags: how many results are 0 or 1.
    ///   - most: the highest value of each result after them.
    func results(flags: Int, most: [Int]) -> [UInt8]? {
        let count = Self.digitCount(flags)
        guard digits.count == count + most.count, zip(digits.dropFirst(count), most).allSatisfy({ $0 <= $1 }) else {
            return nil
        }
        var results: [UInt8] = []
        results.reserveCapacity(flags + most.count)
        for index in 0..<flags {
            results.append(digits[index / Self.bitsPerDigit] >> UInt8(index % Self.bitsPerDigit) & 1)
        }
        let unused = count * Self.bitsPerDigit - flags
        guard digits[count - 1] >> UInt8(Self.bitsPerDigit - unused) == 0 else { return nil }
        return results + digits.dropFirst(count)
    }

    /// At least one, so that no text ends with the dot.
    private static func digitCount(_ flags: Int) -> Int { max(1, (flags + bitsPerDigit - 1) / bitsPerDigit) }
}

extension AudienceRules {
    /// A key as text.
    ///
    /// - Parameter identifier: that of the conditions (``identifier(of:)``).
    func encoded(_ key: AudienceKey, _ identifier: String) -> EncodedAudienceKey {
        EncodedAudienceKey(rules: identifier, results: key.results, flags: flagCount)
    }

    /// The key that a text stands for; nil if it has no result for each condition.
    func key(decoding text: EncodedAudienceKey) -> AudienceKey? {
        text.results(flags: flagCount, most: languageCounts).map(AudienceKey.init)
    }

    /// A hash of the conditions in their order, the same on every node and after every start. The first element is to be
    /// changed when a condition gets another meaning.
    ///
    /// - Parameter page: the slug of the page that is shown.
    func identifier(of page: String) -> String {
        let text: JSONValue = ["1", .string(page), canonical]
        return AccessToken.base64URL(
            Array(Digest.sha256(text.encoded).prefix(EncodedAudienceKey.identifierLength * 6 / 8)))
    }
}

extension PublishedPage {
    /// A key as text, for caches.
    public func encoded(_ key: AudienceKey) -> EncodedAudienceKey { rules.encoded(key, rulesIdentifier) }

    /// The key that a text stands for.
    ///
    /// - Throws: ``PublishingError/outdatedAudience`` if the text was made for other conditions or another page.
    public func key(decoding text: EncodedAudienceKey) throws(PublishingError) -> AudienceKey {
        guard text.rules == rulesIdentifier else { throw .outdatedAudience }
        guard let key = rules.key(decoding: text) else { throw .malformedAudience }
        return key
    }
}

extension PublishingError {
    /// A key of other conditions than the page has now.
    public static let outdatedAudience = PublishingError.outdated(
        "The conditions of the page have changed. Request a new key from GET /homepage/audience.")

    /// A text that is no audience key of the page.
    public static let malformedAudience = PublishingError.malformed(
        "The parameter audience must be an Audience-Key of this page, as GET /homepage/audience returns it.")
}
