import HomeBlocks

/// The cards of a block, each under a key that stays with it: its id, or else its content.
struct Cards {
    let keys: [String]
    let byKey: [String: JSONValue]

    /// The cards in order.
    var all: [JSONValue] { keys.compactMap { byKey[$0] } }

    /// A text in ASCII, so that texts are different that differ only in Unicode normal form.
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
            // Equal names get numbers in their order.
            let key = "\(count[name] ?? 1) \(name)"
            byKey[key] = card
            return key
        }
        self.byKey = byKey
    }

    /// Whether a list only has cards of an old one changed where they stand, so that cards without an id are known by
    /// their index: none was added, removed or moved. Where all cards have ids, they are known by these.
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
    /// The value with another one put at a place; objects on the way are made.
    func setting(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
        guard let name = pointer.tokens.first else { return value }
        var members = object ?? [:]
        let rest = JSONPointer(Array(pointer.tokens.dropFirst()))
        members[name] = (members[name] ?? .object([:])).setting(value, at: rest)
        return .object(members)
    }
}
