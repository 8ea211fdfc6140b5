import TestSupport

/// Makes small changes to seeds.
enum Mutation {
    /// A seed with one to four changes.
    static func of(_ seeds: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        guard var bytes = seeds.randomElement(using: &generator) else { return [] }
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes, seeds, &generator) }
        return bytes
    }

    /// Bytes with a meaning for the targets.
    private static let telling = Array("\"\\{}[],:0-.eE*/~W \n\t\u{0}\u{7F}".utf8) + [0x80, 0xC3, 0xCC, 0xED, 0xFF]

    private static func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ generator: inout SeededGenerator) {
        let range = part(of: bytes, &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(range)
        case 1: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &generator))
        case 2:
            guard let other = seeds.randomElement(using: &generator) else { return }
            bytes.replaceSubrange(range, with: other[part(of: other, &generator)])
        case 3:
            guard let byte = telling.randomElement(using: &generator) else { return }
            bytes.insert(byte, at: range.lowerBound)
        default:
            guard let place = bytes.indices.randomElement(using: &generator) else { return }
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
    }

    private static func part(of bytes: [UInt8], _ generator: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        return start..<Int.random(in: start...min(bytes.count, start + 32), using: &generator)
    }
}
