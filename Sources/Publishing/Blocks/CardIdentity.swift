public import HomeBlocks

/// The position of the IDs in the cards of a layout.
public struct CardIdentity: Sendable, Equatable {
    /// Pointers into a card. The first one that leads to an ID is used.
    public let pointers: [JSONPointer]

    /// The pointers for layouts without the setting.
    public static let standard = CardIdentity(pointers: ["creativeId", "bannerId", "id"].map { JSONPointer([$0]) })

    private init(pointers: [JSONPointer]) { self.pointers = pointers }

    init(_ pointer: JSONPointer) { self.init(pointers: [pointer]) }

    /// Returns the ID that a card contains: a string, or a number in normalized form. nil if it has none.
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
