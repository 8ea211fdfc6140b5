/// A part of a long list, newest first, and where the next part begins.
public struct ListPage<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// The cursor of the next part; nil at the end.
    public let next: String?

    public init(_ elements: [Element], next: String?) {
        self.elements = elements
        self.next = next
    }

    /// The part that a range names, from the elements found for it.
    ///
    /// - Parameters:
    ///   - found: at most one element more than the range has, which says that there is another part.
    ///   - cursor: what the next part comes after, for its first element.
    public init(_ found: [Element], in range: ListRange, cursor: (Element) -> String) {
        elements = Array(found.prefix(range.limit))
        next = found.count > range.limit ? elements.last.map(cursor) : nil
    }
}
