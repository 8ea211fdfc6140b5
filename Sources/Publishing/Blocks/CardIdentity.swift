public import HomeBlocks

/// Where the cards of a layout have their ids.
public struct CardIdentity: Sendable, Equatable {
    /// Pointers into a card: the first of them that leads to an id counts.
    public let pointers: [JSONPointer]

    /// For layouts that say nothing of it.
    public static let standard = CardIdentity(pointers: ["creativeId", "bannerId", "id"].map { JSONPointer([$0]) })

    private init(pointers: [JSONPointer]) { self.pointers = pointers }

    init(_ pointer: JSONPointer) { self.init(pointers: [pointer]) }

    /// The id that a card says it has: a string, or a number in one form for all that are equal. Nil if it has none.
    public func id(of card: JSONValue) -> String? {
        for pointer in pointers {
            switch card[pointer: pointer] {
            case .string(let text) where !text.isEmpty: return text
            case .number(let number): return number.normalizedText
            default: continue
            }
        }
        return nil
    }
}
