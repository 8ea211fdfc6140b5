/// What can be made of a JSON value.
public protocol JSONReadable: Sendable {
    /// - Throws: ``JSONFault`` that says what the value is not, and where in it the fault is.
    static func read(_ value: JSONValue) throws(JSONFault) -> Self
}

extension JSONValue: JSONReadable {
    public static func read(_ value: JSONValue) -> JSONValue { value }
}

extension String: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONFault) -> String {
        guard case .string(let text) = value else { throw JSONFault("is no text") }
        return text
    }
}

extension Bool: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONFault) -> Bool {
        guard case .bool(let flag) = value else { throw JSONFault("is neither true nor false") }
        return flag
    }
}

extension Int: JSONReadable {
    /// Reads a number without a fraction that fits 64 bits.
    public static func read(_ value: JSONValue) throws(JSONFault) -> Int {
        guard let integer = value.int else { throw JSONFault("is no whole number") }
        return integer
    }
}

extension Double: JSONReadable {
    /// Reads the nearest binary floating-point number.
    public static func read(_ value: JSONValue) throws(JSONFault) -> Double {
        guard case .number(let number) = value else { throw JSONFault("is no number") }
        return number.double
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public static func read(_ value: JSONValue) throws(JSONFault) -> [Element] {
        guard case .array(let values) = value else { throw JSONFault("is no list") }
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
    public static func read(_ value: JSONValue) throws(JSONFault) -> JSONObject {
        guard case .object(let members) = value else { throw JSONFault("is no object") }
        return members
    }
}
