/// Which part of a long list is wanted.
public struct ListRange: Sendable {
    public let limit: Int
    /// The numbers that the last part's cursor carries: what the next part comes after.
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
            throw .malformed("The cursor cannot be read. Send back \"next\" of the last answer as it was.")
        }
        after = numbers
    }

    /// A cursor that ``init(limit:cursor:count:)`` reads.
    public static func cursor(_ numbers: Int64...) -> String { numbers.map(String.init).joined(separator: ".") }
}
