import HomeBlocks

/// An audience key as text, which caches send instead of the client's parameters: an identifier of the conditions, a
/// dot, and their results.
public struct EncodedAudienceKey: Sendable, Hashable {
    /// The identifier of the page that is shown and its conditions (``AudienceRules/identifier(of:)``).
    let rules: String
    /// The value of each character after the dot.
    private let digits: [UInt8]

    /// Long enough for the maximum number of block conditions, and for 15,000 different card audiences.
    public static let maximumLength = 4096

    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    fileprivate static let identifierLength = 12

    /// Reads a key; nil if it is malformed. ``PublishedPage/key(decoding:)`` checks that it belongs to a page.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.maximumLength, bytes.count > Self.identifierLength + 1 else { return nil }
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
    ///   - flags: the number of results, at the start, that are 0 or 1. Six of them make one digit.
    init(rules: String, results: [UInt8], flags: Int) {
        var digits = [UInt8](repeating: 0, count: Self.digitCount(flags))
        for (index, result) in results.prefix(flags).enumerated() where result == 1 {
            digits[index / Self.bitsPerDigit] |= 1 << UInt8(index % Self.bitsPerDigit)
        }
        self.rules = rules
        self.digits = digits + results.dropFirst(flags)
    }

    /// Returns the results; nil if the digits are invalid. Each key has exactly one encoding.
    ///
    /// - Parameters:
    ///   - flags: the number of results that are 0 or 1.
    ///   - most: the maximum of each result after them.
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

    /// At least one, so that no key ends with the dot.
    private static func digitCount(_ flags: Int) -> Int { max(1, (flags + bitsPerDigit - 1) / bitsPerDigit) }
}

extension AudienceRules {
    /// Encodes a key.
    ///
    /// - Parameter identifier: the identifier of the conditions (``identifier(of:)``).
    func encoded(_ key: AudienceKey, _ identifier: String) -> EncodedAudienceKey {
        EncodedAudienceKey(rules: identifier, results: key.results, flags: flagCount)
    }

    /// Decodes a key; nil if it does not have a result for each condition.
    func key(decoding text: EncodedAudienceKey) -> AudienceKey? {
        text.results(flags: flagCount, most: languageCounts).map(AudienceKey.init)
    }

    /// Returns a hash of the conditions in their order, which is the same on every node and after every start. Change
    /// the first element when the meaning of a condition changes.
    ///
    /// - Parameter page: the slug of the page that is shown.
    func identifier(of page: String) -> String {
        let text: JSONValue = ["1", .string(page), canonical]
        return AccessToken.base64URL(
            Array(Digest.sha256(text.encoded).prefix(EncodedAudienceKey.identifierLength * 6 / 8)))
    }
}

extension PublishedPage {
    /// Encodes a key for caches.
    public func encoded(_ key: AudienceKey) -> EncodedAudienceKey { rules.encoded(key, rulesIdentifier) }

    /// Decodes a key.
    ///
    /// - Throws: ``PublishingError/outdatedAudience`` if the text was made for other conditions or another page.
    public func key(decoding text: EncodedAudienceKey) throws(PublishingError) -> AudienceKey {
        guard text.rules == rulesIdentifier else { throw .outdatedAudience }
        guard let key = rules.key(decoding: text) else { throw .malformedAudience }
        return key
    }
}

extension PublishingError {
    /// The error for a key whose conditions differ from the page's current ones.
    public static let outdatedAudience = PublishingError.outdated(
        "The conditions of the page have changed. Request a new key from GET /homepage/audience.")

    /// The error for a text that is not an audience key of the page.
    public static let malformedAudience = PublishingError.malformed(
        "The parameter audience must be an Audience-Key of this page, as GET /homepage/audience returns it.")
}
