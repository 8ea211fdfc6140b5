import HomeBlocks

/// The cards of a block, each with a stable key: its ID, or else its content.
struct Cards {
    let keys: [String]
    let byKey: [String: JSONValue]

    /// The cards in order.
    var all: [JSONValue] { keys.compactMap { byKey[$0] } }

    /// Returns an ASCII form of a text, so that texts that differ only in Unicode normalization have different keys.
    private static func spelled(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
            ? text : text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    init(_ cards: [JSONValue], by identity: CardIdentity = .standard) {
        var count: [String: Int] = [:]
        var byKey: [String: JSONValue] = [:]
        keys = cards.map { card in
            let name =
                identity.id(of: card).map { "id \(Self.spelled($0))" }
                ?? Self.spelled(String(decoding: card.encoded, as: UTF8.self))
            count[name, default: 0] += 1
            // Equal names are numbered in their order.
            let key = "\(count[name] ?? 1) \(name)"
            byKey[key] = card
            return key
        }
        self.byKey = byKey
    }

    /// Whether cards without an ID can be identified by their index: the list only changes cards of the old one in
    /// place, and none was added, removed or moved. If all cards have IDs, they are identified by these.
    static func areInPlace(
        _ cards: [JSONValue], of old: [JSONValue], by identity: CardIdentity = .standard
    ) -> Bool {
        guard cards.count == old.count, (cards + old).contains(where: { identity.id(of: $0) == nil }) else {
            return false
        }
        let known = Set(old.map(\.encoded))
        return zip(old, cards).allSatisfy { old, card in
            old == card || identity.id(of: old) == identity.id(of: card) && !known.contains(card.encoded)
        }
    }
}

extension JSONValue {
    /// Returns the value with another one set at a position. Creates objects on the way.
    func setting(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
        guard let name = pointer.tokens.first else { return value }
        var members = object ?? [:]
        let rest = JSONPointer(Array(pointer.tokens.dropFirst()))
        members[name] = (members[name] ?? .object([:])).setting(value, at: rest)
        return .object(members)
    }
}
