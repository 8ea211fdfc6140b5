/// How a card is named: by its present place, or by the id that it says it has.
public enum CardName: Sendable, Equatable {
    case place(Int)
    case id(String)
}
