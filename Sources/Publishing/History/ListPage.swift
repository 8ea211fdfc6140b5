/// A part of a long list, newest first, and where the next part begins.
public struct ListPage<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// The cursor of the next part; nil at the end.
    public let next: String?

    public init(_ elements: [Element], next: String?) {
        self.elements = elements
        self.next = next
    }
}
