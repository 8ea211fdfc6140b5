import Foundation

/// A text that is compared and ordered by its UTF-8 bytes, as JSON compares names and strings (RFC 8259, section 8.3).
/// `String` takes two texts for equal that differ only in Unicode normal form.
public struct JSONString: Sendable, Hashable, Comparable {
    /// The text.
    public let text: String

    /// Wraps a text.
    public init(_ text: String) { self.text = text }

    public static func == (left: JSONString, right: JSONString) -> Bool {
        left.text.utf8.count == right.text.utf8.count && difference(left, right) == 0
    }

    public static func < (left: JSONString, right: JSONString) -> Bool {
        let difference = difference(left, right)
        return difference == 0 ? left.text.utf8.count < right.text.utf8.count : difference < 0
    }

    public func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    /// What `memcmp` says of the bytes that both have.
    private static func difference(_ left: JSONString, _ right: JSONString) -> Int32 {
        left.withBytes { left in
            right.withBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
                return memcmp(first, second, min(left.count, right.count))
            }
        }
    }

    private func withBytes<Result>(_ read: (UnsafeRawBufferPointer) -> Result) -> Result {
        let known = text.utf8.withContiguousStorageIfAvailable { read(UnsafeRawBufferPointer($0)) }
        // Texts of Objective-C may lie in memory as UTF-16.
        return known ?? Array(text.utf8).withUnsafeBytes(read)
    }
}
