/// The reason why a value of a document cannot be read, and its location.
public struct JSONIssue: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reasons, for an app that counts or filters issues.
    public enum Kind: String, Sendable, CaseIterable {
        /// A value that is necessary is missing or null.
        case missing
        /// A value has another type, or does not fit the range of its type.
        case wrongType
        /// A list that needs an element has none.
        case empty
        /// A value is none of those that this version of the app knows.
        case unknownValue
        /// An identity is used a second time.
        case duplicate
        /// Any other reason.
        case other
    }

    /// The location, relative to the value that was read.
    public var pointer: JSONPointer
    /// The reason, as the end of a sentence: "is missing", "is not a string".
    public let reason: String
    /// The kind of the reason.
    public let kind: Kind

    /// An issue of the value itself, unless a pointer leads into it.
    public init(_ reason: String, kind: Kind = .other, at pointer: JSONPointer = JSONPointer()) {
        self.pointer = pointer
        self.reason = reason
        self.kind = kind
    }

    /// An issue of a value that has another type than the one that is named with its article: `a string`.
    static func isNot(_ type: String) -> JSONIssue { JSONIssue("is not \(type)", kind: .wrongType) }

    /// An issue of a list without elements that stands in a member.
    static func isEmpty(_ name: String) -> JSONIssue { JSONIssue("is empty", kind: .empty, at: JSONPointer([name])) }

    /// The same issue, seen from an outer value that has the inner one as a member.
    func inside(_ name: String) -> JSONIssue {
        JSONIssue(reason, kind: kind, at: JSONPointer([name] + pointer.tokens))
    }

    public var description: String { pointer.tokens.isEmpty ? reason : "\(pointer) \(reason)" }
}

/// A type that can be read from a JSON value.
public protocol JSONReadable: Sendable {
    /// - Throws: ``JSONIssue`` that says what the value is not, and where in it the issue is.
    static func read(_ value: JSONValue) throws(JSONIssue) -> Self
}

extension JSONValue: JSONReadable {
    public static func read(_ value: JSONValue) -> JSONValue { value }
}

extension String: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONIssue) -> String {
        guard case .string(let text) = value else { throw JSONIssue.isNot("a string") }
        return text
    }
}

extension Bool: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONIssue) -> Bool {
        guard case .bool(let flag) = value else { throw JSONIssue.isNot("a boolean") }
        return flag
    }
}

extension Int: JSONReadable {
    /// Reads a number without a fraction that fits 64 bits.
    public static func read(_ value: JSONValue) throws(JSONIssue) -> Int {
        guard let integer = value.int else { throw JSONIssue.isNot("a 64-bit integer") }
        return integer
    }
}

extension Double: JSONReadable {
    /// Reads the nearest binary floating-point number; none for a number beyond the range of a `Double`.
    public static func read(_ value: JSONValue) throws(JSONIssue) -> Double {
        guard case .number(let number) = value else { throw JSONIssue.isNot("a number") }
        guard number.double.isFinite else { throw JSONIssue.isNot("a number in the range of a Double") }
        return number.double
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONIssue) -> [Element] {
        guard case .array(let values) = value else { throw JSONIssue.isNot("an array") }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do {
                elements.append(try Element.read(value))
            } catch {
                throw error.inside(String(index))
            }
        }
        return elements
    }
}

extension JSONObject: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONIssue) -> JSONObject {
        guard case .object(let members) = value else { throw JSONIssue.isNot("an object") }
        return members
    }
}

extension JSONObject {
    /// The value of a member that must be there.
    ///
    /// - Throws: ``JSONIssue`` with a pointer to the member, or to the place within it, that is missing or of another
    ///   type.
    public func require<Member: JSONReadable>(_ name: String) throws(JSONIssue) -> Member {
        guard let value = self[name] else {
            throw JSONIssue("is missing", kind: .missing, at: JSONPointer([name]))
        }
        do {
            return try Member.read(value)
        } catch {
            throw value == .null ? JSONIssue("is null", kind: .missing, at: JSONPointer([name])) : error.inside(name)
        }
    }

    /// The value of a member, or nil if it is missing, null or of another type.
    public func take<Member: JSONReadable>(_ name: String) -> Member? {
        guard let value = self[name] else { return nil }
        return try? Member.read(value)
    }
}
