/// The codes of a page in order, each as a 30-bit hash.
public struct CodeHashes: Sendable, Equatable {
    /// A seed with which the hashes of the page's codes are distinct.
    let seed: UInt8
    let values: [UInt32]

    private static let seeds: ClosedRange<UInt8> = 0...63
    private static let digitsPerHash = 5
    /// The digits of base64url (RFC 4648, section 5), which need no escaping in a query.
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Hashes some codes; nil if no seed makes the hashes distinct.
    init?(_ codes: [String]) {
        for seed in Self.seeds {
            let values = codes.map { Self.hash($0, seed) }
            if Set(values).count == codes.count {
                (self.seed, self.values) = (seed, values)
                return
            }
        }
        return nil
    }

    /// Reads the output of ``text``; nil for any other text.
    init?(parsing text: String) {
        let numbers = text.utf8.map { Self.digits.firstIndex(of: $0).map(UInt32.init) }
        let known = numbers.compactMap(\.self)
        guard let seed = known.first, known.count == numbers.count,
            (known.count - 1).isMultiple(of: Self.digitsPerHash),
            known.count <= 1 + PageDocument.maximumBlocks * Self.digitsPerHash
        else { return nil }
        self.seed = UInt8(seed)
        values = stride(from: 1, to: known.count, by: Self.digitsPerHash).map { start in
            known[start..<start + Self.digitsPerHash].reduce(0) { $0 << 6 | $1 }
        }
        guard Set(values).count == values.count else { return nil }
    }

    /// A digit for the seed, and five for each hash.
    var text: String {
        var bytes = [Self.digits[Int(seed)]]
        for value in values {
            for place in (0..<Self.digitsPerHash).reversed() {
                bytes.append(Self.digits[Int(value >> (6 * UInt32(place)) & 63)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The code of each hash, or nil if none of the current codes has it.
    func codes(of present: [String]) -> [String?] {
        let codes = Dictionary(present.map { (Self.hash($0, seed), $0) }, uniquingKeysWith: { first, _ in first })
        return values.map { codes[$0] }
    }

    private static func hash(_ code: String, _ seed: UInt8) -> UInt32 {
        UInt32(truncatingIfNeeded: Digest.number("cursor", String(seed), "/\(code)") >> 34)
    }
}
