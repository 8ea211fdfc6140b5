/// Which part of a long list is wanted.
public struct ListRange: Sendable {
    public let limit: Int
    /// The numbers in the last part's cursor: what the next part comes after.
    public let after: [Int64]?

    public static let limits = 1...100

    /// - Throws: ``PublishingError/malformed(_:)`` if the cursor is none of `count` numbers.
    public init(limit: Int = 20, cursor: String? = nil, count: Int = 1) throws(PublishingError) {
        self.limit = limit
        guard let cursor, !cursor.isEmpty else {
            after = nil
            return
        }
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard parts.count == count, numbers.count == count else {
            throw .malformed("`cursor` cannot be read. Send the `next` of the last response unchanged.")
        }
        after = numbers
    }

    /// A cursor that ``init(limit:cursor:count:)`` reads.
    public static func cursor(_ numbers: Int64...) -> String { numbers.map(String.init).joined(separator: ".") }
}

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
