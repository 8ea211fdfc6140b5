/// The reason why a value of a document cannot be read, and its location.
public struct JSONIssue: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reasons, for an app that counts or filters issues.
    public enum Kind: String, Sendable, CaseIterable {
        /// A required value is missing or null.
        case missing
        /// A value has the wrong type, or is out of the range of its type.
        case wrongType
        /// A list that must have elements is empty.
        case empty
        /// This version of the app does not know the value.
        case unknownValue
        /// An identity occurs more than once.
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

    /// Creates an issue of the value itself, or of a part of it if a pointer is given.
    public init(_ reason: String, kind: Kind = .other, at pointer: JSONPointer = JSONPointer()) {
        self.pointer = pointer
        self.reason = reason
        self.kind = kind
    }

    /// Returns an issue of a value of the wrong type. The expected type is passed with its article: `a string`.
    static func isNot(_ type: String) -> JSONIssue { JSONIssue("is not \(type)", kind: .wrongType) }

    /// Returns an issue of a member that is an empty list.
    static func isEmpty(_ name: String) -> JSONIssue { JSONIssue("is empty", kind: .empty, at: JSONPointer([name])) }

    /// Returns the same issue relative to an outer value that has the inner one as a member.
    func inside(_ name: String) -> JSONIssue {
        JSONIssue(reason, kind: kind, at: JSONPointer([name] + pointer.tokens))
    }

    public var description: String { pointer.tokens.isEmpty ? reason : "\(pointer) \(reason)" }
}

/// A type that can be read from a JSON value.
public protocol JSONReadable: Sendable {
    /// - Throws: ``JSONIssue`` with the reason, and the location within the value.
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
    /// Reads the nearest binary floating-point number. Throws for a number beyond the range of a `Double`.
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
    /// Returns the value of a required member.
    ///
    /// - Throws: ``JSONIssue`` with a pointer to the member, or to the value within it, that is missing or has the
    ///   wrong type.
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

    /// Returns the value of a member, or nil if it is missing, null or of another type.
    public func take<Member: JSONReadable>(_ name: String) -> Member? {
        guard let value = self[name] else { return nil }
        return try? Member.read(value)
    }
}
