import Foundation

/// The members of a JSON object by name, unordered. Names that differ only in Unicode normal form are different names.
public struct JSONObject: Sendable, Equatable {
    /// A member: its name and its value.
    public typealias Element = (key: String, value: JSONValue)

    private var members: [JSONString: JSONValue]

    /// An object without members.
    public init() { members = [:] }

    /// Creates an object from members; `combine` merges the values of two members with the same name.
    public init(
        _ elements: some Sequence<(String, JSONValue)>, uniquingKeysWith combine: (JSONValue, JSONValue) -> JSONValue
    ) {
        members = Dictionary(minimumCapacity: elements.underestimatedCount)
        members.merge(elements.lazy.map { (JSONString($0), $1) }, uniquingKeysWith: combine)
    }

    /// Creates an object from a dictionary.
    public init(_ elements: [String: JSONValue]) { self.init(elements.map { ($0, $1) }, uniquingKeysWith: { $1 }) }

    /// A member's value; setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get { members[JSONString(name)] }
        set { members[JSONString(name)] = newValue }
    }

    /// Sets a member.
    ///
    /// - Returns: the previous value, or nil if the member is new.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey name: String) -> JSONValue? {
        members.updateValue(value, forKey: JSONString(name))
    }

    /// Removes a member.
    ///
    /// - Returns: the removed value, or nil if the object did not have the member.
    @discardableResult
    public mutating func removeValue(forKey name: String) -> JSONValue? {
        members.removeValue(forKey: JSONString(name))
    }

    /// Returns the object merged with another one; `combine` merges the values of two members with the same name.
    public func merging(
        _ other: JSONObject, uniquingKeysWith combine: (JSONValue, JSONValue) -> JSONValue
    ) -> JSONObject {
        var merged = self
        merged.members.merge(other.members, uniquingKeysWith: combine)
        return merged
    }

    /// Returns the object with the members that satisfy the predicate.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONObject {
        var filtered = self
        filtered.members = try members.filter { try isIncluded(($0.key.text, $0.value)) }
        return filtered
    }

    /// The names of the members.
    public var keys: [String] { members.keys.map(\.text) }

    /// The members, sorted by name.
    public var sortedByName: [Element] {
        let sorted = sorted { $0.key < $1.key }
        // Comparing strings is faster than comparing their bytes, but does not order names that are canonically
        // equivalent.
        guard zip(sorted, sorted.dropFirst()).contains(where: { $0.key == $1.key }) else { return sorted }
        return sorted.sorted { $0.key == $1.key ? JSONString($0.key) < JSONString($1.key) : $0.key < $1.key }
    }

    /// Returns the names of the members of either object, sorted and without duplicates.
    public static func names(_ first: JSONObject, _ second: JSONObject) -> [String] {
        Set(first.members.keys).union(second.members.keys).sorted().map(\.text)
    }
}

extension JSONObject: Collection {
    /// The position of a member, valid until the object is changed.
    public struct Index: Comparable {
        fileprivate let base: Dictionary<JSONString, JSONValue>.Index

        public static func < (left: Index, right: Index) -> Bool { left.base < right.base }
    }

    /// Iterates over the members in no particular order.
    public struct Iterator: IteratorProtocol {
        fileprivate var base: Dictionary<JSONString, JSONValue>.Iterator

        public mutating func next() -> Element? { base.next().map { ($0.key.text, $0.value) } }
    }

    public var startIndex: Index { Index(base: members.startIndex) }
    public var endIndex: Index { Index(base: members.endIndex) }
    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public func index(after index: Index) -> Index { Index(base: members.index(after: index.base)) }
    public subscript(position: Index) -> Element { (members[position.base].key.text, members[position.base].value) }
    public func makeIterator() -> Iterator { Iterator(base: members.makeIterator()) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements, uniquingKeysWith: { $1 })
    }
}

/// A string that is compared and ordered by its UTF-8 bytes, as JSON compares names and strings (RFC 8259, section
/// 8.3). `String`, in contrast, treats strings that differ only in Unicode normal form as equal.
public struct JSONString: Sendable, Hashable, Comparable {
    /// The text.
    public let text: String

    /// Wraps a string.
    public init(_ text: String) { self.text = text }

    public static func == (left: JSONString, right: JSONString) -> Bool {
        left.text.utf8.count == right.text.utf8.count && difference(left, right) == 0
    }

    public static func < (left: JSONString, right: JSONString) -> Bool {
        let difference = difference(left, right)
        return difference == 0 ? left.text.utf8.count < right.text.utf8.count : difference < 0
    }

    public func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    /// Returns the result of `memcmp` for the common length.
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
        // Strings that are bridged from Objective-C may be stored as UTF-16.
        return known ?? Array(text.utf8).withUnsafeBytes(read)
    }
}
