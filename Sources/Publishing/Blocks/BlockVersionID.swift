/// Names one immutable version of one block. Two versions with the same id are the same.
public struct BlockVersionID: Sendable, Hashable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }
}
