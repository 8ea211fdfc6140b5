/// The requested part of a long list.
public struct ListRange: Sendable {
    public let limit: Int
    /// The numbers in the cursor, which identify the last element of the previous page.
    public let after: [Int64]?

    public static let limits = 1...100

    /// - Throws: ``PublishingError/malformed(_:)`` if the cursor does not consist of `count` numbers.
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

    /// Returns a cursor that ``init(limit:cursor:count:)`` reads.
    public static func cursor(_ numbers: Int64...) -> String { numbers.map(String.init).joined(separator: ".") }
}

/// A page of a long list, newest first, and the start of the next page.
public struct ListPage<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// The cursor of the next page; nil at the end.
    public let next: String?

    public init(_ elements: [Element], next: String?) {
        self.elements = elements
        self.next = next
    }

    /// Creates the page of a range from the elements that were found for it.
    ///
    /// - Parameters:
    ///   - found: the elements, with at most one more than the range's limit, which indicates that there is another
    ///     page.
    ///   - cursor: returns the cursor of the page after an element.
    public init(_ found: [Element], in range: ListRange, cursor: (Element) -> String) {
        elements = Array(found.prefix(range.limit))
        next = found.count > range.limit ? elements.last.map(cursor) : nil
    }
}
